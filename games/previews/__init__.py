"""Pictures of positions: as onlookers see them, for previews of links, mails and webhooks."""
