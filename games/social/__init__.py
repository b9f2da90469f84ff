"""Relations between people: follows, presence, and private notes."""
