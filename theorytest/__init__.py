"""theorytest verifies theory papers by running them."""
