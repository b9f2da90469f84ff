"""Pages: views parse what came in, call the lobby or the door, and render."""
