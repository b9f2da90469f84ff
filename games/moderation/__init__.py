"""Keeping the peace: who wants nothing to do with whom."""
