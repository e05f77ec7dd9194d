"""What is kept, and how: the store, its schema, its migrations."""
