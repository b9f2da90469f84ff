"""A whole match, checked on its way: some positions deeply, the others at intervals."""

from __future__ import annotations

import functools
import random
from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any

import games.rules as rules

from .consequences import check_foretelling
from .knowledge import Hearsay
from .laws import (
    COPIES,
    ENDS,
    HEARSAY,
    LEAKS,
    LISTS,
    OPEN,
    REDEALING,
    REPLAY,
    REVEALS,
    SCORE_EVENTS,
    SECRETS,
    BrokenLawError,
    hold,
)  # fmt: skip
from .positions import (
    as_json,
    check_actors,
    check_copies,
    check_events,
    check_list,
    check_listed_moves,
    check_looks,
    check_refusals,
    check_scores,
    check_seed,
    check_sharing,
    check_slots,
)  # fmt: skip
from .shadow import Shadow, explain
from .visibility import all_eyes, audible, redeal_match

LONGEST_MATCH = 20_000
#: A position is looked at deeply where it has something that was not looked at often enough yet:
#: a verb, a kind of event that has just been, a field that is not empty, each of them with each of
#: the options chosen and with this number of seats. What is rare is looked at whenever it comes,
#: the usual no more often.
OFTEN_ENOUGH = 3
#: At the start of a thorough match every position is seen in re-dealt worlds, and one of so many
#: later.
EARLY_POSITIONS = 40
LEAK_EVERY = 29
SCORES_EVERY = 5
REPLAY_EVERY = 8
#: Re-dealt worlds for each seat in a deep check.
WORLDS = 2
#: Moves that a shadow follows, in thorough inspections and in others.
LONGEST_SHADOW, SHORT_SHADOW = 12, 5
#: From so many occasions on, re-dealing must have changed something on one of them.
OCCASIONS = 20
#: After so many telling moves that no followed world could do, the next one is looked for in this
#: many worlds dealt directly before it. One of them can do it unless dealing never gives what it
#: shows: a single tile of a hidden hand is in more than one world of a hundred.
MIN_TELLING_MOVES, MANY_WORLDS = 10, 2_000

Choose = Callable[[random.Random, list[str]], str]

#: How often each feature has been looked at deeply in this process, by the class of the match:
#: rules that were changed for a test are looked at anew.
looked_at: dict[type[rules.Match], Counter[tuple[str, str, str]]] = {}


#: What events have told of hidden things in this process, by the class of the match.
hearsay_by_type: dict[type[rules.Match], Hearsay] = {}


def words_of(
    match: rules.Match, listed: Sequence[str], events: Sequence[rules.Event]
) -> frozenset[str]:
    """What a position has: verbs, kinds of events that have just been, fields that are filled."""
    held = (name for name in own_fields(type(match)) if getattr(match, name))
    verbs = (move.split(" ")[0] for move in listed)
    return frozenset([*verbs, *(event.kind for event in events), *held])


def features(match: rules.Match, words: Collection[str]) -> set[tuple[str, str, str]]:
    """What it shows: (word, option, choice)."""
    chosen = [
        *match.options.items(),
        ("seats", str(match.seats)),
        ("rules", str(match.rules_version)),
    ]
    return {(word, *pair) for word in words for pair in chosen}


@functools.cache
def own_fields(kind: type[rules.Match]) -> list[str]:
    """The fields that a title's match has besides those of every match."""
    above = kind.__mro__[: kind.__mro__.index(rules.Match)]
    return [name for one in above for name in vars(one).get("__slots__", ())]


def shows_more(shown: set[tuple[str, str, str]], kind: type[rules.Match]) -> bool:
    """Whether a position shows something that was looked at too seldom; then it counts as seen."""
    had = looked_at.setdefault(kind, Counter())
    if all(had[feature] >= OFTEN_ENOUGH for feature in shown):
        return False
    had.update(shown)
    return True


class Inspection:
    """A random match of a title, checked from its opening to its record.

    With `thorough`, all of the first positions are seen in re-dealt worlds; at intervals, those of
    every match are, so that the number of checks follows its length. `choose` picks a move of a
    list, where play at random would seldom come to what matters.
    """

    def __init__(
        self,
        key: str,
        seats: int,
        options: Mapping[str, str],
        name: str,
        *,
        thorough: bool,
        choose: Choose = random.Random.choice,
        rules_version: int | None = None,
    ) -> None:
        self.choose = choose
        #: What is played hangs on its own chance: whatever is looked at, it is the same match.
        self.playing, self.rng = random.Random(f"play {name}"), random.Random(name)
        self.seed = f"contract {name}"
        self.match = rules.new_match(
            key, seats, options, seed=self.seed, rules_version=rules_version
        )
        self.told = [self.match.opening]
        self.totals = [0] * seats
        self.thorough = thorough
        self.shadowed = LONGEST_SHADOW if thorough else SHORT_SHADOW
        self.shadows: dict[int | None, Shadow] = {}
        self.changed: set[int | None] = set()
        self.occasions: Counter[tuple[int | None, int]] = Counter()
        self.changed_for: set[tuple[int | None, int]] = set()
        self.telling: Counter[bool] = Counter()
        self.views: dict[int | None, dict[str, Any]] = {}  # of this position, as far as asked
        self.usual: set[frozenset[str]] = set()  # words that show nothing more in this match
        self.looked = 0  # the number of the move before which all views were seen
        self.seen: dict[int | None, dict[str, Any]] = {}

    def run(self) -> None:
        check_slots(self.match)
        check_events(self.match, self.match.opening)
        self._count(self.match.opening)
        for number in range(LONGEST_MATCH):
            check_actors(self.match)
            if self.match.over:
                break
            seat = self.playing.choice(self.match.actors)
            listed = check_list(self.match, seat)
            move = self.choose(self.playing, listed)
            self._look(number, seat, listed)
            self._play(seat, move)
            if number % SCORES_EVERY == 0 or self.match.over:
                totals = [score.total for score in self.match.scores()]
                hold(SCORE_EVENTS, self.totals == totals, f"{self.totals}, not {totals}")
        hold(ENDS, self.match.over, f"not over after {LONGEST_MATCH} moves")
        self._end()

    def _look(self, number: int, seat: int, listed: Sequence[str]) -> None:
        early = self.thorough and number < EARLY_POSITIONS
        match = self.match
        deep = self._is_news(listed)
        if deep:
            check_sharing(match, self.rng)
            check_seed(match, self.seed, self._all_views())
            replayed = number % REPLAY_EVERY == 0
            check_copies(match, self._all_views(), number, replayed=replayed)
            check_scores(match)
        if deep or early or number % LEAK_EVERY == 0:
            worlds = self._worlds(number, WORLDS if early else 1)
            self._shadow(early)
        if deep:
            check_refusals(match, worlds)
            check_listed_moves(match, worlds, self.rng)
            check_foretelling(match, worlds[seat], seat, self.rng)

    def _is_news(self, listed: Sequence[str]) -> bool:
        words = words_of(self.match, listed, self.told[-1])
        if words in self.usual:
            return False
        if shows_more(features(self.match, words), type(self.match)):
            return True
        self.usual.add(words)
        return False

    def _worlds(self, number: int, count: int) -> dict[int, list[rules.Match]]:
        """Worlds re-dealt for each seat, looked at with its eyes; and one for spectators."""
        match = self.match
        found: dict[int | None, list[rules.Match]] = {}
        views = self._all_views()
        for eyes in all_eyes(match):
            worlds = [
                redeal_match(match, eyes, self.rng) for _ in range(count if eyes is not None else 1)
            ]
            for world in worlds:
                check_looks(match, world, eyes, views[eyes])
                hold(LEAKS, not world.moves, "the journal holds the secret moves of others")
                self._note_change(world, eyes)
            found[eyes] = worlds
        if self.seen and self.looked == number - 1:
            hearsay = hearsay_by_type.setdefault(type(match), Hearsay())
            events = [
                one for one in self.told[-1] if one.kind not in match.game.forgettable_event_kinds
            ]
            hearsay.note(events, self.seen, views, found)
        self.looked, self.seen = number, views
        return {eyes: worlds for eyes, worlds in found.items() if eyes is not None}

    def _note_change(self, world: rules.Match, eyes: int | None) -> None:
        match = self.match
        if eyes not in self.changed and world._dump() != match._dump():
            self.changed.add(eyes)
        for event in self.told[-1]:
            witness = event.audience
            if witness is None or witness == eyes or not wholly_private(match, event):
                continue
            pair = eyes, witness
            self.occasions[pair] += 1
            if pair not in self.changed_for and world.view(witness) != self._view(witness):
                self.changed_for.add(pair)

    def _shadow(self, everybody: bool) -> None:
        """Let re-dealt worlds follow: for everybody's eyes, or for some."""
        eyes = all_eyes(self.match)
        for one in eyes if everybody else [self.rng.choice(eyes)]:
            if one not in self.shadows:
                self.shadows[one] = Shadow(self.match, one, self._view(one), self.rng)

    def _view(self, eyes: int | None) -> dict[str, Any]:
        """What these eyes see now: dear to make, so asked once a position."""
        if eyes not in self.views:
            self.views[eyes] = self.match.view(eyes)
        return self.views[eyes]

    def _all_views(self) -> dict[int | None, dict[str, Any]]:
        return {eyes: self._view(eyes) for eyes in all_eyes(self.match)}

    def _play(self, seat: int, move: str) -> None:
        match = self.match
        before = match.reveals
        is_telling = move.split(" ")[0] in match.game.revealing_verbs
        is_doubtful = self.telling[False] >= MIN_TELLING_MOVES and not self.telling[True]
        position = match.copy() if is_telling and is_doubtful else None
        events = match.play(seat, move)
        self.views = {}
        self.told.append(events)
        hold(REVEALS, match.reveals >= before, f"after {move!r} there are fewer")
        check_events(match, events)
        self._count(events)
        if match.reveals > before:
            self.shadows.clear()
        for eyes, shadow in list(self.shadows.items()):
            # of telling moves it is enough that one has been explained
            far = not (is_telling and self.telling[True])
            seen = self._view(eyes)
            explained = shadow.follow(match, seat, move, events, seen, far=far)
            if seat != eyes and is_telling:
                if not explained and position is not None and not self.telling[True]:
                    explained = self._is_dealt(position, eyes, seat, move, audible(events, eyes))
                    hold(REDEALING, explained, f"no world re-dealt for {eyes} can do {move!r}")
                self.telling[explained] += 1
            if not explained or shadow.followed >= self.shadowed:
                del self.shadows[eyes]

    def _is_dealt(
        self,
        position: rules.Match,
        eyes: int | None,
        seat: int,
        move: str,
        heard: list[rules.Event],
    ) -> bool:
        """Whether one of many worlds, re-dealt before a move, can do it, so that it looks alike."""
        seen = self._view(eyes)
        dealt = (redeal_match(position, eyes, self.rng) for _ in range(MANY_WORLDS))
        return any(explain(world, eyes, seat, [move], heard, seen) for world in dealt)

    def _count(self, events: Sequence[rules.Event]) -> None:
        for event in events:
            if event.kind == "score":
                assert event.seat is not None
                self.totals[event.seat] += event.data["amount"]

    def _end(self) -> None:
        match = self.match
        hold(LISTS, all(match.legal_moves(seat) == [] for seat in range(match.seats)), "at the end")
        check_copies(match, self._all_views(), len(match.moves), replayed=False)
        check_sharing(match, self.rng)
        check_scores(match)
        hold(COPIES, bool(str(match).strip()), "a match prints itself")
        record = as_json(match.record())
        self._replay(record)
        if self.thorough:
            verified = rules.verify(record)
            hold(REPLAY, verified.sound, verified)
        if not match.game.has_hidden_parts(match.seats, match.options):
            hold(OPEN, not self.changed, f"it does for {self.changed}")
            return
        eyes = set(all_eyes(match))
        hold(REDEALING, self.changed == eyes, f"never for {eyes - self.changed}")
        often = {pair for pair, count in self.occasions.items() if count >= OCCASIONS}
        hold(REDEALING, often <= self.changed_for, f"(eyes, seat): {often - self.changed_for}")
        if hearsay := hearsay_by_type.get(type(match)):
            hold(SECRETS, not hearsay.fixed_claims(), hearsay.fixed_claims())
            hold(HEARSAY, not hearsay.false_claims(), hearsay.false_claims())

    def _replay(self, record: dict[str, Any]) -> None:
        """Every event again, word for word: what the log says is what was said."""
        again = rules.start_recorded_match(record)
        hold(REPLAY, again.opening == self.told[0], "the opening")
        for number, (seat, move) in enumerate(record["moves"], 1):
            try:
                events = again.play(seat, move)
            except (rules.IllegalMove, rules.ScriptError) as error:
                raise BrokenLawError(REPLAY, f"move {number}, {move!r}: {error}") from error
            hold(REPLAY, events == self.told[number], f"move {number}, {move!r}")
        hold(REPLAY, again.dump() == self.match.dump(), "the state at the end")


def wholly_private(match: rules.Match, event: rules.Event) -> bool:
    """Whether all events of the kind are private: what they tell is in nobody else's view."""
    return any(one.kind == event.kind and not one.field for one in match.game.private_events)
