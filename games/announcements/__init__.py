"""Announcements of the owner: a line on every page, notifications, and planned downtimes."""
