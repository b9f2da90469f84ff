"""What is measured, and how: README.md beside this says what was found."""
