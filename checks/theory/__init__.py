"""The paper's own quantities, each written once."""
