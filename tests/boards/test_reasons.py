"""Why a move or a table is refused: in the words of the page, whole, and where the rules say so."""

from __future__ import annotations

import itertools
import json
import random
import re
from collections.abc import Iterator
from functools import cache

import pytest
from django.utils import translation

import games.rules as rules
from games import registry, rulebook
from games.boards import Presenter, presenter, translate_reason
from games.rules.reasons import Value

TITLES = tuple(rules.catalogue())
# without a board of its own a title has no words but its notation
SPOKEN = tuple(key for key in TITLES if registry.title_module(key, "board") is not None)
NAMES = ("太郎", "花子", "次郎", "桜", "健")
MOVES = 250
TRIES = 8
NONSENSE = ("", " ", "pass  ", "fly moon", "pass none", "done 7", "\x00", "place 99,99 45")
CODE = re.compile(r"[a-z][a-z0-9]*(_[a-z0-9]+)*")
# a space or a port; the I of a level, too
PLACE_ON_A_MAP = re.compile(r"\b[A-U][0-9]{0,2}\b", re.ASCII)
LATIN = re.compile(r"[A-Za-z_]|%\(")


def settings(key: str) -> Iterator[tuple[int, dict[str, str]]]:
    """Fewest and most seats, with the first choices of all options and with the last."""
    game = rules.get(key)
    for seats, last in itertools.product({game.seats[0], game.seats[-1]}, (0, -1)):
        options = {one.key: one.choices[last] for one in game.options}
        if not (game.conflict and game.conflict(seats, options)):
            yield seats, game.check(seats, options)


def refusal_of(
    match: rules.Match, seat: int, move: object, listed: list[str]
) -> rules.IllegalMove | None:
    """The refusal of a move; None if it is listed."""
    if move in listed:
        return None
    with pytest.raises(rules.IllegalMove) as refusal:
        match.play(seat, move)
    assert isinstance(refusal.value.why, rules.Reason), refusal.value.why
    return refusal.value


def mangle_moves(seen: list[str], rng: random.Random) -> Iterator[str]:
    """Moves of this match as one gets them wrong: elsewhere, too long, cut off, put together."""
    for _number in range(TRIES):
        move, other = rng.choice(seen), rng.choice(seen)
        yield move
        yield f"{move} 1"
        yield move[:-1]
        words, others = move.split(" "), other.split(" ")
        place = rng.randrange(len(words))
        yield " ".join([*words[:place], rng.choice(others), *words[place + 1 :]])
        if place and len(others) > place:
            yield " ".join([*words[:place], others[place], *words[place + 1 :]])
    yield from NONSENSE


@cache
def refusals(key: str) -> tuple[list[tuple[str, rules.IllegalMove]], frozenset[str]]:
    """What random play with mangled moves meets.

    Returns:
        A move so refused and its refusal, for each code, message and section (where there is none,
        with and without a verb of the title); the verbs of the title.
    """
    found: dict[tuple[str, str, str | bool], tuple[str, rules.IllegalMove]] = {}
    verbs: set[str] = set()
    for seats, options in settings(key):
        match = rules.new_match(key, seats, options, seed=f"reasons {seats}")
        rng = random.Random(f"{key} {seats}")
        own: dict[str, None] = {}
        for _number in range(MOVES):
            if match.over:
                break
            listed = {seat: match.legal_moves(seat) for seat in range(seats)}
            own |= dict.fromkeys(move for moves in listed.values() for move in moves)
            verbs |= {move.split(" ")[0] for move in own}
            moves = list(own)
            for seat in range(seats):
                for move in [*mangle_moves(moves, rng), None, 3]:
                    error = refusal_of(match, seat, move, listed[seat])
                    if error is not None:
                        known = str(move).split(" ")[0] in verbs
                        kind = (error.why.code, error.why.message, error.section or known)
                        found.setdefault(kind, (str(move), error))
            seat = rng.choice(match.actors)
            match.play(seat, rng.choice(listed[seat]))
    return list(found.values()), frozenset(verbs)


def sample_reasons(key: str) -> tuple[rules.Reason, ...]:
    """A reason of each kind that is met."""
    return tuple(error.why for _move, error in refusals(key)[0])


# Of whose turn it is, and of what is no move of any game; no rule answers it.
OF_NO_RULE = {"over", "not_your_turn", "not_text", "not_a_move"}


@pytest.mark.parametrize("key", [key for key in TITLES if rulebook.available_languages(key)])
def test_a_refusal_leads_to_the_paragraph_that_answers_it(key: str) -> None:
    """Neither to a whole chapter, as the course of a turn, nor to what is told to programmers."""
    book = rulebook.load_rulebook(key, "en")
    assert book is not None
    found, verbs = refusals(key)
    paragraphs = {
        part.number for part in book.parts if "." in part.number and not part.for_programmers
    }
    astray = {
        f"{move}: {error.why} ({error.section})"
        for move, error in found
        if error.section not in paragraphs
        and (error.section or (move.split(" ")[0] in verbs and error.why.code not in OF_NO_RULE))
    }
    assert astray == set()


def without_quotations(value: Value) -> Value:
    """A reason or a value without what somebody wrote and without forms of moves."""
    match value:
        case rules.UserInput() | rules.MoveSyntax():
            return 0
        case rules.Reason():
            params = {name: without_quotations(one) for name, one in value.params.items()}
            return rules.Reason(value.code, value.message, **params)
        case tuple() if type(value) is tuple:
            return tuple(map(without_quotations, value))
    return value


def on_the_page(show: Presenter, why: rules.Reason) -> str:
    return PLACE_ON_A_MAP.sub("", show.reason(without_quotations(why), NAMES))


def clauses(why: rules.Reason) -> Iterator[rules.Reason]:
    """A reason and those within it."""
    yield why
    for value in why.params.values():
        for one in value if type(value) is tuple else (value,):
            if isinstance(one, rules.Reason):
                yield from clauses(one)


MANY = 15


def refusals_of(key: str) -> int:
    """How often the rules of a title say why something is refused."""
    sources = (registry.title_folders()[key] / "rules").rglob("*.py")
    return sum(
        len(re.findall(r"\b(illegal_move|malformed_move)\(", path.read_text())) for path in sources
    )


@pytest.mark.parametrize("key", TITLES)
def test_random_play_meets_many_reasons(key: str) -> None:
    """Or all of them, in a title with few."""
    assert len(sample_reasons(key)) >= min(MANY, refusals_of(key))
    assert {"not_text", "not_a_move"} <= {why.code for why in sample_reasons(key)}


@pytest.mark.parametrize("key", SPOKEN)
def test_every_reason_is_wholly_japanese_on_a_japanese_page(key: str) -> None:
    show = presenter(key)
    with translation.override("ja"):
        read = {why.message: on_the_page(show, why) for why in sample_reasons(key)}
    assert {message: text for message, text in read.items() if LATIN.search(text)} == {}
    assert {message: text for message, text in read.items() if ", " in text} == {}


@pytest.mark.parametrize("key", SPOKEN)
def test_no_reason_speaks_notation_on_an_english_page(key: str) -> None:
    show = presenter(key)
    with translation.override("en"):
        read = {why.message: on_the_page(show, why) for why in sample_reasons(key)}
    assert {message: text for message, text in read.items() if "_" in text or ":n" in text} == {}


@pytest.mark.parametrize("key", TITLES)
def test_every_code_is_a_word_for_programs(key: str) -> None:
    codes = {one.code for why in sample_reasons(key) for one in clauses(why)}
    assert [code for code in codes if not CODE.fullmatch(code)] == []


@pytest.mark.parametrize("key", TITLES)
def test_programs_get_every_value_as_json(key: str) -> None:
    for why in sample_reasons(key):
        data = json.loads(json.dumps(why.data()))
        assert data["code"] == why.code
        assert set(data["params"]) == set(why.params)


@pytest.mark.parametrize("key", rules.catalogue())
def test_an_example_is_a_move_of_ones_own(key: str) -> None:
    game = rules.get(key)
    match = rules.new_match(key, game.seats[-1], seed="examples")
    for seat in range(match.seats):
        error = refusal_of(match, seat, 7, match.legal_moves(seat))
        assert error is not None
        why = error.why
        if match.legal_moves(seat):
            assert why.params["example"] in match.legal_moves(seat)
        else:
            assert why.code == "not_your_turn"


# options


@pytest.mark.parametrize("key", SPOKEN)
def test_option_errors_are_translated_to_japanese(key: str) -> None:
    game = rules.get(key)
    wrong: list[tuple[int, dict[str, str]]] = [(99, {}), (game.seats[-1], {"moon": "full"})]
    wrong += [(game.seats[-1], {option.key: "moon"}) for option in game.options]
    show = presenter(key)
    with translation.override("ja"):
        for seats, options in wrong:
            with pytest.raises(rules.OptionError) as refusal:
                game.check(seats, options)
            assert isinstance(refusal.value.why, rules.Reason)
            assert not LATIN.search(on_the_page(show, refusal.value.why))


def test_unknown_game_error_uses_reader_language() -> None:
    with pytest.raises(rules.OptionError) as refusal:
        rules.get("no-such-game")
    with translation.override("ja"):
        said = translate_reason(refusal.value.why, "no-such-game")
    assert said.startswith("'no-such-game'というゲームはありません")


# what somebody wrote


@pytest.mark.parametrize("key", TITLES)
def test_what_somebody_wrote_is_quoted_and_stays_as_it_is(key: str) -> None:
    why = rules.Reason("no_such_role", "%(given)s is not a role", given=rules.UserInput("king"))
    assert str(why) == "'king' is not a role"
    with translation.override("en"):
        assert presenter(key).reason(why) == "“king” is not a role"
    assert why.data() == {"code": "no_such_role", "params": {"given": "king"}}


@pytest.mark.parametrize("key", TITLES)
def test_what_cannot_be_printed_is_spelled_out_and_what_is_long_is_cut(key: str) -> None:
    given = rules.UserInput("\ud800\x00" + "x" * 100_000)
    why = rules.Reason("not_a_move", "%(given)s is not a move", given=given)
    for text in (presenter(key).reason(why), str(why), json.dumps(why.data())):
        assert len(text.encode()) < 200
        assert "\\ud800" in text


@pytest.mark.parametrize("key", TITLES)
def test_a_name_at_the_start_stays_as_it_is_written(key: str) -> None:
    show = presenter(key)
    why = rules.Reason("x", "%(seat)s may not", seat=rules.SeatNumber(1))
    assert show.reason(why, ("ann", "bob")) == "bob may not"
    assert show.reason(rules.Reason("x", "you may not"), ("ann", "bob")) == "You may not"
