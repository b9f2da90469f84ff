"""Clubs: people who play among themselves, with their tables, chat and leaderboard."""
