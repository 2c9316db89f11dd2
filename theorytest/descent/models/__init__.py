"""Model classes M with their linear spaces T_t and retractions R_t."""
