"""The flow of a match: parts of a turn, draws, automatic moves, the end (rules 5)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, cast

from games.rules.chance import Dealer
from games.rules.match import IllegalMove, Score, rank_scores

from . import autoplay, pieces, scoring, setup, tile_placement
from .board import Board
from .cells import CELLS, cell_at, coordinates
from .components import BUILDER, GOODS, KINDS, PIECES, ROTATIONS, START, TileKind
from .state import KEYS, State
from .text_picture import text_picture
from .view import can_see_hand, view

TURNS = {str(rotation): turn for turn, rotation in enumerate(ROTATIONS)}
#: After this many deals without a choice for the actor, re-dealing keeps the actor's hand.
MAX_DEALS = 1000


class Carcassonne(State):
    """A match of Carcassonne with its expansions."""

    __slots__ = ()

    def scores(self) -> list[Score]:
        return rank_scores([dict(zip(KEYS, own, strict=True)) for own in self.points])

    def view(self, seat: int | None) -> dict[str, Any]:
        return cast(dict[str, Any], view(self, seat))

    def auto_move(self, seat: int) -> str:
        moves = self._legal(seat)
        if self.phase == "place":
            return autoplay.auto_placement(self, moves)
        return autoplay.auto_piece(self, moves)

    def __str__(self) -> str:
        return text_picture(self)

    # Flow (rules 4, 5).

    def _start(self) -> None:
        self.board = Board()
        self.board.place(0, KINDS[START].looks[0])
        self.last = 0
        self.pile = tuple(
            KINDS[id] for id in self.chance.shuffle("tiles", setup.draw_pile(self.options))
        )
        self.drawn = 0
        self.discarded = ()
        self.hand_size = int(self.options["hand"])
        self.hands = [()] * self.seats
        self.supply = [setup.pieces_of_a_seat(self.options) for _ in range(self.seats)]
        self.points = [[0] * len(KEYS) for _ in range(self.seats)]
        self.goods = [[0] * len(GOODS) for _ in range(self.seats)]
        self.turn = 0
        self.extra = self.earned = False
        for _ in range(self.hand_size):
            for seat in range(self.seats):
                self._draw(seat)
        self._start_turn_part()
        self._play_only_choices(0)

    def _play(self, seat: int, tokens: list[str]) -> None:
        self._carry_out_choice(tokens)
        self._play_only_choices(seat)

    def _play_only_choices(self, mover: int) -> None:
        """Play single legal moves until a seat has a choice; records do not contain them."""
        while len(self.listed) == 1:
            if self.turn != mover:
                # Another seat has moved, so earlier moves can no longer be undone (rules 11).
                self.chance.reveal("tiles")
            self._carry_out_choice(self.listed[0].split(" "), auto=True)
        self.actors = () if self.phase == "over" else (self.turn,)

    def _carry_out_choice(self, tokens: list[str], *, auto: bool = False) -> None:
        if self.phase == "place":
            kind = KINDS[tokens[3]] if self.hand_size > 1 else self.hands[self.turn][0]
            self._place_tile(kind, CELLS[tokens[1]], TURNS[tokens[2]], auto)
        else:
            self._place_piece(PIECES.index(tokens[0]), tokens[1], auto)
            scoring.score_part(self)
            self._end_part()

    def _start_turn_part(self) -> None:
        """Begin the part of the next seat with a tile that fits, or end the match."""
        while any(self.hands):
            seat = self.turn
            while hand := self.hands[seat]:
                self.listed = tile_placement.placements(self.board, hand, self.hand_size > 1)
                if self.listed:
                    self.phase = "place"
                    return
                self._discard(seat)
            self.extra = False
            self.turn = (seat + 1) % self.seats
        self.phase = "over"
        self.listed = []
        scoring.score_end(self)
        self.emit("over", None, {"scores": [sum(own) for own in self.points]})

    def _discard(self, seat: int) -> None:
        """Discard a whole hand that fits nowhere, and draw a new one (R5)."""
        hand = self.hands[seat]
        self.discarded += hand
        self.hands[seat] = ()
        if self.hand_size > 1:
            self.chance.reveal("tiles")
        self.emit("discard", seat, {"tiles": [kind.id for kind in hand]})
        for _ in hand:
            self._draw(seat)

    def _draw(self, seat: int) -> None:
        if self.drawn == len(self.pile):
            return
        kind = self.pile[self.drawn]
        self.drawn += 1
        self.hands[seat] += (kind,)
        self.chance.reveal("tiles")
        if self.hand_size == 1:
            self.emit("draw", seat, {"tile": kind.id})
        else:
            self.emit("draw", seat, {"count": 1})
            self.emit("draw", seat, {"tile": kind.id}, audience=seat)

    def _place_tile(self, kind: TileKind, cell: int, turn: int, auto: bool) -> None:
        seat = self.turn
        hand = self.hands[seat]
        at = hand.index(kind)
        self.hands[seat] = hand[:at] + hand[at + 1 :]
        self.board.place(cell, kind.looks[turn])
        self.last = cell
        self.emit(
            "place",
            seat,
            {"tile": kind.id, "cell": coordinates(cell), "rotation": ROTATIONS[turn], "auto": auto},
        )
        # The builder must have stood there before this part's piece (R13).
        self.earned = (
            self.options["traders"] == "all"
            and not self.extra
            and not self.supply[seat][BUILDER]
            and pieces.is_builder_active(self.board, cell, seat)
        )
        self.phase = "piece"
        self.listed = pieces.piece_moves(self.board, cell, seat, self.supply[seat])

    def _place_piece(self, kind: int, segment: str, auto: bool) -> None:
        seat, cell = self.turn, self.last
        if segment == "none":
            self.emit("skip", seat, {"cell": coordinates(cell), "auto": auto})
            return
        self.supply[seat][kind] -= 1
        self.board.put(seat, kind, cell, self.board.cells[cell][1].names.index(segment))
        self.emit(
            "piece", seat, {"kind": PIECES[kind], "segment": segment, "cell": coordinates(cell)}
        )

    def _end_part(self) -> None:
        seat = self.turn
        self._draw(seat)
        if self.earned and self.hands[seat]:
            self.extra = True
            self.emit("extra", seat, {})
        else:
            self.extra = False
            self.turn = (seat + 1) % self.seats
            if self.hand_size > 1 and self._hidden_hands(seat) > 1:
                # All learn whether the next hand fits anywhere, which nobody could know before.
                self.chance.reveal("tiles")
        self.earned = False
        self._start_turn_part()

    def _hidden_hands(self, seat: int) -> int:
        return sum(bool(hand) for other, hand in enumerate(self.hands) if other != seat)

    # Hooks of `Match`.

    def _list(self, seat: int) -> list[str]:
        return self.listed if seat == self.turn else []

    def _refusal(self, seat: int, tokens: list[str]) -> IllegalMove | None:
        if self.phase == "place":
            return tile_placement.refusal(self.board, self.hands[seat], self.hand_size > 1, tokens)
        owned = setup.pieces_of_a_seat(self.options)
        return pieces.refusal(self.board, self.last, seat, self.supply[seat], owned, tokens)

    def _dump(self) -> dict[str, Any]:
        return {
            **self.dump_fields(),
            "board": [
                [*coordinates(cell), look.kind.id, look.rotation]
                for cell, (_, look) in self.board.cells.items()
            ],
            "pieces": scoring.pieces_to_json(
                piece for standing in self.board.held.values() for piece in standing
            ),
            "pile": [kind.id for kind in self.pile[self.drawn :]],
            "hands": [[kind.id for kind in hand] for hand in self.hands],
            "discarded": [kind.id for kind in self.discarded],
        }

    def _load(self, state: Mapping[str, Any]) -> None:
        self.load_fields(state)
        self.board = Board()
        for x, y, id, rotation in state["board"]:
            self.last = cell_at(x, y)
            self.board.place(self.last, KINDS[id].looks[ROTATIONS.index(rotation)])
        self.supply = [setup.pieces_of_a_seat(self.options) for _ in range(self.seats)]
        for x, y, segment, seat, word in state["pieces"]:
            cell, kind = cell_at(x, y), PIECES.index(word)
            self.board.put(seat, kind, cell, self.board.cells[cell][1].names.index(segment))
            self.supply[seat][kind] -= 1
        self.hand_size = int(self.options["hand"])
        self.pile = tuple(KINDS[id] for id in state["pile"])
        self.drawn = 0
        self.hands = [tuple(KINDS[id] for id in hand) for hand in state["hands"]]
        self.discarded = tuple(KINDS[id] for id in state["discarded"])
        self._refresh_moves()

    def _refresh_moves(self) -> None:
        seat = self.turn
        self.listed = []
        if self.phase == "place":
            self.listed = tile_placement.placements(
                self.board, self.hands[seat], self.hand_size > 1
            )
        elif self.phase == "piece":
            self.listed = pieces.piece_moves(self.board, self.last, seat, self.supply[seat])

    def _redeal(self, seat: int | None, chance: Dealer) -> None:
        closed = [other for other in range(self.seats) if not can_see_hand(self, seat, other)]
        if self.phase != "place" or self.turn not in closed:
            self._redeal_hands(closed, chance)
            return
        # An actor in phase `place` has at least two placements (rules 9).
        before = self.hands[:], self.pile, self.drawn
        for _ in range(MAX_DEALS):
            self._redeal_hands(closed, chance)
            self._refresh_moves()
            if len(self.listed) > 1:
                return
        self.hands, self.pile, self.drawn = before
        closed.remove(self.turn)
        self._redeal_hands(closed, chance)
        self._refresh_moves()

    def _redeal_hands(self, closed: list[int], chance: Dealer) -> None:
        hidden = [kind for seat in closed for kind in self.hands[seat]]
        dealt = chance.shuffle("tiles", [*hidden, *self.pile[self.drawn :]])
        for seat in closed:
            size = len(self.hands[seat])
            self.hands[seat] = tuple(dealt[:size])
            del dealt[:size]
        self.pile, self.drawn = tuple(dealt), 0
