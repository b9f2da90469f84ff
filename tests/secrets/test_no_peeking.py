"""Nobody learns what a move would reveal without making it.

The same requests are made in worlds that a seat cannot tell apart: hidden parts re-dealt, another
seed. What a request that changes nothing answers must be the same in all of them, byte for byte;
and whether it changes something must be the same, too. So whatever tells something has been paid
for with the move.

Positions of random matches are tried where a verb is to be tried still: moves that reveal something
twice, others once. Two more positions are looked at where the worlds list the same moves behind a
move, and are tried only if they list others. The views are asked in process; that nothing is added
to what they answer, a few requests of every kind show.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from typing import Any, NamedTuple

import pytest

import games.rules as rules
from accounts.models import User
from games import rulebook
from games.models import Table
from games.table.actions import player_actions
from games.table.session.drafts import load_pov
from portal.errors import ActionError
from tests import sample_titles
from tests.clients import signed_in
from tests.games.table.page_lookups import random_draft
from tests.secrets.move_previews import ComparisonWorld, PreviewResponse, Try, World, Worlds
from tests.secrets.worlds import positions, stand, start_table, trial_world

pytestmark = [pytest.mark.same_everywhere, pytest.mark.django_db]

MOVES = 300
PROBES = 60  # moves of a verb, to find out whether it reveals something
AT_ONCE = 2  # of them in one position
TRIES = 2  # of a kind, whatever tells the worlds apart; more only where the lists do
LONGEST_DRAFT = 3
LOOKS_A_LENGTH = 2  # of a draft
DRAFTS = 6  # to change to one that reveals, of each title
MOST_TABLES = 5


@pytest.fixture(autouse=True)
def _as_often_as_one_likes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        "rest_framework.throttling.SimpleRateThrottle.allow_request", lambda *args: True
    )


def reveals(match: rules.Match, seat: int, move: str) -> bool:
    return sample_titles.after(match, seat, move).reveals > match.reveals


#: What shows the position; asked for once in each, however many moves are tried.
PAGES = [Try(one) for one in ("games:fragment", "api:table", "api:draft", "api:legal_moves")]


class CandidateMove(NamedTuple):
    """A move to try; `loud`: it reveals something; `again`: such a one of its verb was tried."""

    move: str
    loud: bool
    again: bool = False

    @property
    def kind(self) -> tuple[str, bool]:
        return self.move.split(" ")[0], self.loud


class Lookout:
    """Which moves are to be tried still: of each verb some that reveal something, and others.

    One that does not tell the worlds apart in which it is tried counts half.
    """

    def __init__(self, *, loud: int, quiet: int, probes: int = PROBES) -> None:
        self.wanted, self.probes = {True: 2 * loud, False: 2 * quiet}, probes
        self.tried: Counter[tuple[str, bool]] = Counter()
        self.sent: Counter[tuple[str, bool]] = Counter()
        self.probed: Counter[str] = Counter()

    def find(self, match: rules.Match, seat: int, rng: random.Random) -> list[CandidateMove]:
        """Moves to try here, one for each kind that is wanted still."""
        found: dict[tuple[str, bool], CandidateMove] = {}
        here: Counter[str] = Counter()
        listed = match.legal_moves(seat)
        for move in rng.sample(listed, len(listed)):
            verb = move.split(" ")[0]
            if here[verb] == AT_ONCE or not self._wants(verb):
                continue
            here[verb] += 1
            kind = verb, reveals(match, seat, move)
            if kind not in found and self.tried[kind] < self.wanted[kind[1]]:
                found[kind] = CandidateMove(move, kind[1], self.tried[kind] > 0)
        self.probed.update(here)
        return list(found.values())

    def is_worth_trying(self, found: CandidateMove, comparison: ComparisonWorld) -> bool:
        """Whether to send requests here: a list that differs is always worth it."""
        return comparison.lists_differ or self.sent[found.kind] < TRIES

    def note(self, found: CandidateMove, comparison: ComparisonWorld | None = None) -> None:
        """It has been tried, or was not worth it."""
        self.sent[found.kind] += comparison is None or self.is_worth_trying(found, comparison)
        half = found.loud and comparison is not None and not comparison.lists_differ
        self.tried[found.kind] += 1 if half else 2

    def _wants(self, verb: str) -> bool:
        if self.probed[verb] >= self.probes:
            return False
        return any(self.tried[verb, loud] < number for loud, number in self.wanted.items())


def person(table: Table, seat: int) -> User:
    """Whose seat it is, with the wishes that they have now."""
    return User.objects.get(seats__table=table, seats__number=seat)


def tries(found: CandidateMove, comparison: ComparisonWorld) -> Iterator[Try]:
    """Every request that plays a move, with good and bad tails, and every preview of it.

    Who is not warned of what cannot be undone is never asked whether they are sure.
    """
    move = found.move
    tails: list[tuple[str, ...]] = [(), ("zzz",), *((tail,) for tail in comparison.tails)]
    tails += [(tail, "zzz") for tail in comparison.tails]
    for tail in tails:
        yield Try("api:moves", (move, *tail))
        yield Try("games:move", (move, *tail))
        if found.loud and not found.again:
            yield Try("games:move", (move, *tail), sure=True)
    yield Try("api:moves", (move, "zzz"), twice=True)
    yield Try("games:move", ("zzz", move), sure=True)


def check_all(
    requests: Iterable[Try], table: Table, worlds: Worlds, other: World, user: User
) -> None:
    for request in requests:
        check(request, table, worlds, other, user)


def check(request: Try, table: Table, worlds: Worlds, other: World, user: User) -> PreviewResponse:
    """What a request tells, which is the same in the real world and in another."""
    responses = [request.in_process(table, one.state, user) for one in (worlds.real, other)]
    assert responses[0] == responses[1], f"{request} tells seat {worlds.seat} what is not known yet"
    return responses[0]


@pytest.mark.parametrize("game", rules.catalogue())
def test_what_changes_nothing_tells_nothing(game: str) -> None:
    rng = random.Random(f"peeking {game}")
    table = start_table(game, sample_titles.three_seats(game))
    lookout = Lookout(loud=2, quiet=1)
    differing = 0
    for match, seat in positions(table, rng, MOVES):
        if wanted := lookout.find(match, seat, rng):
            table = stand(table, match)
            worlds = Worlds(table, seat, rng)
            pages = PAGES
        for found in wanted:
            User.objects.update(confirm_turn=False, warn_reveal=not found.again)
            comparison = worlds.comparison_world([found.move])
            differing += comparison.lists_differ or comparison.view_differs
            if lookout.is_worth_trying(found, comparison):
                user = person(table, seat)
                if found.loud:
                    check_all(pages, table, worlds, comparison.other, user)
                    pages = []
                check_all(tries(found, comparison), table, worlds, comparison.other, user)
            lookout.note(found, comparison)
    assert differing


def looks(step: int) -> Iterator[Try]:
    """Every way to look at a draft, and to take one of it back."""
    for session in ("api:draft", "games:fragment"):
        yield Try(session, step=step)
    for at in range(step):
        for session in ("api:draft", "games:undo"):
            yield Try(session, step=step, at=at)


def draft_replacements(
    step: int, keep: int, found: CandidateMove, comparison: ComparisonWorld
) -> Iterator[Try]:
    """Every way to put others in place of the end of a draft."""
    for tail in ((), ("zzz",), *((tail,) for tail in comparison.tails)):
        for session in ("api:draft", "games:move"):
            for sure in (False, True) if found.loud else (False,):
                yield Try(session, (found.move, *tail), sure, step=step, keep=keep)


@pytest.mark.parametrize("game", rules.catalogue())
def test_a_draft_that_changes_its_mind_tells_nothing(game: str) -> None:
    rng = random.Random(f"changing {game}")
    table = start_table(game, sample_titles.three_seats(game))
    lookout = Lookout(loud=1, quiet=1)
    lengths: Counter[int] = Counter()
    for match, seat in positions(table, rng, MOVES):
        moves = random_draft(match, seat, rng, LONGEST_DRAFT)
        if not moves:
            continue
        keep = rng.randrange(len(moves))
        wanted = lookout.find(behind(match, seat, moves[:keep]), seat, rng)
        if not wanted and lengths[len(moves)] == LOOKS_A_LENGTH:
            continue
        lengths[len(moves)] += 1
        table = stand(table, match)
        user = person(table, seat)
        player_actions.add_to_draft(table.key, user, table.version, 0, moves)
        worlds = Worlds(table, seat, rng)
        if lengths[len(moves)] <= LOOKS_A_LENGTH:
            other = worlds.comparison_world(moves).other
            for request in looks(len(moves)):
                check(request, table, worlds, other, user)
        for found in wanted:
            comparison = worlds.comparison_world([*moves[:keep], found.move])
            for request in draft_replacements(len(moves), keep, found, comparison):
                check(request, table, worlds, comparison.other, user)
            lookout.note(found, comparison)
    assert sum(lengths.values()) > LOOKS_A_LENGTH


def behind(match: rules.Match, seat: int, moves: list[str]) -> rules.Match:
    for move in moves:
        match = sample_titles.after(match, seat, move)
    return match


def over_http(
    found: CandidateMove, comparison: ComparisonWorld, draft: list[str], keep: int
) -> Iterator[Try]:
    """Every request, confirmed and not, by a program and a person, for a part and a whole page."""
    move, step = found.move, len(draft)
    tails: list[tuple[str, ...]] = [()]
    if found.loud:
        tails += [("zzz",), *((tail,) for tail in comparison.tails[:1])]
        for session in ("api:draft", "games:fragment", "games:table"):
            yield Try(session, whole=session == "games:table", step=step)
        for at in range(step):
            for session, whole in (
                ("api:draft", False),
                ("games:undo", False),
                ("games:undo", True),
            ):
                yield Try(session, whole=whole, step=step, at=at)
    for tail in tails:
        for sure in (False, True) if found.loud else (False,):
            for session, whole in (
                ("api:draft", False),
                ("games:move", False),
                ("games:move", True),
            ):
                yield Try(session, (move, *tail), sure, whole=whole, step=step, keep=keep)
        if not step:
            yield Try("api:moves", (move, *tail))
    if not step:
        yield Try("api:moves", (move, "zzz"), twice=True)


@pytest.mark.parametrize("game", rules.catalogue())
def test_http_answers_equal_the_views(game: str) -> None:
    """An answer is the view's own, byte for byte."""
    rng = random.Random(f"over http {game}")
    table = start_table(game, sample_titles.three_seats(game))
    wanted = {(drafted, loud) for drafted in (False, True) for loud in (False, True)}
    for match, seat in positions(table, rng, MOVES):
        draft = random_draft(match, seat, rng, 2) if rng.random() < 0.5 else []
        keep = max(0, len(draft) - 1)
        position = behind(match, seat, draft[:keep])
        move = rng.choice(position.legal_moves(seat))
        found = CandidateMove(move, reveals(position, seat, move))
        if (bool(draft), found.loud) not in wanted:
            continue
        table = stand(table, match)
        worlds = Worlds(table, seat, rng)
        comparison = worlds.comparison_world([*draft[:keep], move])
        wanted.remove((bool(draft), found.loud))
        user = person(table, seat)
        if draft:
            player_actions.add_to_draft(table.key, user, table.version, 0, draft)
        client = signed_in(user)
        for request in over_http(found, comparison, draft, keep):
            expected = check(request, table, worlds, comparison.other, user)
            assert request.over_http(table, table.state, client) == expected
    assert (False, True) not in wanted
    assert len(wanted) < 2


class Watch:
    """Fails where a match is asked to play behind something that it has revealed."""

    def __init__(self, game: str, monkeypatch: pytest.MonkeyPatch) -> None:
        self.kind, self.monkeypatch = rules.get(game).match, monkeypatch
        rulebook.load_rulebook(game)  # its examples are played, and refusals cite it

    @contextmanager
    def over(self, stored: rules.Match) -> Iterator[None]:
        """While this match is the stored one."""
        carried_out = self.kind._carry_out

        def check_and_carry_out(match: rules.Match, seat: int, move: str) -> Any:
            assert match.reveals == stored.reveals, f"{move} is looked at behind a reveal"
            return carried_out(match, seat, move)

        with self.monkeypatch.context() as patched:
            patched.setattr(self.kind, "_carry_out", check_and_carry_out)
            yield


@pytest.mark.parametrize("game", rules.catalogue())
def test_nothing_behind_a_reveal_is_played_before_it_is_committed(
    game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The rules themselves are asked for no move behind one that reveals, on any copy."""
    rng = random.Random(f"behind {game}")
    table = start_table(game, sample_titles.three_seats(game))
    User.objects.update(warn_reveal=False, confirm_turn=False)
    watch = Watch(game, monkeypatch)
    lookout = Lookout(loud=2, quiet=1)
    looked = 0
    for match, seat in positions(table, rng, MOVES):
        for found in lookout.find(match, seat, rng):
            lookout.note(found)
            table = stand(table, match)
            user = person(table, seat)
            with trial_world(table, table.state), watch.over(match):
                if not found.loud:
                    player_actions.confirm(table.key, user, table.version, [found.move])
                    continue
                more = [found.move, "zzz"]
                turn = player_actions.add_to_draft(
                    table.key, user, table.version, 0, more, sure=True
                )
                assert turn.unread == ["zzz"]
            looked += 1
    assert looked


@pytest.mark.parametrize("game", rules.catalogue())
def test_nothing_behind_a_reveal_is_played_for_a_draft_that_changes_its_mind(
    game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Neither to find out what can be changed, nor when it is changed."""
    rng = random.Random(f"behind changes {game}")
    watch = Watch(game, monkeypatch)
    replaced = 0
    for _ in range(MOST_TABLES):  # in a match drawn at random such a draft may be rare
        if not replaced:
            table = start_table(game, sample_titles.three_seats(game))
            replaced = change_draft_to_reveal(table, watch, rng)
    assert replaced


def change_draft_to_reveal(table: Table, watch: Watch, rng: random.Random) -> int:
    """How often a draft of this match was changed to one that reveals."""
    User.objects.update(warn_reveal=False)
    lookout = Lookout(loud=DRAFTS, quiet=0, probes=MOVES)
    lengths: Counter[int] = Counter()
    replaced = 0
    for match, seat in positions(table, rng, MOVES):
        moves = random_draft(match, seat, rng, LONGEST_DRAFT)
        if not moves or replaced == DRAFTS:
            continue
        keep = rng.randint(0, len(moves))
        loud = lookout.find(behind(match, seat, moves[:keep]), seat, rng)
        lengths[len(moves)] += 1
        if not loud and lengths[len(moves)] > LOOKS_A_LENGTH:
            continue
        table = stand(table, match)
        with watch.over(match):
            change_draft_every_way(table, person(table, seat), moves, keep, loud)
        for found in loud:
            lookout.note(found)
        replaced += len(loud)
    return replaced


def change_draft_every_way(
    table: Table, user: User, moves: list[str], keep: int, loud: list[CandidateMove]
) -> None:
    """Draft these moves; take back each of them, and put each of the loud ones behind some."""
    step = len(moves)
    turn = player_actions.add_to_draft(table.key, user, table.version, 0, moves)
    assert step - 1 in turn.removable
    assert load_pov(Table.objects.get(pk=table.pk), user).draft == moves
    for at in range(step - 1):
        with trial_world(table, table.state), suppress(ActionError):
            player_actions.undo(table.key, user, table.version, step, at=at)
    for found in loud:
        with trial_world(table, table.state):
            more = [found.move, "zzz"]
            turn = player_actions.add_to_draft(
                table.key, user, table.version, step, more, keep=keep
            )
            assert turn.unread == ["zzz"]
