"""Steps that several games have, said once: a title takes one up where it reads better so.

What looks alike and is not stays with its title (docs/adding-a-game.md, "Shared steps").
"""
