"""Pictures for link previews: a position with its seats, a game, or the site.

They contain no names of people and no translated text, so all readers share one picture. A game
appears under its declared name.
"""

from __future__ import annotations

import re
from typing import NamedTuple
from xml.etree import ElementTree

from django.template.loader import render_to_string
from django.utils.safestring import SafeString
from django.utils.translation import override

import games.rules as rules
from accounts.site.configuration import get_site

from ..boards import Presenter, Scene, presenter, rendering
from .image_urls import SITE
from .standalone_svg import make_standalone

WIDTH, HEIGHT = 1200, 630
HOME = "css/home.css"

# The seat marks of css/tokens.css as paths around 0, which tell seats apart besides their colours.
SEAT_MARKS = (
    "M-10 0a10 10 0 1 0 20 0a10 10 0 1 0-20 0z",
    "M-9-9H9V9H-9z",
    "M0-10.8 10.8 9.2H-10.8z",
    "M0-11.6 11.6 0 0 11.6-11.6 0z",
    "M-3.6-11H3.6V-3.6H11V3.6H3.6V11H-3.6V3.6H-11V-3.6H-3.6z",
)

SEAT_GAP, BOTTOM = 10, 540  # of the seats beside the board
MAX_SEAT_HEIGHT = 78  # of one of these seats
BOARD_CLASS = re.compile(r'<svg class="([\w -]+)"')


class TitleLine(NamedTuple):
    y: int
    text: str


class SiteLabel(NamedTuple):
    """The name of the site; it gets Longtable's mark if it has no picture of its own."""

    text: str
    size: int
    has_mark: bool


class SeatRow(NamedTuple):
    """A seat; its properties are coordinates within its rectangle."""

    number: int
    y: int
    height: int
    points: str
    acts: bool

    @property
    def inner(self) -> int:
        return self.height - 3

    @property
    def middle(self) -> int:
        return self.height // 2

    @property
    def base(self) -> int:
        return self.middle + 12

    @property
    def mark(self) -> str:
        return SEAT_MARKS[self.number % len(SEAT_MARKS)]


def draw_position(match: rules.Match) -> str:
    """A position as spectators see it, as SVG; "" if its title has no thumbnail."""
    show = presenter(match.game.key)
    with override("en"):  # it has no translated text, so one cached version is enough
        drawn = rendering.render_thumbnail(show, match)
        if not drawn:
            return ""
        scene = Scene.from_match(match, None, [""] * match.seats, is_in_words=False)
        title = _title_lines(_drawable_name(show))
        kind = BOARD_CLASS.match(drawn)
        context = {
            "board_class": kind[1] if kind else "",
            "drawing": drawn,
            "title": title,
            "size": min(54, 680 // max(len(line.text) for line in title)),
            "round": _round_text(scene),
            "round_y": title[-1].y + 56,
            "site": _site_label(),
            "seats": _seat_rows(show, scene, title[-1].y + (86 if _round_text(scene) else 36)),
        }
        return _standalone_text(
            render_to_string("games/previews/position.svg", context), show.thumbnail_stylesheet
        )


def draw_cover(key: str) -> str:
    """The picture of a game or of the site, as SVG."""
    if key == SITE:
        art, title = "components/hero_art.html", _site_label().text
    else:
        art, title = presenter(key).cover, _drawable_name(presenter(key))
    context = {
        "cover": SafeString(render_to_string(art)),
        "title": title,
        "size": min(76, 1900 // len(title)),
        "site": None if key == SITE else _site_label(),
    }
    return _standalone_text(render_to_string("games/previews/cover.svg", context), HOME)


def _standalone_text(drawn: str, style: str) -> str:
    return ElementTree.tostring(make_standalone(drawn, style), "unicode")


def _drawable_name(show: Presenter) -> str:
    """The name of a game, in letters that the fonts of pictures have."""
    name = show.game.name
    return name if _is_drawable(name) else show.game.key.replace("_", " ")


def _site_label() -> SiteLabel:
    site = get_site()
    name = site.name if _is_drawable(site.name) else "Longtable"
    return SiteLabel(name, min(32, 560 // len(name)), not site.picture_name)


def _is_drawable(name: str) -> bool:
    """Whether the fonts of pictures have all letters of a name."""
    return bool(name) and name.isprintable() and max(name) <= "ÿ"


def _title_lines(name: str) -> list[TitleLine]:
    """A name on as few lines as the width of the column allows.

    >>> [line.text for line in _title_lines("Names of some length")]
    ['Names of some', 'length']
    """
    lines = [""]
    for word in name.split():
        if lines[-1] and len(lines[-1]) + len(word) > 12:
            lines.append("")
        lines[-1] = f"{lines[-1]} {word}".strip()
    return [TitleLine(66 + 50 * number, text) for number, text in enumerate(lines)]


def _round_text(scene: Scene) -> str:
    now, last = scene.view.get("round"), scene.view.get("rounds")
    if not isinstance(now, int) or now < 1:
        return ""
    return f"{now} / {last}" if isinstance(last, int) else str(now)


def _seat_rows(show: Presenter, scene: Scene, top: int) -> list[SeatRow]:
    points = show.points(scene)
    room = (BOTTOM - top) // len(points) - SEAT_GAP
    height = min(MAX_SEAT_HEIGHT, room)
    return [
        SeatRow(
            number,
            top + number * (height + SEAT_GAP),
            height,
            "–" if one.total is None else str(one.total).replace("-", "−"),
            number in scene.actors,
        )
        for number, one in enumerate(points)
    ]
