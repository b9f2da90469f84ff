"""Labels of moves as data."""

from __future__ import annotations

from games.boards.labels import argument, label
from games.boards.translations import SITE_TRANSLATIONS as SITE
from portal.translation_cache import override_language

NAMES = {"wine": SITE.gettext_lazy("Points"), "cloth": SITE.gettext_lazy("Players")}


def test_label_without_placeholders_takes_anything() -> None:
    finish = label(SITE.gettext_lazy("Points"))
    for language in ("en", "ja"):
        with override_language(language):
            assert finish([], None) == finish() == SITE.gettext("Points")


def test_label_shows_words_of_the_move_and_constants() -> None:
    sell = label(
        "Sell %(n)s %(good)s for %(price)s%(more)s",
        good=argument(NAMES),
        n=argument(int, 1),
        price=3,
        more=lambda arguments, scene: scene,
    )
    for language in ("en", "ja"):
        with override_language(language):
            assert sell(["cloth", "2"], "!") == f"Sell 2 {SITE.gettext('Players')} for 3!"


def test_constant_words_are_in_the_language_of_the_reader() -> None:
    drop = label("Drop %(good)s", good=NAMES["wine"])
    with override_language("ja"):
        assert drop() == f"Drop {SITE.gettext('Points')}"
