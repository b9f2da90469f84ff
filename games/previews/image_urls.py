"""Where pictures are to be had: signed, so that nobody asks for others than the site has named.

A signature is worth what knowing the address of a table is worth: it opens what is public, or by
link only, and nothing of a circle.
"""

from __future__ import annotations

import json
import zlib
from typing import NamedTuple

from django.conf import settings
from django.core.signing import Signer
from django.urls import reverse

from ..models import Chapter, Table, Variation
from ..studies import actions
from ..table.session import move_numbers

SIGNER = Signer(salt="games.pictures", sep=".")
SITE = "longtable"


class ImageSubject(NamedTuple):
    """What a picture shows: a table's match, a shared line or a chapter of a study.

    Attributes:
        which: the table's key, the line's token, or "key of the study-number of the chapter".
        at: after how many moves, as onlookers count; the place of a chapter.
        version: the version with which the match was set back last: before, it was another. Of a
            line and of a place of a chapter what leads there (`path_checksum`).
    """

    kind: str
    which: str
    at: int
    version: int = 0


def signed_url(named: ImageSubject, suffix: str = "png") -> str:
    told = SIGNER.sign(".".join(map(str, named)))
    return settings.SITE_URL + reverse(f"games:position_{suffix}", args=[told])


def read_token(told: str) -> ImageSubject:
    """What an address names.

    Raises:
        BadSignature: it is none that the site has given out.
    """
    kind, which, at, version = SIGNER.unsign(told).split(".")
    return ImageSubject(kind, which, int(at), int(version))


def cover_url(name: str) -> str:
    """The picture of a game, or of the site."""
    return settings.SITE_URL + reverse("games:cover", args=[name])


def can_be_shown(table: Table) -> bool:
    """Whether whoever has the address of a picture may see this match on it."""
    return table.circle_id is None and table.started_at is not None


def table_image_url(table: Table, moves: int | None = None, suffix: str = "png") -> str:
    """A match after so many moves, as onlookers count (None: now); where that may not be shown,
    its game.
    """
    if not can_be_shown(table):
        return cover_url(table.game)
    at = move_numbers.numbering_for(table, None).moves if moves is None else moves
    return signed_url(ImageSubject("table", table.key, at, table.set_back_version), suffix)


def match_image_url(table: Table) -> str | None:
    """A match as it stands; None where it may not be shown."""
    return table_image_url(table) if can_be_shown(table) else None


def variation_image_url(line: Variation) -> str:
    """A shared line where it stands."""
    assert line.token is not None
    return signed_url(ImageSubject("line", line.token, line.at, path_checksum(line, line.at)))


def chapter_image_url(chapter: Chapter, place: int) -> str:
    line = actions.variation_to(chapter, actions.load_tree(chapter), place)
    return signed_url(
        ImageSubject(
            "chapter", f"{chapter.study.key}-{chapter.pk}", place, path_checksum(line, line.at)
        )
    )


def path_checksum(line: Variation, at: int) -> int:
    """A checksum of what leads to a line's position after so many moves: people play others in
    their place, or deal anew, and the token stays.
    """
    return zlib.crc32(json.dumps([line.after, line.seed, line.moves[:at]]).encode())
