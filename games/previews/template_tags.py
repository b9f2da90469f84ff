"""Template tags for link previews: the title, sentence and picture that chats and networks show.

Their programs fetch pages anonymously, so only anonymous visitors' pages have these tags. For a
table that is not public, they name only its game.
"""

from __future__ import annotations

from typing import Any

from django import template
from django.utils.translation import gettext as _

from accounts.site.configuration import get_site, site_description

from ..boards import Presenter, presenter
from ..models import Table
from ..studies.models import Chapter, Variation
from . import image_urls
from .social_cards import HEIGHT, WIDTH

register = template.Library()


def _preview_data(title: str, text: str, image: str, alt: str) -> dict[str, Any]:
    return {
        "site": get_site().name,
        "title": title,
        "text": text,
        "image": image,
        "alt": alt,
        "wide": WIDTH,
        "high": HEIGHT,
    }


@register.inclusion_tag("components/preview.html")
def preview() -> dict[str, Any]:
    """The preview of any page: the site."""
    return _preview_data(
        "", site_description(), image_urls.cover_url(image_urls.SITE), get_site().name
    )


@register.inclusion_tag("components/preview.html")
def preview_of_game(show: Presenter) -> dict[str, Any]:
    return _preview_data(
        show.name(), show.blurb(), image_urls.cover_url(show.game.key), show.name()
    )


@register.inclusion_tag("components/preview.html")
def preview_of_table(table: Table, moves: int | None = None) -> dict[str, Any]:
    """The preview of a table, or of its match after `moves` moves; if not public, of its game."""
    show = presenter(table.game)
    if table.visibility != Table.Visibility.PUBLIC:
        return preview_of_game(show)
    image = image_urls.table_image_url(table, moves)
    if table.started_at is not None:
        return _of_position(table, image, _title(table))
    text = _(
        "A %(game)s table before the match: the players, the clock, the options and how to join."
    ) % {"game": show.name()}
    return _preview_data(_title(table), text, image, show.name())


@register.inclusion_tag("components/preview.html")
def preview_of_line(line: Variation, table: Table) -> dict[str, Any]:
    """The preview of a variation that is shared by link."""
    is_public = table.visibility == Table.Visibility.PUBLIC
    title = _title(table) if is_public else table.game_name
    return _of_position(table, image_urls.variation_image_url(line), title)


@register.inclusion_tag("components/preview.html")
def preview_of_chapter(chapter: Chapter, place: int) -> dict[str, Any]:
    """The preview of a node of a chapter, in a study that is shared by link."""
    image = image_urls.chapter_image_url(chapter, place)
    return _of_position(chapter.table, image, f"{chapter.name} – {chapter.study.name}")


def _title(table: Table) -> str:
    return f"{table.game_name} · {table.title}"


def _of_position(table: Table, image: str, title: str) -> dict[str, Any]:
    game = {"game": table.game_name}
    text = _("A match of %(game)s: see the board and follow it move by move.") % game
    return _preview_data(title, text, image, _("The board of a match of %(game)s") % game)
