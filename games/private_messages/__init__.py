"""Private messages: conversations of exactly two people."""
