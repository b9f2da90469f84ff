"""Pictures of positions: of what everybody may see, at addresses that only the site gives out."""

from __future__ import annotations

import errno
import os
import re
import struct
import time
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit
from xml.etree import ElementTree

import pytest
from django.core.cache import cache
from django.test import Client

import games.rules as rules
from accounts.models import User
from games.boards import presenter
from games.models import Table
from games.previews import image_cache, image_urls, rasterizer, social_cards, views
from games.studies import actions, creation
from games.studies.analysis import variations
from games.studies.analysis.positions import position_of
from games.studies.models import Study
from tests.boards.walks import walk
from tests.games.conftest import play_on

pytestmark = [pytest.mark.django_db, pytest.mark.same_everywhere]

DRAWN = [key for key in sorted(rules.catalogue()) if presenter(key).is_drawn]
KNOWN = {  # what a painter knows of SVG; another element would be left out without a word
    *("svg", "g", "defs", "symbol", "use", "path", "rect", "circle", "ellipse", "line", "text"),
    *("polygon", "polyline", "tspan", "title"),
}


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, settings: object) -> Iterator[Path]:
    """Nothing that another test has asked for is there."""
    cache.clear()
    views.FILE_NAMES.clear()
    settings.DATA_DIR = tmp_path  # type: ignore[attr-defined]
    yield tmp_path / "pictures"
    views.FILE_NAMES.clear()


def path_of(address: str) -> str:
    return urlsplit(address).path


def size_of(png: bytes) -> tuple[int, int]:
    assert png[:8] == b"\x89PNG\r\n\x1a\n"
    wide, high = struct.unpack(">II", png[16:24])
    return wide, high


@pytest.mark.parametrize("key", DRAWN)
def test_a_position_stands_alone(key: str) -> None:
    """No class, no property and no file that only a page has, and nobody's name."""
    steps = walk(key, rules.get(key).seats[-1], "glimpse")
    drawn = [social_cards.draw_position(steps[place][0]) for place in (0, len(steps) // 2, -1)]
    assert len(set(drawn)) == 3
    for svg in drawn:
        root = ElementTree.fromstring(svg)  # noqa: S314
        nodes = list(root.iter())
        assert {node.tag.rpartition("}")[2] for node in nodes} <= KNOWN
        ids = {node.get("id") for node in nodes}
        for node in nodes:
            if node.tag.endswith("use"):
                assert node.get("href", "").removeprefix("#") in ids
            for name, value in node.items():
                assert not name.startswith(("class", "data-", "aria-", "on", "style")), name
                assert not re.search(r"var\(|light-dark|calc\(|url\(|://(?!www\.w3)", value), value
        text_nodes = [node for node in nodes if node.tag.endswith("text")]
        assert all(max(node.text or " ") <= "ÿ" or node.text == "–" for node in text_nodes)


@pytest.mark.parametrize("key", [image_urls.SITE, *DRAWN])
def test_covers_are_there_for_every_game_and_the_site(key: str) -> None:
    svg = social_cards.draw_cover(key)
    assert "var(" not in svg
    assert "class=" not in svg


def test_a_match_is_painted_once_and_may_be_shown_anywhere(
    table: Table, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = play_on(table, 6)
    address = path_of(image_urls.table_image_url(table))
    answer = Client().get(address)
    assert answer.headers["Content-Type"] == "image/png"
    assert size_of(answer.content) == (social_cards.WIDTH, social_cards.HEIGHT)
    assert "public" in answer.headers["Cache-Control"]
    assert answer.headers["Cross-Origin-Resource-Policy"] == "cross-origin"
    assert answer.headers["Content-Security-Policy"].startswith("default-src 'none'")
    assert not answer.cookies
    monkeypatch.setattr(rasterizer, "rasterize", None)  # it is not painted again
    assert Client().get(address).content == answer.content
    views.FILE_NAMES.clear()  # as in another process
    assert Client().get(address).content == answer.content
    known = {"HTTP_IF_NONE_MATCH": answer.headers["ETag"]}
    assert Client().get(address, **known).status_code == 304
    svg = Client().get(address.replace(".png", ".svg"))
    assert svg.headers["Content-Type"] == "image/svg+xml"
    ElementTree.fromstring(svg.content)  # noqa: S314
    assert len(list(folder.iterdir())) == 1


def test_a_picture_stays_that_of_its_moment(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rasterizer, "rasterize", str.encode)
    before = path_of(image_urls.table_image_url(play_on(table, 4)))
    then = Client().get(before).content
    table = play_on(table, 6)
    after = path_of(image_urls.table_image_url(table))
    assert before != after
    assert Client().get(before).content == then
    assert Client().get(after).content != then


def test_a_position_played_otherwise_has_another_picture(
    table: Table, people: list[User], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A line keeps its token then, and a place of a chapter may get the number that one had."""
    monkeypatch.setattr(rasterizer, "rasterize", str.encode)
    ann, table = people[0], play_on(table)
    line = variations.start_variation(ann, table, 0)
    variations.set_sharing(ann, table, line.pk, by_link=True)
    study = actions.create_study(ann, "Openings")
    chapter = creation.add_chapter_from_table(ann, study.key, table, 0)
    actions.update_study(ann, study.key, name="Openings", readers=Study.Visibility.LINK)
    match = position_of(table, line)[0].match
    seat, played = next(iter(match.actors)), table.moves.get(number=1).text
    others = [move for move in match.legal_moves(seat) if move != played]
    added = table.move_count + 1
    paths: list[str] = []
    for move in (others[0], others[-1]):
        if paths:
            actions.delete_branch(ann, study.key, chapter.pk, added)
        variations.go_to(ann, table, line.pk, 0)
        variations.play_moves(ann, table, line.pk, 0, [move])
        assert actions.play_moves(ann, study.key, chapter.pk, 0, [move]) == added
        line.refresh_from_db()
        chapter.refresh_from_db()
        pictures = (
            image_urls.variation_image_url(line),
            image_urls.chapter_image_url(chapter, added),
        )
        paths += [path_of(one) for one in pictures]
        game = social_cards.draw_cover(table.game).encode()
        assert game not in [Client().get(one).content for one in paths[-2:]]
    assert [Client().get(one).content for one in paths[:2]] == [game, game]


def test_no_address_is_made_up(table: Table) -> None:
    table = play_on(table, 4)
    path = path_of(image_urls.table_image_url(table))
    forged = re.sub(r"[^.]+(?=\.png)", "A" * 43, path)
    other = path.replace(".4.", ".3.")
    assert len({path, forged, other}) == 3
    for address in (forged, other, "/pictures/table.x.1.0.png", "/pictures/of/nothing.png"):
        assert Client().get(address).status_code == 404, address


def test_what_is_hidden_is_shown_as_its_game(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rasterizer, "rasterize", str.encode)
    table = play_on(table, 4)
    path = path_of(image_urls.table_image_url(table))
    game = Client().get(path_of(image_urls.cover_url(table.game))).content
    site = Client().get(path_of(image_urls.cover_url(image_urls.SITE))).content
    picture = Client().get(path).content
    assert len({game, site, picture}) == 3
    back = [{"after": 1, "version": 1, "seed": "x", "commitment": "y"}]
    Table.objects.filter(pk=table.pk).update(reseeds=back)
    answer = Client().get(path)
    assert answer.content == game
    assert answer.headers["Cache-Control"] == "public, max-age=60"
    Table.objects.filter(pk=table.pk).delete()
    assert Client().get(path).content == site


def test_a_robot_does_not_keep_the_site_busy(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rasterizer, "rasterize", str.encode)
    monkeypatch.setattr(views, "MOST", 2)
    table = play_on(table, 5)
    paths = [path_of(image_urls.table_image_url(table, moves)) for moves in range(4)]
    assert [Client().get(one).status_code for one in paths] == [200, 200, 429, 429]
    assert Client().get(paths[2]).headers["Retry-After"]
    assert Client().get(paths[0]).status_code == 200  # it is there
    other = Client(REMOTE_ADDR="192.0.2.7")
    assert other.get(paths[2]).status_code == 200


def test_previews_count_a_network_of_ipv6_as_one_client(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rasterizer, "rasterize", str.encode)
    monkeypatch.setattr(views, "MOST", 2)
    table = play_on(table, 5)
    paths = [path_of(image_urls.table_image_url(table, moves)) for moves in range(4)]
    statuses = [
        Client(REMOTE_ADDR=f"2001:db8:1:1::{n:x}").get(path).status_code
        for n, path in enumerate(paths)
    ]
    assert statuses == [200, 200, 429, 429]


class HeldLock:
    """A lock that another has, for which nobody waits."""

    def acquire(self, blocking: bool = True) -> bool:
        assert not blocking
        return False


def test_a_painter_that_fails_or_is_busy_is_asked_again_later(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rasterizer, "_lock", HeldLock())
    path = path_of(image_urls.table_image_url(play_on(table, 1)))
    assert Client().get(path).headers["Retry-After"]
    monkeypatch.undo()
    with pytest.raises(rasterizer.RasterizerError):
        rasterizer.rasterize("<svg")


def test_what_cannot_be_drawn_is_not_drawn_again(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    calls = []

    def record_and_fail(match: rules.Match) -> str:
        calls.append(match)
        raise ZeroDivisionError

    monkeypatch.setattr(rasterizer, "rasterize", str.encode)
    monkeypatch.setattr(social_cards, "draw_position", record_and_fail)
    path = path_of(image_urls.table_image_url(play_on(table, 3)))
    game = Client().get(path_of(image_urls.cover_url(table.game))).content
    assert [Client().get(path).content for _ in range(3)] == [game] * 3
    assert len(calls) == 1


def test_a_full_disk_shows_pictures_and_keeps_no_halves(
    table: Table, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_paths: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(rasterizer, "rasterize", str.encode)
    monkeypatch.setattr(os, "replace", full)
    path = path_of(image_urls.table_image_url(play_on(table, 2)))
    assert Client().get(path).status_code == 200
    assert list(folder.iterdir()) == []


def test_pictures_that_nobody_asks_for_make_room(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(image_cache, "MOST_BYTES", 1000)
    now = time.time()
    for age, name in enumerate(("old.png", "a.png", "b.png")):
        image_cache.put(name, b"x" * 400)
        os.utime(folder / name, (now - 40 + age, now - 40 + age))
    assert image_cache.get("a.png")  # asked for again: now the newest
    image_cache.put("c.png", b"x" * 400)
    assert {path.name for path in folder.iterdir()} == {"a.png", "c.png"}
    os.utime(folder / "a.png", (now - image_cache.LONGEST - 60, now - image_cache.LONGEST - 60))
    image_cache.put("d.png", b"x" * 4)
    assert {path.name for path in folder.iterdir()} == {"c.png", "d.png"}
