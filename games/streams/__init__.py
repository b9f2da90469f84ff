"""`GET /api/stream/`: a program is told what happens to its person, by server-sent events."""
