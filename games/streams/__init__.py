"""`GET /api/stream/`: server-sent events for the program of a person."""
