"""The spots of a viewer: legal moves, and alternatives to the last drafted step."""

from __future__ import annotations

from functools import cached_property

from games.boards import Scene, spots
from games.boards.spots import Spot

from ..rules.view import Own, Player
from . import move_labels, preview
from .places import IslandPlaces
from .scene_access import view_of


class Spots(spots.Spots):
    """The spots of a scene: `spots("bank ore wool")` is the spot of that move, or None."""

    def __init__(self, scene: Scene) -> None:
        super().__init__(scene)
        self.view = view_of(scene)
        self.land = scene.compute_once(IslandPlaces)

    @property
    def seat(self) -> int:
        """The seat of the viewer, where they have one."""
        assert self.scene.seat is not None
        return self.scene.seat

    @property
    def player(self) -> Player:
        return self.view["players"][self.seat]

    @property
    def own(self) -> Own:
        own = self.view["own"]
        assert own is not None
        return own

    @cached_property
    def wares(self) -> dict[str, int]:
        """The viewer's resources, and with wagons gold."""
        gold = {"gold": self.player["gold"]} if self.view["scenario"] == "traders" else {}
        return {**self.own["hand"], **gold}

    def plain_label(self, move: str) -> str:
        return move_labels.move_label(move, None, self.land)

    def preview(self, move: str) -> str:
        return preview.preview_text(move, self.scene)

    def of(self, start: str) -> list[Spot]:
        """Return the spots of the moves that begin with one or two words, in listed order."""
        return [spot for spot in map(self, self._moves_by_start.get(start, ())) if spot is not None]

    @cached_property
    def _moves_by_start(self) -> dict[str, list[str]]:
        """The moves by their first word, and by their first two words."""
        found: dict[str, list[str]] = {}
        for move in dict.fromkeys([*self.scene.legal, *self.scene.alternatives]):
            verb, *more = move.split(" ")
            found.setdefault(verb, []).append(move)
            if more:
                found.setdefault(f"{verb} {more[0]}", []).append(move)
        return found

    @cached_property
    def _ghosts_by_place(self) -> dict[tuple[str, str], Spot]:
        words = ((spot, spot.move.split(" ")) for spot in self.ghosts(""))
        return {(verb, more[-1]): spot for spot, (verb, *more) in words if more}

    def ghost_at(self, place: str, *verbs: str) -> Spot | None:
        """Return the spot of the last drafted move with one of these verbs to a place, or None."""
        found = self._ghosts_by_place
        return next((found[verb, place] for verb in verbs if (verb, place) in found), None)

    def legal_starting_with(self, start: str) -> list[Spot]:
        """Return those of them that are legal after the draft."""
        return [spot for spot in self.of(start) if spot.keep < 0]
