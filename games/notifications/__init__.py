"""What people are to be told: which events there are, by which channels, and the rows that say so.

Whoever causes an event writes its rows here, in their own transaction; `games.notifications` sends
them.
"""
