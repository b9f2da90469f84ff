"""What a chat shows of a link: tags for whoever comes as nobody, and no more than is public."""

from __future__ import annotations

import re
from urllib.parse import urlsplit

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from games.boards import presenter
from games.lobby.setup import table_setup
from games.lobby.table_settings import TableSettings
from games.models import Table
from games.previews import image_urls, social_cards
from games.studies import actions, creation
from games.studies.analysis import variations
from games.studies.models import Study
from games.time_controls import PRESETS_BY_KEY
from tests.clients import signed_in
from tests.games.conftest import GAME, play_on

pytestmark = [pytest.mark.django_db, pytest.mark.same_everywhere]

TAG = re.compile(r'<meta (?:property|name)="((?:og|twitter):[\w:]+)" content="([^"]*)">')


def tags(address: str, client: Client | None = None) -> dict[str, str]:
    answer = (client or Client()).get(address)
    assert answer.status_code == 200
    return dict(TAG.findall(answer.text))


def test_a_match_is_shown_by_its_board(table: Table, people: list[User]) -> None:
    table = play_on(table, 6)
    meta = tags(table.get_absolute_url())
    assert meta["og:image"] == image_urls.table_image_url(table)
    assert meta["og:title"] == f"{table.game_name} · {table.title}"
    assert (meta["og:image:width"], meta["og:image:height"]) == ("1200", "630")
    assert meta["og:image:alt"]
    assert meta["twitter:card"] == "summary_large_image"
    for seat in table.seat_set.all():
        assert not any(seat.name in value for value in meta.values())
    assert tags(table.get_absolute_url(), signed_in(people[0])) == {}
    past = tags(reverse("games:replay", args=[table.key]) + "?move=2")
    assert past["og:image"] == image_urls.table_image_url(table, 2)


def test_preview_tags_of_private_tables_name_only_the_game(table: Table) -> None:
    table = play_on(table, 6)
    Table.objects.filter(pk=table.pk).update(visibility=Table.Visibility.LINK, name="Secret club")
    for page in ("games:table", "games:replay"):
        meta = tags(reverse(page, args=[table.key]))
        assert meta["og:image"] == image_urls.cover_url(GAME)
        assert meta["og:title"] == presenter(GAME).name()
        assert not any("Secret" in value or table.key in value for value in meta.values())


def test_games_unstarted_tables_and_other_pages_have_a_picture(people: list[User]) -> None:
    waiting = table_setup.open_table(
        people[0], GAME, TableSettings(2, {}, PRESETS_BY_KEY["day"].clock)
    )
    assert tags(waiting.get_absolute_url())["og:image"] == image_urls.cover_url(GAME)
    assert tags(reverse("games:game", args=[GAME]))["og:image"] == image_urls.cover_url(GAME)
    assert tags("/")["og:image"] == image_urls.cover_url(image_urls.SITE)


def test_a_shared_line_and_a_chapter_show_their_position(table: Table, people: list[User]) -> None:
    table = play_on(table)
    line = variations.start_variation(people[0], table, 3)
    variations.set_sharing(people[0], table, line.pk, by_link=True)
    line.refresh_from_db()
    shown = tags(reverse("games:shared_variation", args=[table.key, line.token]))
    assert shown["og:image"] == image_urls.variation_image_url(line)
    study = actions.create_study(people[0], "Openings")
    chapter = creation.add_chapter_from_table(people[0], study.key, table, 1)
    actions.update_study(people[0], study.key, name="Openings", readers=Study.Visibility.LINK)
    place = tags(chapter.get_absolute_url() + "?at=30")["og:image"]
    assert place == image_urls.chapter_image_url(chapter, 30)
    here = [one.replace(".png", ".svg") for one in (shown["og:image"], place)]
    drawn = [Client().get(urlsplit(one).path).content for one in here]
    assert len({*drawn, site()}) == 3
    actions.update_study(people[0], study.key, name="Openings", readers=Study.Visibility.NOBODY)
    variations.set_sharing(people[0], table, line.pk, by_link=False)
    assert [Client().get(urlsplit(one).path).content for one in here] == [site(), site()]


def site() -> bytes:
    return social_cards.draw_cover(image_urls.SITE).encode()


def test_api_includes_the_picture_address(table: Table, people: list[User]) -> None:
    table = play_on(table, 4)
    address = reverse("api:table", args=[table.key])
    assert Client().get(address).json()["picture"] == image_urls.table_image_url(table)
    waiting = table_setup.open_table(
        people[0], GAME, TableSettings(2, {}, PRESETS_BY_KEY["day"].clock)
    )
    data = Client().get(reverse("api:table", args=[waiting.key])).json()
    assert data["picture"] == image_urls.cover_url(GAME)
