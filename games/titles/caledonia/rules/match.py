"""A match of Clans of Caledonia: its state, and the way from one decision to the next."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Self, cast

from games.rules.chance import Dealer
from games.rules.match import IllegalMove, Match, Score, ranked

from . import (
    autoplay,
    clans,
    contracts,
    expansion,
    market,
    opening,
    ports,
    production,
    refusals,
    rounds,
    scoring,
    turns,
    upgrades,
    view,
)
from .maps import Board, board
from .state import Frame, Phase, Player, Stage, dump_frame, load_frame

Play = Callable[["Caledonia", Player, int, list[str]], None]

PLAYS: dict[str, Play] = {
    "choose": opening.play_choose,
    "bid": opening.play_bid,
    "fold": opening.play_fold,
    "place": expansion.play_place,
    "buy": market.play_buy,
    "sell": market.play_sell,
    "take": contracts.play_take,
    "expand": expansion.play_expand,
    "ship": upgrades.play_ship,
    "tech": upgrades.play_tech,
    "hire": upgrades.play_hire,
    "fulfil": contracts.play_fulfil,
    "pass": turns.play_pass,
    "slaughter": contracts.play_slaughter,
    "upgrade": upgrades.play_upgrade,
    "brew": contracts.play_brew,
    "nbuy": market.play_nbuy,
    "draw": contracts.play_draw,
    "keep": contracts.play_keep,
    "swap": ports.play_swap,
    "done": turns.play_done,
    "port": ports.play_port,
    "row": clans.play_row,
    "withdraw": clans.play_withdraw,
    "end": turns.play_end,
    "produce": production.play_produce,
    "cellar": production.play_cellar,
    "butter": production.play_butter,
}


class Caledonia(Match):
    """One match.

    Attributes:
        board: the assembled map (shared, never changes).
        ports: port tiles of the corners a to d; () without them.
        tiles: scoring tiles of rounds 1 to 5; () without them.
        pile, known: face-down contracts from the top; how many at its bottom all have seen.
        slots: contracts on display by slot, 0 where a slot is empty.
        sets: (clan, starting tile) still to be chosen; the clan is "" without clans.
        market: price marker by good.
        imports: counters of cotton, tobacco, sugar.
        phase: clans, place, action, production or over.
        round: 0 before round 1.
        order, passed: turn order of the round; who passed, in that order.
        auction: the running auction.
        queue: seats that still place a starting worker.
        turn, stage: whose turn; "before" or "after" its main action.
        trade: the good that port 6 obliges to trade, -1 for none.
        rowed, bought: this turn: whether a fisherman rowed; goods bought from neighbours.
        frames: open frames, the last one on top.
        steps: per seat, what it still decides in the production phase.
        occupied: spaces with a unit of anybody.
    """

    __slots__ = (
        "_ready",
        "auction",
        "board",
        "bought",
        "frames",
        "imports",
        "known",
        "market",
        "occupied",
        "order",
        "passed",
        "phase",
        "pile",
        "players",
        "ports",
        "queue",
        "round",
        "rowed",
        "sets",
        "slots",
        "stage",
        "steps",
        "tiles",
        "trade",
        "turn",
    )

    board: Board
    ports: tuple[int, ...]
    tiles: tuple[int, ...]
    pile: tuple[int, ...]
    known: int
    slots: tuple[int, ...]
    sets: tuple[tuple[str, int], ...]
    market: list[int]
    imports: list[int]
    players: list[Player]
    phase: Phase
    round: int
    order: tuple[int, ...]
    passed: tuple[int, ...]
    auction: opening.Auction | None
    queue: tuple[int, ...]
    turn: int
    stage: Stage
    trade: int
    rowed: bool
    bought: list[int]
    frames: list[Frame]
    steps: list[int]
    occupied: int
    _ready: dict[int, list[str]]

    # the way from one decision to the next

    def _start(self) -> None:
        self.queue = ()
        self.turn, self.stage, self.trade, self.rowed = 0, "before", -1, False
        self.bought = [0] * 6
        self.frames = []
        self.steps = [production.NOTHING] * self.seats
        opening.deal(self)
        self._settle()

    def _list(self, seat: int) -> list[str]:
        if seat not in self.actors:
            return []
        ready = self._ready.get(seat)
        return self._moves(seat) if ready is None else ready

    def _moves(self, seat: int) -> list[str]:
        if self.phase == "action":
            return turns.moves(self, self.players[seat])
        if self.phase == "production":
            return production.moves(self, self.players[seat], seat)
        if self.phase == "place":
            return opening.place_moves(self, seat)
        return opening.moves(self, seat)

    def _play(self, seat: int, tokens: list[str]) -> None:
        PLAYS[tokens[0]](self, self.players[seat], seat, tokens)
        self._settle()

    def _settle(self) -> None:
        """Go on until somebody has a choice: single legal moves play themselves (rules 5)."""
        while True:
            self._find_actors()
            self._ready = ready = {}
            if self.phase == "action" and turns.surely_open(self, self.players[self.turn]):
                return
            for seat in self.actors:
                moves = self._moves(seat)
                if len(moves) == 1:
                    self._play_alone(seat, moves[0])
                    break
                ready[seat] = moves
            else:
                return

    def _play_alone(self, seat: int, move: str) -> None:
        tokens = move.split(" ")
        first = len(self._events)
        PLAYS[tokens[0]](self, self.players[seat], seat, tokens)
        self._events[first].data["auto"] = True

    def _find_actors(self) -> None:
        while True:
            if self.phase == "action":
                seat = self.turn
                if turns.settle(self, self.players[seat], seat):
                    self.actors = (seat,)
                    return
            elif self.phase == "production":
                deciding = tuple(seat for seat, step in enumerate(self.steps) if step)
                if deciding:
                    self.actors = deciding
                    return
                rounds.score_round(self)
                rounds.next_round(self)
            elif self.phase == "place":
                if self.queue:
                    self.actors = self.queue[:1]
                    return
                rounds.first_round(self)
            elif self.phase == "clans":
                seat_or_none = opening.chooser(self)
                if seat_or_none is not None:
                    self.actors = (seat_or_none,)
                    return
                opening.begin_placing(self)
            else:
                return

    def begin_turn(self, seat: int) -> None:
        turns.begin_turn(self, seat)

    def turn_again(self, seat: int) -> None:
        """Make it this seat's turn, as if the others had done nothing: for bots that look ahead."""
        if self.turn != seat:
            self.begin_turn(seat)
            self.actors = (seat,)
            self._ready = {}
            self._lists.clear()

    def end_turn(self) -> None:
        """The next turn, or the production phase when all have passed."""
        if not turns.end_turn(self):
            production.begin(self)

    def from_pile(self, count: int) -> tuple[int, ...]:
        """Contracts from the top of the pile, fewer where it is short; all see them."""
        drawn = self.pile[:count]
        self.pile = self.pile[count:]
        self.known = min(self.known, len(self.pile))
        if drawn:
            self.chance.reveal("contracts")
        return drawn

    # what people and programs see

    def scores(self) -> list[Score]:
        return ranked(scoring.breakdowns(self), [scoring.tiebreak(p) for p in self.players])

    def view(self, seat: int | None) -> dict[str, Any]:
        return cast(dict[str, Any], view.view(self, seat))

    def auto_move(self, seat: int) -> str:
        return autoplay.choose(self, seat)

    def __str__(self) -> str:
        return view.text(self)

    def _refusal(self, seat: int, tokens: list[str]) -> IllegalMove | None:
        return refusals.reason(self, seat, tokens)

    # copies and storage

    def _copy(self, twin: Self) -> None:
        twin.board = self.board
        twin.ports = self.ports
        twin.tiles = self.tiles
        twin.pile = self.pile
        twin.known = self.known
        twin.slots = self.slots
        twin.sets = self.sets
        twin.market = self.market[:]
        twin.imports = self.imports[:]
        twin.players = [p.copy() for p in self.players]
        twin.phase = self.phase
        twin.round = self.round
        twin.order = self.order
        twin.passed = self.passed
        twin.auction = self.auction
        twin.queue = self.queue
        twin.turn = self.turn
        twin.stage = self.stage
        twin.trade = self.trade
        twin.rowed = self.rowed
        twin.bought = self.bought[:]
        twin.frames = self.frames[:]
        twin.steps = self.steps[:]
        twin.occupied = self.occupied
        twin._ready = self._ready

    def _dump(self) -> dict[str, Any]:
        return {
            "modules": list(self.board.sides),
            "ports": list(self.ports),
            "tiles": list(self.tiles),
            "pile": list(self.pile),
            "known": self.known,
            "slots": list(self.slots),
            "sets": [list(entry) for entry in self.sets],
            "market": self.market[:],
            "imports": self.imports[:],
            "players": [p.dump() for p in self.players],
            "phase": self.phase,
            "round": self.round,
            "order": list(self.order),
            "passed": list(self.passed),
            "auction": None if self.auction is None else list(self.auction[:3]),
            "folded": [] if self.auction is None else list(self.auction.folded),
            "queue": list(self.queue),
            "turn": self.turn,
            "stage": self.stage,
            "trade": self.trade,
            "rowed": self.rowed,
            "bought": self.bought[:],
            "frames": [dump_frame(frame) for frame in self.frames],
            "steps": self.steps[:],
        }

    def _load(self, state: Mapping[str, Any]) -> None:
        self.board = board(tuple(state["modules"]), self.seats, self.options["ports"] == "on")
        self.ports = tuple(state["ports"])
        self.tiles = tuple(state["tiles"])
        self.pile = tuple(state["pile"])
        self.known = state["known"]
        self.slots = tuple(state["slots"])
        self.sets = tuple((clan, tile) for clan, tile in state["sets"])
        self.market = list(state["market"])
        self.imports = list(state["imports"])
        reach = self.board.reach
        self.players = [
            Player.load(data, reach[data["shipping"]], self.board.port_at)
            for data in state["players"]
        ]
        self.phase = state["phase"]
        self.round = state["round"]
        self.order = tuple(state["order"])
        self.passed = tuple(state["passed"])
        self.auction = None
        if state["auction"] is not None:
            to_bid, bid, bidder = state["auction"]
            self.auction = opening.Auction(to_bid, bid, bidder, tuple(state["folded"]))
        self.queue = tuple(state["queue"])
        self.turn = state["turn"]
        self.stage = state["stage"]
        self.trade = state["trade"]
        self.rowed = state["rowed"]
        self.bought = list(state["bought"])
        self.frames = [load_frame(frame) for frame in state["frames"]]
        self.steps = list(state["steps"])
        self.occupied = sum(p.units for p in self.players)
        self._ready = {}

    def _redeal(self, seat: int | None, chance: Dealer) -> None:
        """Only the order of the pile that nobody has seen is hidden (rules 9)."""
        seen = len(self.pile) - self.known
        self.pile = (*chance.shuffle("contracts", self.pile[:seen]), *self.pile[seen:])
