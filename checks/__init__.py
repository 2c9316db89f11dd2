"""The claims of the paper, in folders by section."""
