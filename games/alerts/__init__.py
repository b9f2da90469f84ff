"""Alerts: a person is notified when a table or tournament that matches a search opens."""
