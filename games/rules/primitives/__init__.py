"""Rules steps that several games share; a title uses one where it makes the title clearer.

Steps that only look alike stay with their titles (docs/adding-a-game.md, "Shared steps").
"""
