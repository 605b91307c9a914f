"""Languages by name and by file suffix."""
