"""Notifications: their events, channels and settings, and how they are sent.

The code that causes an event writes its rows with `outbox`, in its own transaction. `delivery`
sends them later.
"""
