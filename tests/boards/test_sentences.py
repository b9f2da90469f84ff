"""Sentences as data: how tables are read, and that those of all titles fit what happens."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import Any

import pytest
from django.utils import translation

import games.rules as rules
from games.boards import presenter
from games.boards.sentences import (
    PLACEHOLDER,
    By,
    Each,
    Plural,
    Sentence,
    Sentences,
    When,
    of,
    seat_name,
)
from games.boards.translations import SITE_TRANSLATIONS, ngettext
from games.rules import corpus
from tests.boards.walks import NAMES, walk

#: What a value without a formatter looks like.
RAW = re.compile(r"%\(|[{}\[\]]|\b(None|True|False)\b|[a-z]_[a-z]")
READ_EVERY = 6  # entries of a corpus
TITLES = sorted(rules.catalogue())
gettext_lazy = SITE_TRANSLATIONS.gettext_lazy


def text(sentence: Any, seat: int | None = None, /, **data: Any) -> str:
    event = rules.Event("kind", seat, data)
    return Sentences({"kind": sentence}, {"good": {"corn": "Corn"}}).text(event, NAMES)


def test_placeholders_show_words_fields_and_the_seat() -> None:
    assert text("%(name)s sells %(n)s %(good)s.", 1, n=2, good="corn") == "Benedikt sells 2 Corn."
    assert text(Sentence("Ship it: %(good)s.", good="what"), what="corn") == "Ship it: Corn."
    assert text(Sentence("For %(to)s.", to=seat_name("receiver")), receiver=2) == "For Chihiro."
    assert text(Sentence("%(sum)s", sum=of(lambda a, b: a + b, "a", "b")), a=1, b=2) == "3"
    many = Sentence("%(a)s %(b)s %(c)s %(d)s %(a)s")
    assert text(many, a=1, b=2, c=3, d=4) == "1 2 3 4 1"


def test_first_variant_that_applies_is_shown() -> None:
    sentence = Sentence(When("free", "Free."), When("n", "None.", equals=0), "Paid.")
    assert text(sentence, free=True, n=0) == "Free."
    assert text(sentence, n=0) == "None."
    assert text(sentence, n=1) == "Paid."
    assert text(Sentence(When("free", "Free."))) == ""


def test_tables_plurals_lists_and_nested_sentences() -> None:
    assert text(By("step", {"a": "First.", "b": "Second."}), step="b") == "Second."
    plural = Plural("tiles", lambda n: ngettext("%(n)s move", "%(n)s moves", n))
    assert [text(plural, tiles=n) for n in (1, 2)] == ["1 move", "2 moves"]
    pair = Sentence("%(good)s %(n)s", good="key", n="value")
    assert text(Each("goods", pair), goods={"corn": 2}) == "Corn 2"
    share = Sentence("%(name)s %(n)s", name=seat_name("key"), n="value")
    assert text(Each("points", share, "; ".join), points=[3, 4]) == "Anna 3; Benedikt 4"
    assert text(Each("rows", "%(n)s!"), rows=[{"n": 1}, {"n": 2}]) == "1!, 2!"
    assert (
        text(Sentence("%(start)s, too.", start=Sentence("%(n)s", n="count")), count=3) == "3, too."
    )


def test_texts_use_the_reader_language() -> None:
    table = Sentences({"end": gettext_lazy("The match is over.")})
    for language in ("en", "ja", "en"):
        with translation.override(language):
            expected = str(gettext_lazy("The match is over."))
            assert table.text(rules.Event("end", None, {})) == expected


def test_unknown_kind_or_field_raises() -> None:
    with pytest.raises(KeyError):
        Sentences({}).text(rules.Event("moon_landing", None, {}))
    with pytest.raises(KeyError):
        text("%(craters)s")


def corpus_events(key: str) -> Iterator[tuple[int, rules.Event]]:
    """Events of the title with the number of seats."""
    for path in corpus.files(key)[::READ_EVERY]:
        entry = corpus.read(path)
        seats = corpus.entry_origin(entry)["seats"]
        for step in corpus.steps(entry):
            yield from ((seats, event) for event in step.events)
    for seats in (rules.get(key).seats[0], rules.get(key).seats[-1]):
        for _match, events in walk(key, seats, "sentences"):
            yield from ((seats, event) for event in events)


@pytest.mark.parametrize("key", TITLES)
def test_every_sentence_of_a_title_fits_its_events(key: str) -> None:
    show = presenter(key)
    fields = defaultdict[str, dict[str, list[Any]]](lambda: defaultdict(list))
    for seats, event in corpus_events(key):
        assert event.kind in show.event_sentences or event.kind in show.silent_event_kinds
        for field, value in event.data.items():
            fields[event.kind][field].append(value)
        for language in ("en", "ja"):
            with translation.override(language):
                line = show.log_line(event, NAMES[:seats])
            assert not RAW.search(line), (event, line)
    for kind, sentence in show.event_sentences.items():
        for text, placeholders in leaves(sentence, dict(show.event_placeholders)):
            for one in PLACEHOLDER.findall(text):
                values = fields[kind].get(one, [])
                is_plain = all(type(value) in (int, str) for value in values)
                assert one in placeholders or one == "name" or (values and is_plain), (kind, text)


def leaves(sentence: Any, placeholders: dict[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    """All texts of a sentence, each with the placeholders it may use."""
    match sentence:
        case Sentence():
            placeholders = {**placeholders, **sentence.placeholders}
            inner: Sequence[Any] = [
                *(one.sentence if isinstance(one, When) else one for one in sentence.variants),
                *(one for one in sentence.placeholders.values() if isinstance(one, Sentence)),
            ]
        case By():
            inner = list(sentence.sentences.values())
        case Each():
            inner = [sentence.sentence]
        case Plural():
            yield from ((sentence.form(n), {**placeholders, "n": n}) for n in (1, 2))
            return
        case _:
            yield str(sentence), placeholders
            return
    for one in inner:
        yield from leaves(one, placeholders)
