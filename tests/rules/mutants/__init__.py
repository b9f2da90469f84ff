"""A correct little title, and wrong ones made of it: what the contract tests must catch."""
