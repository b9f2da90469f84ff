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

from ..models import Chapter, Line, Table
from ..studies import actions
from ..table.session import move_numbers

SIGNER = Signer(salt="games.pictures", sep=".")
SITE = "longtable"


class Named(NamedTuple):
    """What a picture shows: a table's match, a shared line or a chapter of a study.

    Attributes:
        which: the table's key, the line's token, or "key of the study-number of the chapter".
        at: after how many moves, as onlookers count; the place of a chapter.
        version: the version with which the match was set back last: before, it was another. Of a
            line and of a place of a chapter what leads there (`way`).
    """

    kind: str
    which: str
    at: int
    version: int = 0


def signed(named: Named, suffix: str = "png") -> str:
    told = SIGNER.sign(".".join(map(str, named)))
    return settings.SITE_URL + reverse(f"games:position_{suffix}", args=[told])


def read(told: str) -> Named:
    """What an address names.

    Raises:
        BadSignature: it is none that the site has given out.
    """
    kind, which, at, version = SIGNER.unsign(told).split(".")
    return Named(kind, which, int(at), int(version))


def cover(name: str) -> str:
    """The picture of a game, or of the site."""
    return settings.SITE_URL + reverse("games:cover", args=[name])


def may_be_shown(table: Table) -> bool:
    """Whether whoever has the address of a picture may see this match on it."""
    return table.circle_id is None and table.started_at is not None


def of_table(table: Table, moves: int | None = None, suffix: str = "png") -> str:
    """A match after so many moves, as onlookers count (None: now); where that may not be shown,
    its game.
    """
    if not may_be_shown(table):
        return cover(table.game)
    at = move_numbers.count(table, None).moves if moves is None else moves
    return signed(Named("table", table.key, at, table.set_back_version), suffix)


def of_match(table: Table) -> str | None:
    """A match as it stands; None where it may not be shown."""
    return of_table(table) if may_be_shown(table) else None


def of_line(line: Line) -> str:
    """A shared line where it stands."""
    assert line.token is not None
    return signed(Named("line", line.token, line.at, way(line, line.at)))


def of_chapter(chapter: Chapter, place: int) -> str:
    line = actions.line_to(chapter, actions.tree_of(chapter), place)
    return signed(Named("chapter", f"{chapter.study.key}-{chapter.pk}", place, way(line, line.at)))


def way(line: Line, at: int) -> int:
    """A checksum of what leads to a line's position after so many moves: people play others in
    their place, or deal anew, and the token stays.
    """
    return zlib.crc32(json.dumps([line.after, line.seed, line.moves[:at]]).encode())
