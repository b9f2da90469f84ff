"""Titles that only tests play; `--title barter` installs the one of that key for all tests of it.

They are what a stranger may hand in: correct, and unlike those of the site in what no law demands.
"""
