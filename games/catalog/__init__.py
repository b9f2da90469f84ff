"""The games of this site: their pages, rules and statistics."""
