"""Tables of words: lazy messages with values, names by notation word, counted nouns."""

from __future__ import annotations

from games.boards.translations import SITE_TRANSLATIONS as SITE
from games.boards.translations import capital_texts, texts, words
from portal.translation_cache import override_language


def test_lazy_message_with_values_is_formatted_in_the_language_of_its_reader() -> None:
    name = SITE.gettext_lazy("Points")
    amount = SITE.gettext_lazy("%(n)s %(name)s", n=2, name=name)
    with override_language("en"):
        assert str(amount) == "2 Points"
    with override_language("ja"):
        assert str(amount) == SITE.gettext("%(n)s %(name)s") % {"n": 2, "name": str(name)}
        assert "Points" not in str(amount)


def test_lazy_message_without_values_keeps_a_percent_sign() -> None:
    assert str(SITE.gettext_lazy("100 %")) == "100 %"


def test_names_have_the_words_of_their_english_text() -> None:
    names = words(*map(SITE.gettext_lazy, ("Points", "San Juan", "Étampes", "set-up")))
    assert list(names) == ["points", "san_juan", "etampes", "set_up"]
    with override_language("ja"):
        assert str(names["points"]) == SITE.gettext("Points") != "Points"


def test_texts_are_in_the_language_of_the_reader() -> None:
    names = words(SITE.gettext_lazy("Points"))
    for language in ("en", "ja"):
        with override_language(language):
            points = SITE.gettext("Points")
            assert texts(names) == {"points": points}
            assert capital_texts(names) == {"points": points[:1].upper() + points[1:]}


def test_counted_noun_is_a_function_of_the_number() -> None:
    points = SITE.ngettext_lazy("%(n)s point", "%(n)s points")
    with override_language("en"):
        assert [points(1), points(2), points(2000)] == ["1 point", "2 points", "2000 points"]


def test_lazy_counted_noun_is_formatted() -> None:
    with override_language("en"):
        coin = SITE.ngettext_lazy("%(n)s coin", "%(n)s coins", 1)
        assert str(coin) == "1 coin"
