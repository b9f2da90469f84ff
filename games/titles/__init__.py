"""The titles: every game is one folder here, and being here is all it takes to be played."""
