"""Policies answer the choices of a seat; one policy a file."""
