"""Portable records: their format, export and import."""
