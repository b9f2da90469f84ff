"""The context of a chapter's page: the board at a node, the path to it, and what follows."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property
from typing import Any, NamedTuple

from django.core import signing
from django.utils.translation import gettext as _

from portal.translation_cache import get_language

from ..boards import presenter
from ..models import Move
from ..rulebook import rules_tips
from ..table.session import journal
from ..table.session.loader import rules_guard, seats_of
from ..table.views.page_context import LABEL_CACHE, LABEL_SIZE, label_move_before, seat_names
from ..table.views.scenes import build_scene
from .actions import load_tree, variation_to
from .analysis.page_context import board_context
from .analysis.positions import VariationPosition, position_of
from .analysis.variations import seat_to_move
from .models import Chapter, Variation
from .tree import Annotation

MAX_TRAIL = 8  # moves of the match that are shown before a node
EXCERPT_LENGTH = 70  # characters of a comment in a list
SIGNER = signing.Signer(salt="games.studies.guess")

NodeAddress = Callable[[int], object]


class MoveStep(NamedTuple):
    """A move in words: the node after it (as links and buttons name it) and the comment there."""

    place: object
    number: int
    seat: int
    label: str
    comment: str
    is_added: bool


class ChapterPosition:
    """A chapter, seen at one of its nodes."""

    def __init__(self, chapter: Chapter, at: int) -> None:
        self.chapter = chapter
        self.table = chapter.table
        self.tree = load_tree(chapter)
        self.at = at if at in self.tree else chapter.table.move_count
        self.seats = seats_of(self.table)
        self.names = seat_names(self.seats)

    @cached_property
    def note(self) -> Annotation:
        return self.tree.notes.get(self.at, Annotation())

    @cached_property
    def line(self) -> Variation:
        """The path to the node as a variation."""
        return variation_to(self.chapter, self.tree, self.at)

    @cached_property
    def after(self) -> list[int]:
        return self.tree.after(self.at)

    def position_at(self, place: int) -> tuple[VariationPosition, bool]:
        """The position at a node; False if the rules no longer accept the moves that lead there."""
        line = variation_to(self.chapter, self.tree, place)
        found, done = position_of(self.table, line)
        return found, done == line.position

    def move_leading_to(self, place: int) -> tuple[int, str]:
        """The seat and the move that lead to a node."""
        if place in self.tree.nodes:
            return self.tree.nodes[place][1:]
        row = self._rows.get(place)
        if row is None:
            row = self._rows[place] = self.table.moves.get(number=place)
        assert row.seat is not None
        return row.seat, row.text

    @cached_property
    def _rows(self) -> dict[int, Move]:
        """Rows of the match's moves around the node, by number."""
        leaves = self.tree.path(self.at)[0]
        near = self.table.moves.filter(number__gt=leaves - MAX_TRAIL, number__lte=leaves + 1)
        return {row.number: row for row in near}

    def step(self, place: int, address: NodeAddress) -> MoveStep:
        """A node, with the move that leads to it as its seat read it."""
        seat, text = self.move_leading_to(place)
        after, path = self.tree.path(place)
        moves = tuple((self.tree.nodes[one].seat, self.tree.nodes[one].move) for one in path)
        who = (self.table.pk, self.table.version, self.chapter.seed)
        key = ("study", *who, tuple(self.names), get_language(), after, moves)
        label = LABEL_CACHE.get(key)
        if label is None:
            before = self.tree.before(place)
            assert before is not None
            found, stands = self.position_at(before)
            show = presenter(self.table.game)
            label = label_move_before(show, found.match, seat, text, self.names) if stands else text
            LABEL_CACHE.put(key, label, LABEL_SIZE + 60 * (len(moves) + 1))
        comment = self.tree.notes.get(place, Annotation()).comment
        return MoveStep(
            place=address(place),
            number=after + len(path),
            seat=seat,
            label=label,
            comment=comment[:EXCERPT_LENGTH],
            is_added=bool(path),
        )

    def steps_here(self, first: int, address: NodeAddress) -> list[MoveStep]:
        """The moves that lead here: those of the match after `first`, then added ones."""
        leaves, path = self.tree.path(self.at)
        some = range(max(first, leaves - MAX_TRAIL) + 1, leaves + 1)
        return [self.step(place, address) for place in (*some, *path)]

    def mover(self, *, is_guessing: bool) -> int | None:
        """The seat that moves here: the one to move, or the one whose move is to be guessed."""
        if is_guessing:
            return self.seat_to_guess()
        return seat_to_move(self.line, self.position_at(self.at)[0].match)

    # guessing

    def seat_to_guess(self) -> int | None:
        """The seat whose move is to be guessed here; None at the end of the chapter."""
        return self.move_leading_to(self.after[0])[0] if self.after else None

    def is_correct(self, text: str) -> bool:
        """Whether this is the move that follows. There is only one way to write a move."""
        return bool(self.after) and self.move_leading_to(self.after[0])[1] == text

    def next_guess_node(self) -> int:
        """The node at which guessing continues when the move from here is known.

        It is the one before the next move of the same seat, or the end.
        """
        seat, place = self.seat_to_guess(), self.after[0]
        while (after := self.tree.after(place)) and self.move_leading_to(after[0])[0] != seat:
            place = after[0]
        return place


def sign_node(chapter: Chapter, place: int) -> str:
    """A signed token for a node, for readers whose guesses have reached it."""
    return SIGNER.sign(f"{chapter.pk}-{place}")


def unsign_node(chapter: Chapter, text: str) -> int:
    """The node of a signed token; the start of guessing if the token is invalid."""
    assert chapter.guess_start is not None
    try:
        of, _, place = SIGNER.unsign(text).partition("-")
        return int(place) if of == str(chapter.pk) else chapter.guess_start
    except (signing.BadSignature, ValueError):
        return chapter.guess_start


class GuessResult(NamedTuple):
    """The reader's position after a guess.

    `came` is the outcome of the last guess: "right", "wrong" or "told", or "" without a guess.
    `answer` is the node after the move that was shown.
    """

    look: ChapterPosition
    came: str = ""
    answer: int | None = None


def check_guess(
    chapter: Chapter, at: str, moves: Sequence[str], *, tells: bool = False
) -> GuessResult:
    """Check guesses from a signed node on; `tells` shows the next move. Nothing is saved."""
    found = GuessResult(ChapterPosition(chapter, unsign_node(chapter, at)))
    for text in moves:
        if not found.look.is_correct(text):
            return GuessResult(found.look, "wrong")
        found = GuessResult(ChapterPosition(chapter, found.look.next_guess_node()), "right")
    if tells and found.look.after:
        on = found.look.next_guess_node()
        return GuessResult(ChapterPosition(chapter, on), "told", found.look.after[0])
    return found


def fragment_context(
    look: ChapterPosition, *, to: str, in_words: bool, is_mine: bool, is_guessing: bool
) -> dict[str, Any]:
    """The context of the fragment of a chapter's page, for its owner, a reader or a guesser.

    Raises:
        MatchLoadError: the match cannot be loaded.
    """
    chapter, table, tree, at = look.chapter, look.table, look.tree, look.at
    guess = chapter.guess_start
    address: NodeAddress = (
        (lambda place: sign_node(chapter, place)) if is_guessing else (lambda n: n)
    )
    with rules_guard(table):
        found, _stands = look.position_at(at)
        me = look.mover(is_guessing=is_guessing)
        plays = is_mine or (is_guessing and me is not None)
        legal = found.match.legal_moves(me) if plays and me is not None else []
        news = journal.visible_events(found.news, me, over=True)
        scene = build_scene(found.match, me, look.names, legal, news, in_words=in_words)
        trail = look.steps_here(guess if is_guessing and guess is not None else 0, address)
        follow = [] if is_guessing else [look.step(place, address) for place in look.after]
    return {
        "table": table,
        "chapter": chapter,
        "study": chapter.study,
        "to": to,
        "at": address(at),
        "back": None if is_guessing else tree.before(at),
        "on": look.after[0] if look.after and not is_guessing else None,
        "trail": [one._replace(place=None) for one in trail] if is_guessing else trail,
        "follow": follow,
        "note": look.note,
        "marks": " ".join(one.id for one in look.note.marks),
        "outline": [] if is_guessing else outline(look),
        "is_added": at in tree.nodes,
        "plays": plays,
        "is_shared": is_guessing or not is_mine,
        "is_mine": is_mine,
        "is_guessing": is_guessing,
        "me": me,
        "my_name": "" if me is None else look.names[me],
        "is_over": found.match.over,
        "legal": legal,
        "legal_words": _("Moves in words"),
        "finals": (),
        "reads_on": False,
        "refused": "",
        "note_of": lambda move: rules_tips.move_rules_url(table.game, move),
        **board_context(table, look.seats, look.line, found, scene),
    }


class OutlineEntry(NamedTuple):
    """A node of the match with a comment, or with added variations that begin there."""

    place: int
    comment: str
    lines: int


def outline(look: ChapterPosition) -> list[OutlineEntry]:
    tree = look.tree
    begun: dict[int, int] = {}
    for node in tree.nodes.values():
        if node.before not in tree.nodes:
            begun[node.before] = begun.get(node.before, 0) + 1
    noted = {place for place in tree.notes if place not in tree.nodes}
    return [
        OutlineEntry(
            place, tree.notes.get(place, Annotation()).comment[:EXCERPT_LENGTH], begun.get(place, 0)
        )
        for place in sorted(noted | begun.keys())
    ]
