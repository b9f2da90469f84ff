"""Signed addresses of pictures, so that nobody can request others than the site has named.

A signature gives the same access as the address of a table. It opens what is public or shared by
link, and nothing of a club.
"""

from __future__ import annotations

import json
import zlib
from typing import NamedTuple

from django.conf import settings
from django.core.signing import Signer
from django.urls import reverse

from ..models import Table
from ..studies import actions
from ..studies.models import Chapter, Variation
from ..table.access import is_restricted
from ..table.session import move_numbers

SIGNER = Signer(salt="games.pictures", sep=".")
SITE = "longtable"


class ImageSubject(NamedTuple):
    """The subject of a picture: a table's match, a shared variation or a chapter of a study.

    Attributes:
        which: the table's key, the variation's token, or "key of the study-number of the chapter".
        at: the number of moves before the position, as spectators count; for a chapter, the node.
        version: for a table, its version at the last rollback, because the match was another one
            before. For variations and chapters, a checksum of the moves (`path_checksum`).
    """

    kind: str
    which: str
    at: int
    version: int = 0


def signed_url(named: ImageSubject, suffix: str = "png") -> str:
    token = SIGNER.sign(".".join(map(str, named)))
    return settings.SITE_URL + reverse(f"games:position_{suffix}", args=[token])


def read_token(token: str) -> ImageSubject:
    """The subject that a signed token names.

    Raises:
        BadSignature: the site has not issued this token.
    """
    kind, which, at, version = SIGNER.unsign(token).split(".")
    return ImageSubject(kind, which, int(at), int(version))


def cover_url(name: str) -> str:
    """The address of the picture of a game, or of the site."""
    return settings.SITE_URL + reverse("games:cover", args=[name])


def can_be_shown(table: Table) -> bool:
    """Whether everyone who has the address of a picture may see this match on it."""
    return not is_restricted(table) and table.started_at is not None


def table_image_url(table: Table, moves: int | None = None, suffix: str = "png") -> str:
    """The picture of a match after this many moves, as spectators count (None: now).

    If the match may not be shown, the picture of its game.
    """
    if not can_be_shown(table):
        return cover_url(table.game)
    at = move_numbers.numbering_for(table, None).moves if moves is None else moves
    return signed_url(ImageSubject("table", table.key, at, table.set_back_version), suffix)


def match_image_url(table: Table) -> str | None:
    """The picture of a match as it stands; None if it may not be shown."""
    return table_image_url(table) if can_be_shown(table) else None


def variation_image_url(line: Variation) -> str:
    """The picture of the current position of a shared variation."""
    assert line.token is not None
    return signed_url(
        ImageSubject("line", line.token, line.position, path_checksum(line, line.position))
    )


def chapter_image_url(chapter: Chapter, place: int) -> str:
    line = actions.variation_to(chapter, actions.load_tree(chapter), place)
    return signed_url(
        ImageSubject(
            "chapter",
            f"{chapter.study.key}-{chapter.pk}",
            place,
            path_checksum(line, line.position),
        )
    )


def path_checksum(line: Variation, at: int) -> int:
    """A checksum of the first `at` moves of a variation and of its start.

    The token of a variation stays when its moves are replaced or hidden things are re-dealt.
    """
    return zlib.crc32(json.dumps([line.after_move, line.seed, line.moves[:at]]).encode())
