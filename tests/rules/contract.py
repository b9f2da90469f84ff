"""The laws of the rules contract, as checks of one match: those that every title must pass.

`Inspection` plays a match at random and checks on the way. A law that does not hold raises
`Broken` with its name, so that the mutants (`mutants/`) can say which law each of them breaks.

What eyes can be told, and how it is checked:

- *Now*: in a world re-dealt for a seat, its view and its list are the same (`LEAKS`).
- *By trying*: what a listed move does that reveals nothing is the same in re-dealt worlds, and so
  is whether it reveals (`REVEALS`); a list of moves, tried up to its first reveal, gets equally
  far and is refused in the same words (`foretell`).
- *From then on*: a re-dealt world, a `Shadow`, follows the match as long as nothing is revealed.
  Eyes that hear and see another seat's move must find some listed move there that explains it
  (`ONLOOKERS`), but for moves that the title declares as telling: of those it is enough that
  some re-dealt worlds explain some of them.
- *Up to then*: the events and views of the past were checked when they were new, by the same
  shadows; replaying the record gives every event again, for the same eyes (`REPLAY`). A past is
  not re-dealt from the start: a world with other cards has other chance behind it, and which
  moves led there nobody can say. Re-dealt copies therefore carry no journal at all.
- *Whether there is anything to tell*: for every pair of eyes, re-dealing changes the state in some
  checked position, and after events that were private to a seat it changes what that seat sees.
"""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, NamedTuple

import games.rules as rules
from games.rules.consequences import differences

ACTORS = "actors are sorted, and none when it is over"
LISTS = "an actor's list has moves, none twice"
TEXTS = "a move fits into the journal"
LISTED = "every listed move is accepted"
REFUSALS = "a refused move says why and changes nothing"
COPIES = "copies, loads and replays are the same match"
SHARING = "nothing is shared with a dump, a load or a copy"
SLOTS = "every field has a slot"
SCORES = "scores add up, and ranks follow"
SCORE_EVENTS = "score events sum to the scores"
EVENTS = "events are JSON-ready"
PRIVATE = "events of a private kind have an audience, no others have one"
SEED = "nobody sees the seed"
LEAKS = "a re-dealt world looks the same"
REDEALING = "re-dealing changes what is hidden"
OPEN = "where nothing is hidden, re-dealing changes nothing"
REVEALS = "what reveals is a reveal, whatever others hide"
ONLOOKERS = "a move in a re-dealt world explains what others see"
KNOWN = "what a seat knows is the same in re-dealt worlds"
FORETOLD = "what is told of a move beforehand comes true"
REPLAY = "a replay tells what the match told"
ENDS = "every match ends"

LONGEST_MATCH = 20_000
#: So many positions at the start of a match are checked deeply. Of later ones those at which
#: something may be done, or has just happened, that was not looked at often enough yet: a verb or a
#: kind of event, with each of the options chosen and with this number of seats.
DEEP_POSITIONS = 40
DEEP_EVERY, DEEP_FIRST = 53, 26
OFTEN_ENOUGH = 5
LEAK_EVERY = 29
SCORES_EVERY = 5
REPLAY_EVERY = 8
#: Re-dealt worlds for each seat in a deep check, and listed moves tried in all of them.
WORLDS = 2
TRIED_IN_WORLDS = 8
#: Moves that a shadow follows, in thorough inspections and in others.
LONGEST_SHADOW, SHORT_SHADOW = 12, 5
#: Secret moves that a shadow may try, to come to what eyes have seen.
WALKS = 20
LONGEST_WALK = 30
#: From so many occasions on, re-dealing must have changed something on one of them.
OCCASIONS = 5
TELLING_OCCASIONS = 40

Choose = Callable[[random.Random, list[str]], str]

NONSENSE = ("", " ", "pass  ", "fly moon", "pass none", "done 7", "\x00", "place 99,99 45")


class Broken(AssertionError):
    """A law that does not hold."""

    def __init__(self, law: str, detail: object = "") -> None:
        super().__init__(f"{law}: {detail}" if detail else law)
        self.law = law


def hold(law: str, held: bool, detail: object = "") -> None:
    if not held:
        raise Broken(law, detail)


def as_json(data: object) -> Any:
    return json.loads(json.dumps(data))


def audible(events: Iterable[rules.Event], eyes: int | None) -> list[rules.Event]:
    """The events that these eyes (None: a spectator) are told."""
    return [event for event in events if event.audience is None or event.audience == eyes]


def all_eyes(match: rules.Match) -> list[int | None]:
    return [None, *range(match.seats)]


def redealt(match: rules.Match, eyes: int | None, rng: random.Random) -> rules.Match:
    """A world that these eyes cannot tell from the real one."""
    return match.determinize(eyes, rules.FastChance(rng.getrandbits(32)))


# one law, one position


def check_actors(match: rules.Match) -> None:
    hold(ACTORS, match.over == (not match.actors))
    hold(ACTORS, match.actors == tuple(sorted(set(match.actors))), match.actors)


def check_list(match: rules.Match, seat: int) -> list[str]:
    """The list of an actor, which must be a proper one."""
    listed = match.legal_moves(seat)
    hold(LISTS, bool(listed), f"seat {seat} is asked and has no move")
    hold(LISTS, len(set(listed)) == len(listed), [m for m, n in Counter(listed).items() if n > 1])
    for move in listed:
        spaced = " ".join(move.split()) == move
        hold(
            TEXTS, spaced and 0 < len(move) <= rules.LONGEST_MOVE, f"{move!r}, {len(move)} letters"
        )
    return listed


def check_slots(match: rules.Match) -> None:
    """A refused script puts the fields back by their slots: one without would be forgotten."""
    for kind in type(match).__mro__[:-1]:
        hold(SLOTS, "__slots__" in vars(kind), f"{kind.__name__} has no __slots__")
    twin = match.copy()
    twin._become(match.copy())
    hold(SLOTS, twin.dump() == match.dump())


def check_events(match: rules.Match, events: Sequence[rules.Event]) -> None:
    for event in events:
        hold(EVENTS, as_json(event.data) == event.data, event)
        private = match.game.is_private(event.kind, event.data, match.options)
        hold(PRIVATE, private == (event.audience is not None), event)


def check_scores(match: rules.Match) -> None:
    scores = match.scores()
    hold(SCORES, [score.seat for score in scores] == list(range(match.seats)))
    for score in scores:
        hold(SCORES, score.total == sum(score.breakdown.values()), score)
        hold(SCORES, score.rank == 1 + sum(other.rank < score.rank for other in scores), score)
        for other in scores:
            if (other.total, other.tiebreak) == (score.total, score.tiebreak):
                hold(SCORES, other.rank == score.rank, score)
            if (other.total, other.tiebreak) > (score.total, score.tiebreak):
                hold(SCORES, other.rank < score.rank, score)


def look_the_same(match: rules.Match, other: rules.Match) -> bool:
    """Equal in everything that the interface shows."""
    return (
        match.actors == other.actors
        and match.scores() == other.scores()
        and all(match.view(eyes) == other.view(eyes) for eyes in all_eyes(match))
        and all(match.legal_moves(s) == other.legal_moves(s) for s in range(match.seats))
    )


def check_copies(match: rules.Match, *, replayed: bool) -> None:
    dumped = match.dump()
    hold(COPIES, as_json(dumped) == dumped, "a dump is JSON-ready")
    for way, other in (
        ("copy", match.copy()),
        ("load", rules.load(match.game.key, as_json(dumped))),
    ):
        hold(COPIES, other.dump() == dumped, way)
        hold(COPIES, look_the_same(match, other), way)
    bare = match.dump(history=False)
    light = rules.load(match.game.key, as_json(bare))
    hold(COPIES, light.dump(history=False) == bare, "load without history")
    hold(COPIES, look_the_same(match, light), "load without history")
    if replayed:
        try:
            again = rules.replay(as_json(match.record()))
        except rules.RecordError as error:
            raise Broken(REPLAY, error) from error
        hold(REPLAY, again.dump() == dumped, "the state")
        hold(REPLAY, look_the_same(match, again), "what is seen")


def check_sharing(match: rules.Match, rng: random.Random) -> None:
    """Whatever is done to a dump, to what was loaded or to a copy is not done to the match."""
    before = json.dumps(match.dump())
    scramble(match.dump())
    hold(SHARING, json.dumps(match.dump()) == before, "the dump hands out lists of the match")
    given = json.loads(before)
    loaded = rules.load(match.game.key, given)
    loaded_before = loaded.dump()
    scramble(given)
    hold(SHARING, loaded.dump() == loaded_before, "the load keeps lists that it was given")
    for seat in match.actors:
        for move in one_of_every_verb(match.legal_moves(seat), rng):
            played(match, seat, move)
            hold(SHARING, json.dumps(match.dump()) == before, f"{move!r} on a copy changed it")
    redealt(match, None, rng)
    hold(SHARING, json.dumps(match.dump()) == before, "re-dealing a copy changed it")


def scramble(data: Any) -> None:
    """Empty every list and dict, at every depth."""
    inner = data.values() if isinstance(data, dict) else data
    if isinstance(data, dict | list):
        for item in inner:
            scramble(item)
        data.clear()


def check_seed(match: rules.Match, seed: str) -> None:
    for eyes in all_eyes(match):
        hold(SEED, seed not in json.dumps(match.view(eyes)), f"the view of {eyes}")
    hold(SEED, seed not in str(match), "the printed match")


def check_refusals(match: rules.Match, worlds: Mapping[int, Sequence[rules.Match]]) -> None:
    """Moves of others, mangled moves and nonsense; the reason is the same in re-dealt worlds."""
    before = match.dump()
    lists = [match.legal_moves(seat) for seat in range(match.seats)]
    everybody = {move for listed in lists for move in listed}
    for seat, listed in enumerate(lists):
        wrong = sorted(everybody.difference(listed))[:20]
        mangled = [f"{move} 1" for move in listed[:5]] + [move[:-1] for move in listed[:5]]
        for move in [*wrong, *mangled, *NONSENSE]:
            if move in listed:
                continue
            reason = refused(match, seat, move)
            for world in worlds.get(seat, ())[:1]:
                hold(LEAKS, refused(world, seat, move) == reason, f"why not {move!r}: {reason}")
    refused(match, match.seats, "pass")
    hold(REFUSALS, match.dump() == before, "a refused move changed something")


def refused(match: rules.Match, seat: int, move: str) -> str:
    """The words in which a move that is not listed is refused."""
    try:
        match.play(seat, move)
    except rules.IllegalMove as refusal:
        hold(REFUSALS, bool(refusal.reason), f"{move!r} is refused without a reason")
        return str(refusal)
    raise Broken(REFUSALS, f"{move!r} is not listed, and accepted")


def played(match: rules.Match, seat: int, move: str) -> tuple[rules.Match, list[rules.Event]]:
    """A copy after a listed move, and what happened."""
    after = match.copy()
    try:
        events = after.play(seat, move)
    except rules.IllegalMove as refusal:
        raise Broken(LISTED, f"{move!r}: {refusal}") from refusal
    hold(REVEALS, after.reveals >= match.reveals, f"after {move!r} there are fewer")
    return after, events


def check_looks(
    match: rules.Match, world: rules.Match, eyes: int | None, seen: dict[str, Any]
) -> None:
    hold(LEAKS, world.view(eyes) == seen, f"the view of {eyes}")
    hold(LEAKS, world.actors == match.actors, "the actors")
    if eyes is not None:
        hold(LEAKS, world.legal_moves(eyes) == match.legal_moves(eyes), f"the list of {eyes}")


def check_listed_moves(
    match: rules.Match, worlds: Mapping[int, Sequence[rules.Match]], rng: random.Random
) -> None:
    """Every listed move is accepted; what it does without a reveal is no news to its seat."""
    for seat in range(match.seats):
        listed = match.legal_moves(seat)
        tried = {*one_of_every_verb(listed, rng), *listed[:: 1 + len(listed) // TRIED_IN_WORLDS]}
        for move in listed:
            after, events = played(match, seat, move)
            if move in tried:
                check_no_news(match, after, events, worlds.get(seat, ()), seat, move)


def one_of_every_verb(listed: Sequence[str], rng: random.Random) -> list[str]:
    by_verb = {move.split(" ")[0]: move for move in rng.sample(listed, len(listed))}
    return list(by_verb.values())


def check_no_news(
    match: rules.Match,
    after: rules.Match,
    events: Sequence[rules.Event],
    worlds: Sequence[rules.Match],
    seat: int,
    move: str,
) -> None:
    """A move that reveals does so in every world; one that does not is the same in every world."""
    reveals = after.reveals > match.reveals
    seen = None if reveals else after.view(seat)
    for world in worlds:
        other, others = played(world, seat, move)
        hold(REVEALS, (other.reveals > world.reveals) == reveals, f"{move!r} reveals now and then")
        if not reveals:
            hold(REVEALS, audible(others, seat) == audible(events, seat), f"events of {move!r}")
            hold(REVEALS, other.view(seat) == seen, f"the view after {move!r}")
            same = other.legal_moves(seat) == after.legal_moves(seat)
            hold(REVEALS, same, f"the list after {move!r}")


# looking ahead


def check_consequences(
    match: rules.Match, seat: int, moves: Sequence[str], rng: random.Random
) -> None:
    """What is told of moves is made from what the seat knows alone, and is what they do then."""
    told = rules.Consequences(match, seat)
    elsewhere = rules.Consequences(redealt(match, seat, rng), seat)
    hold(KNOWN, told.known.dump() == elsewhere.known.dump(), f"of seat {seat}")
    hold(KNOWN, told.known.view(seat) == match.view(seat), f"the view of {seat}")
    for move in moves:
        effect, (after, events) = told.of(move), played(match, seat, move)
        hold(REVEALS, effect.reveals == (after.reveals > match.reveals), f"{move!r} reveals")
        hold(FORETOLD, effect.ends in (None, seat not in after.actors), f"whether {move!r} ends it")
        hold(FORETOLD, effect.points[1] in (None, after.scores()[seat].total), f"{move!r} scores")
        heard = audible(events, seat)
        hold(FORETOLD, effect.events == heard[: len(effect.events)], f"events of {move!r}")
        hold(FORETOLD, effect.reveals or effect.events == heard, f"all events of {move!r}")
        check_changes(effect, match.view(seat), after.view(seat))


def check_changes(effect: rules.Effect, before: dict[str, Any], after: dict[str, Any]) -> None:
    """Every part of the view that was told is as it was told, and no other has changed."""
    for path, _old, new, is_sure in effect.changes:
        hold(FORETOLD, not is_sure or at(path, after) == new, f"{path} after {effect.moves}")
    told = [change.path for change in effect.changes]
    for change in differences(before, [after]):
        within = any(change.path[: len(path)] == path[: len(change.path)] for path in told)
        hold(FORETOLD, within, f"{change} after {effect.moves}")


def at(path: Sequence[str | int], data: Any) -> Any:
    """A part of a view; None where it has none of this name."""
    for key in path:
        data = data.get(key) if isinstance(data, dict) else data[key]
    return data


class Foretold(NamedTuple):
    """How far a list of moves got: moves played, and what ended it."""

    played: int
    end: str


REVEALED, PLAYED = "revealed", "all played"


def foretell(match: rules.Match, seat: int, plan: Sequence[str], *, law: bool = True) -> Foretold:
    """Try moves on a copy, up to and with the first that reveals: nothing after it is looked at.

    So the site tries whatever a seat sends. Without the `law` the rest would be tried as well.
    """
    trial = match.copy()
    for number, move in enumerate(plan):
        try:
            trial.play(seat, move)
        except rules.IllegalMove as refusal:
            return Foretold(number, str(refusal))
        if law and trial.reveals > match.reveals:
            return Foretold(number + 1, REVEALED)
    return Foretold(len(plan), PLAYED)


def plan_of(world: rules.Match, seat: int, rng: random.Random, most: int = 6) -> list[str]:
    """Moves that a seat might send: a line of play in a world that it thinks possible, and a tail
    that cannot be played."""
    trial = world.copy()
    plan: list[str] = []
    length = rng.randint(0, most)
    while len(plan) < length and (listed := trial.legal_moves(seat)):
        plan.append(rng.choice(listed))
        trial.play(seat, plan[-1])
    return [*plan, "zzz"]


def check_foretelling(
    match: rules.Match, worlds: Sequence[rules.Match], seat: int, rng: random.Random
) -> None:
    plan = plan_of(worlds[0], seat, rng)
    answer = foretell(match, seat, plan)
    for world in worlds:
        hold(REVEALS, foretell(world, seat, plan) == answer, f"{plan} tells {answer}")


# onlookers


class Shadow:
    """A re-dealt world that follows the match move by move, for one pair of eyes."""

    def __init__(self, match: rules.Match, eyes: int | None, rng: random.Random) -> None:
        self.eyes = eyes
        self.world = redealt(match, eyes, rng)
        self.rng = rng
        self.seen = match.view(eyes)
        self.followed = 0
        self.unheard: list[tuple[int, str]] = []

    def follow(
        self,
        match: rules.Match,
        seat: int,
        move: str,
        events: Sequence[rules.Event],
        *,
        far: bool = True,
    ) -> bool:
        """Explain what the eyes have heard and seen of a move that revealed nothing.

        Returns whether some listed move does; `far`: also behind moves that nobody hears of. If
        none does, the move must be a telling one.
        """
        self.followed += 1
        heard, seen = audible(events, self.eyes), match.view(self.eyes)
        before, self.seen = self.seen, seen
        if seat == self.eyes:
            self.world, others = played(self.world, seat, move)
            hold(REVEALS, audible(others, seat) == heard, f"events of {move!r}")
            hold(REVEALS, self.world.view(seat) == seen, f"the view after {move!r}")
            return True
        if not heard and seen == before:
            self.unheard.append((seat, move))  # nobody can tell that anything happened
            return True
        explained = self._explain(self.world, seat, [move], heard, seen)
        if explained is None and far:
            explained = self._search(seat, move, heard, before, seen)
        if explained is not None:
            self.world = explained
            return True
        verb = move.split(" ")[0]
        detail = f"{self.eyes} sees of {verb!r} of seat {seat} what no move explains: {heard}"
        hold(ONLOOKERS, verb in match.game.telling, detail)
        return False

    def _search(
        self,
        seat: int,
        move: str,
        heard: list[rules.Event],
        before: dict[str, Any],
        seen: dict[str, Any],
    ) -> rules.Match | None:
        """Any listed move, also after moves that nobody hears of: those of the match, or others."""
        own = [secret for other, secret in self.unheard if other == seat]
        for walk in range(WALKS):
            world = self.world
            for secret in own if walk == 0 else ():
                world = self._explain(world, seat, [secret], [], before) or world
            for _ in range(LONGEST_WALK):
                listed = world.legal_moves(seat)
                listed.sort(key=lambda other: other.split(" ")[0] != move.split(" ")[0])
                found = self._explain(world, seat, listed, heard, seen)
                if found is not None:
                    return found
                silent = self._explain(
                    world, seat, self.rng.sample(listed, len(listed)), [], before
                )
                if silent is None:
                    break
                world = silent
            if world is self.world:
                break
        return None

    def _explain(
        self,
        world: rules.Match,
        seat: int,
        moves: Sequence[str],
        heard: list[rules.Event],
        seen: dict[str, Any],
    ) -> rules.Match | None:
        """The world after the first of these moves of which the eyes hear and see exactly this."""
        listed = world.legal_moves(seat)
        for move in moves:
            if move in listed:
                after, events = played(world, seat, move)
                if audible(events, self.eyes) == heard and after.view(self.eyes) == seen:
                    return after
        return None


# a whole match


#: How often each feature has been looked at deeply in this process, by the class of the match:
#: rules that were changed for a test are looked at anew.
looked_at: dict[type[rules.Match], Counter[tuple[str, str, str]]] = {}


def features(
    match: rules.Match, listed: Sequence[str], events: Sequence[rules.Event]
) -> set[tuple[str, str, str]]:
    """What a position shows: (verb or kind of event, option, choice)."""
    words = {move.split(" ")[0] for move in listed} | {event.kind for event in events}
    chosen = [
        *match.options.items(),
        ("seats", str(match.seats)),
        ("rules", str(match.rules_version)),
    ]
    return {(word, *pair) for word in words for pair in chosen}


def shows_more(shown: set[tuple[str, str, str]], kind: type[rules.Match]) -> bool:
    """Whether a position shows something that was looked at too seldom; then it counts as seen."""
    had = looked_at.setdefault(kind, Counter())
    if all(had[feature] >= OFTEN_ENOUGH for feature in shown):
        return False
    had.update(shown)
    return True


class Inspection:
    """A random match of a title, checked from its opening to its record.

    With `thorough`, the first positions are checked deeply and in all eyes; at intervals, every
    match is, so that the number of checks follows its length. `choose` picks a move of a list,
    where play at random would seldom come to what matters.
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
        self.rng = random.Random(name)
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

    def run(self) -> None:
        check_slots(self.match)
        check_events(self.match, self.match.opening)
        self._count(self.match.opening)
        for number in range(LONGEST_MATCH):
            check_actors(self.match)
            if self.match.over:
                break
            seat = self.rng.choice(self.match.actors)
            listed = check_list(self.match, seat)
            move = self.choose(self.rng, listed)
            self._look(number, seat, listed)
            self._play(seat, move)
            if number % SCORES_EVERY == 0 or self.match.over:
                totals = [score.total for score in self.match.scores()]
                hold(SCORE_EVENTS, self.totals == totals, f"{self.totals}, not {totals}")
        hold(ENDS, self.match.over, f"not over after {LONGEST_MATCH} moves")
        self._end()

    def _look(self, number: int, seat: int, listed: Sequence[str]) -> None:
        early = self.thorough and number < DEEP_POSITIONS
        match = self.match
        deep = early or (
            number % DEEP_EVERY == DEEP_FIRST
            and shows_more(features(match, listed, self.told[-1]), type(match))
        )
        if deep:
            check_sharing(match, self.rng)
            check_seed(match, self.seed)
            check_copies(match, replayed=number % REPLAY_EVERY == 0)
            check_scores(match)
        if deep or number % LEAK_EVERY == 0:
            worlds = self._worlds(WORLDS if early else 1)
            self._shadow(early)
        if deep:
            check_refusals(match, worlds)
            check_listed_moves(match, worlds, self.rng)
            check_foretelling(match, worlds[seat], seat, self.rng)

    def _worlds(self, count: int) -> dict[int, list[rules.Match]]:
        """Worlds re-dealt for each seat, looked at with its eyes; and one for spectators."""
        match = self.match
        found: dict[int, list[rules.Match]] = {}
        for eyes in all_eyes(match):
            worlds = [
                redealt(match, eyes, self.rng) for _ in range(count if eyes is not None else 1)
            ]
            seen = match.view(eyes)
            for world in worlds:
                check_looks(match, world, eyes, seen)
                hold(LEAKS, not world.moves, "the journal holds the secret moves of others")
                self._note_change(world, eyes)
            if eyes is not None:
                found[eyes] = worlds
        return found

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
            if pair not in self.changed_for and world.view(witness) != match.view(witness):
                self.changed_for.add(pair)

    def _shadow(self, everybody: bool) -> None:
        """Let re-dealt worlds follow: for everybody's eyes, or for some."""
        eyes = all_eyes(self.match)
        for one in eyes if everybody else [self.rng.choice(eyes)]:
            if one not in self.shadows:
                self.shadows[one] = Shadow(self.match, one, self.rng)

    def _play(self, seat: int, move: str) -> None:
        match = self.match
        before = match.reveals
        events = match.play(seat, move)
        self.told.append(events)
        hold(REVEALS, match.reveals >= before, f"after {move!r} there are fewer")
        check_events(match, events)
        self._count(events)
        if match.reveals > before:
            self.shadows.clear()
        is_telling = move.split(" ")[0] in match.game.telling
        for eyes, shadow in list(self.shadows.items()):
            # of telling moves it is enough that one has been explained
            far = not (is_telling and self.telling[True])
            explained = shadow.follow(match, seat, move, events, far=far)
            if seat != eyes and is_telling:
                self.telling[explained] += 1
            if not explained or shadow.followed >= self.shadowed:
                del self.shadows[eyes]

    def _count(self, events: Sequence[rules.Event]) -> None:
        for event in events:
            if event.kind == "score":
                assert event.seat is not None
                self.totals[event.seat] += event.data["amount"]

    def _end(self) -> None:
        match = self.match
        hold(LISTS, all(match.legal_moves(seat) == [] for seat in range(match.seats)), "at the end")
        check_copies(match, replayed=False)
        check_sharing(match, self.rng)
        check_scores(match)
        hold(COPIES, bool(str(match).strip()), "a match prints itself")
        record = as_json(match.record())
        self._replay(record)
        verified = rules.verify(record)
        hold(REPLAY, verified.sound, verified)
        if not match.game.hides(match.seats, match.options):
            hold(OPEN, not self.changed, f"it does for {self.changed}")
            return
        eyes = set(all_eyes(match))
        hold(REDEALING, self.changed == eyes, f"never for {eyes - self.changed}")
        often = {pair for pair, count in self.occasions.items() if count >= OCCASIONS}
        hold(REDEALING, often <= self.changed_for, f"(eyes, seat): {often - self.changed_for}")
        hopeless = self.telling[False] >= TELLING_OCCASIONS and not self.telling[True]
        hold(REDEALING, not hopeless, "no re-dealt world can do what others do")

    def _replay(self, record: dict[str, Any]) -> None:
        """Every event again, word for word: what the log says is what was said."""
        again = rules.opening(record)
        hold(REPLAY, again.opening == self.told[0], "the opening")
        for number, (seat, move) in enumerate(record["moves"], 1):
            try:
                events = again.play(seat, move)
            except (rules.IllegalMove, rules.ScriptError) as error:
                raise Broken(REPLAY, f"move {number}, {move!r}: {error}") from error
            hold(REPLAY, events == self.told[number], f"move {number}, {move!r}")
        hold(REPLAY, again.dump() == self.match.dump(), "the state at the end")


def wholly_private(match: rules.Match, event: rules.Event) -> bool:
    """Whether all events of the kind are private: what they tell is in nobody else's view."""
    return any(one.kind == event.kind and not one.field for one in match.game.private)
