"""Pictures of positions, as spectators see them, for link previews, mails and webhooks."""
