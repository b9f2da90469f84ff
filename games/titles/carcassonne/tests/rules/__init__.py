"""The rules of Carcassonne, rule by rule."""
