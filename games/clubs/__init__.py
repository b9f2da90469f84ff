"""Clubs: people who play among themselves, their tables, talk and leaderboard."""
