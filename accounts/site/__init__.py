"""What the owner says of the site: its settings, and the first person who may say it."""
