"""The pages of the games: the shelf, a game with its rules, a paragraph, bots at once."""

from __future__ import annotations

import dataclasses
import random
import re

import pytest
from django.test import Client
from django.urls import reverse
from django.utils.html import escape

import games.rules as rules
from accounts.models import User
from games import bots, rulebook, tasks
from games.boards import presenter
from games.lobby import hosting_limits
from games.lobby.setup import table_setup
from games.lobby.table_settings import TableSettings
from games.models import Seat, Table
from games.rulebook.rules_tips import move_rules_url, rules_url_or_empty
from games.table.actions import player_actions
from games.table.errors import IllegalMoveError
from games.time_controls import PRESETS_BY_KEY
from tests import sample_titles
from tests.games.test_pages import signed_in

GAME_WITH_RULES = sample_titles.title(sample_titles.has_rules)
GAME = sample_titles.title(sample_titles.for_seats(2, 3))
EACH = pytest.mark.parametrize("key", list(rules.catalogue()))
LANGUAGE = pytest.mark.parametrize("language", ["en", "ja"])


def page(client: Client, name: str, *arguments: str, **query: str) -> str:
    answer = client.get(reverse(f"games:{name}", args=arguments), query)
    assert answer.status_code == 200
    return str(answer.content.decode())


@pytest.mark.django_db
def test_catalog_shows_every_game_with_cover_weight_and_length(client: Client) -> None:
    shown = page(client, "catalog")
    for key in rules.catalogue():
        show = presenter(key)
        assert show.name() in shown
        assert reverse("games:game", args=[key]) in shown
        for label, value in show.fact_rows():
            assert f"<dt>{label}</dt><dd>{value}</dd>" in shown
    assert shown.count("<svg") >= len(rules.catalogue())


@pytest.mark.same_everywhere
@LANGUAGE
@EACH
@pytest.mark.django_db
def test_a_game_has_a_page_with_its_options_and_the_whole_of_its_rules(
    client: Client, key: str, language: str
) -> None:
    client.cookies["django_language"] = language
    shown = page(client, "game", key)
    for option in rules.get(key).options:
        assert f"option:{option.key}" in shown or rulebook.load_rulebook(key) is None
    book = rulebook.load_rulebook(key, language)
    if book is not None:
        for part in book.parts:
            assert f'id="{part.number}"' in shown
            assert f'href="#{part.number}"' in shown
            assert part.later in shown


@pytest.mark.django_db
def test_an_unknown_game_is_not_found(client: Client) -> None:
    assert client.get("/games/no_such_game/").status_code == 404
    assert client.get("/games/no_such_game/rules/1/").status_code == 404


@pytest.mark.django_db
def test_the_rules_can_be_searched(client: Client) -> None:
    book = rulebook.load_rulebook(GAME_WITH_RULES, "en")
    assert book is not None
    part = book.parts[-1]
    words = part.text[10:30]
    shown = page(client, "game", GAME_WITH_RULES, q=words.upper())
    assert f"<mark>{escape(book.search(words)[0].found)}</mark>" in shown
    assert "is not in the rules" in page(client, "game", GAME_WITH_RULES, q="<b>qqq</b>")
    assert "<b>qqq</b>" not in page(client, "game", GAME_WITH_RULES, q="<b>qqq</b>")


@pytest.mark.same_everywhere
@pytest.mark.django_db
def test_tables_that_wait_are_shown_unless_they_are_by_link_only(
    client: Client, people: list[User]
) -> None:
    clock = PRESETS_BY_KEY["day"].clock
    shown = table_setup.open_table(people[0], GAME, TableSettings(2, {}, clock))
    hidden = table_setup.open_table(people[0], GAME, TableSettings(2, {}, clock, visibility="link"))
    text = page(client, "game", GAME)
    assert shown.get_absolute_url() in text
    assert hidden.get_absolute_url() not in text


@pytest.mark.django_db
def test_one_press_sits_me_down_with_bots_and_the_match_runs(people: list[User]) -> None:
    answer = signed_in(people[0]).post(reverse("games:play_bots", args=[GAME]))
    table = Table.objects.get()
    assert answer.headers["Location"] == table.get_absolute_url()
    assert (table.game, table.status, table.rated) == (GAME, Table.Status.RUNNING, False)
    assert table.visibility == Table.Visibility.LINK
    seats = Seat.objects.filter(table=table)
    assert [seat.user for seat in seats if not seat.bot] == [people[0]]
    assert seats.exclude(bot="").count() == table.seat_count - 1


@pytest.mark.same_everywhere
@pytest.mark.django_db
def test_who_has_no_account_plays_bots_as_a_guest_by_one_press(client: Client) -> None:
    address = reverse("games:play_bots", args=[GAME])
    assert client.get(address).status_code == 405
    assert not User.objects.exists()
    page = client.post(address, follow=True)
    table, guest = Table.objects.get(), User.objects.get()
    assert page.redirect_chain == [(table.get_absolute_url(), 302)]
    assert guest.display_name in page.text
    assert (guest.is_guest, table.host, table.rated) == (True, guest, False)
    assert table.visibility == Table.Visibility.LINK
    seats = list(table.seat_set.order_by("number"))
    assert [bool(seat.bot) for seat in seats] == [False] + [True] * (len(seats) - 1)
    assert len(seats) == max(2, presenter(GAME).game.seats[0])


@pytest.mark.django_db
def test_a_guest_plays_three_matches_with_bots_at_once(client: Client) -> None:
    address = reverse("games:play_bots", args=[GAME])
    for _ in range(4):
        answer = client.post(address, follow=True)
    assert Table.objects.count() == 3
    assert User.objects.count() == 1
    assert "3 tables at once" in answer.text


@pytest.mark.same_everywhere
@pytest.mark.django_db
def test_guest_limit_asks_to_sign_up() -> None:
    address = reverse("games:play_bots", args=[GAME])
    for _ in range(7):
        answer = Client().post(address, follow=True)
    assert Table.objects.count() == User.objects.count() == 5
    assert "Too many guests" in answer.text


@pytest.mark.django_db
def test_home_offers_every_game_to_a_stranger_the_easiest_first(client: Client) -> None:
    text = client.get("/").text
    places = [
        (text.index(reverse("games:play_bots", args=[key])), presenter(key).facts)
        for key, game in rules.catalogue().items()
        if game.seats[-1] > 1
    ]
    weights = [facts.weight for _place, facts in sorted(places, key=lambda one: one[0]) if facts]
    assert weights == sorted(weights)
    assert "Play now" not in client.get("/games/").text


@pytest.mark.same_everywhere
@pytest.mark.django_db
def test_with_too_many_tables_bots_are_refused_with_the_reason(people: list[User]) -> None:
    client = signed_in(people[0])
    for _ in range(hosting_limits.unfinished_table_limit(people[0])):
        client.post(reverse("games:play_bots", args=[GAME]))
    count = Table.objects.count()
    answer = client.post(reverse("games:play_bots", args=[GAME]), follow=True)
    assert Table.objects.count() == count
    assert "unfinished tables" in answer.content.decode()


@pytest.mark.same_everywhere
@LANGUAGE
def test_every_component_has_a_page_of_its_own_and_a_note(client: Client, language: str) -> None:
    client.cookies["django_language"] = language
    book = rulebook.load_rulebook(GAME_WITH_RULES, language)
    assert book is not None
    for anchor, entry in list(book.entries.items())[:20]:
        whole = client.get(rules_url_or_empty(GAME_WITH_RULES, anchor)).content.decode()
        note = client.get(
            rules_url_or_empty(GAME_WITH_RULES, anchor), headers={"X-Note": "1"}
        ).content.decode()
        assert "<html" in whole
        assert "<html" not in note
        for text in (whole, note):
            assert escape(entry.title) in text
            assert escape(book.by_number[entry.section].title) in text


def test_a_paragraph_that_is_not_there_is_not_found(client: Client) -> None:
    assert rules_url_or_empty(GAME_WITH_RULES, "99.9") == ""
    for anchor in ("99.9", "no such", "<b>"):
        address = reverse("games:paragraph", args=[GAME_WITH_RULES, anchor])
        assert client.get(address).status_code == 404


def test_links_of_a_note_lead_to_other_notes(client: Client) -> None:
    book = rulebook.load_rulebook(GAME_WITH_RULES, "en")
    assert book is not None
    part = next(part for part in book.parts if 'href="#' in part.html)
    note = client.get(
        rules_url_or_empty(GAME_WITH_RULES, part.number), headers={"X-Note": "1"}
    ).content.decode()
    first = re.findall(r'href="#([^"]+)"', part.html)[0]
    assert f'href="{rules_url_or_empty(GAME_WITH_RULES, first)}" data-rules-tip' in note
    assert 'href="#' not in note


def test_moves_lead_to_what_they_are_about() -> None:
    game = rules.get(GAME_WITH_RULES)
    match = rules.new_match(GAME_WITH_RULES, game.seats[0], seed="about")
    urls = {
        move_rules_url(GAME_WITH_RULES, move)
        for seat in match.actors
        for move in match.legal_moves(seat)
    }
    assert urls
    assert all(one.startswith(f"/games/{GAME_WITH_RULES}/rules/") for one in urls)


@pytest.mark.same_everywhere
@pytest.mark.django_db
def test_the_api_tells_the_rules_and_the_statistics(client: Client) -> None:
    book = rulebook.load_rulebook(GAME_WITH_RULES, "en")
    assert book is not None
    data = client.get(reverse("api:rules", args=[GAME_WITH_RULES])).json()
    assert [section["number"] for section in data["sections"]] == [one.number for one in book.parts]
    assert {one["anchor"] for one in data["components"]} == set(book.entries)
    assert client.get(data["components"][0]["url"]).status_code == 200
    japanese = client.get(
        reverse("api:rules", args=[GAME_WITH_RULES]), headers={"Accept-Language": "ja"}
    )
    assert japanese.json()["language"] == "ja"
    address = reverse("api:statistics", args=[GAME_WITH_RULES])
    unknown: dict[str, object] = dict.fromkeys(("matches", "decisions", "days", "round_days"))
    unknown |= {"shares": [], "sources": {}, "openings": []}
    assert client.get(address).json() == unknown
    assert "are being computed" in client.get(reverse("games:game", args=[GAME_WITH_RULES])).text
    tasks.count_statistics()
    assert client.get(address).json() == {**unknown, "matches": 0}
    for name in ("api:rules", "api:statistics"):
        assert client.get(reverse(name, args=["no_such_game"])).status_code == 404


@pytest.mark.same_everywhere
@EACH
def test_a_match_takes_about_as_many_decisions_as_its_facts_say(key: str) -> None:
    """As stand-ins play it with the usual number of players."""
    facts = presenter(key).facts
    if facts is None or facts.decisions is None:
        return
    bot = bots.levels(key)[bots.STEADY]()
    match = rules.new_match(key, facts.best_with, seed="decisions")
    rng = random.Random(key)
    while not match.over:
        seat = match.actors[0]
        match.play(seat, bots.ask(bot, match, seat, rng))
    assert len(match.moves) / facts.best_with == pytest.approx(facts.decisions, rel=0.35)


@pytest.mark.same_everywhere
@pytest.mark.django_db
def test_every_refusal_leads_to_a_paragraph(people: list[User]) -> None:
    """Also those that only say that it is somebody else's turn, or not the time for it."""
    keys = [key for key, game in rules.catalogue().items() if sample_titles.has_rules(game)]
    for key in keys:
        seats = max(2, rules.get(key).seats[0])
        table = table_setup.open_table(
            people[0], key, TableSettings(seats, {}, PRESETS_BY_KEY["day"].clock)
        )
        for user in people[1:seats]:
            table_setup.join(table.key, user)
        table = Table.objects.get(pk=table.pk)
        for seat in table.seat_set.select_related("user"):
            assert seat.user is not None
            with pytest.raises(IllegalMoveError) as refused:
                player_actions.add_to_draft(table.key, seat.user, table.version, 0, ["x"])
            assert refused.value.url == rules_url_or_empty(key, refused.value.section) != ""


@pytest.mark.same_everywhere
@pytest.mark.django_db
def test_rules_that_cannot_be_read_are_left_out_and_reported(
    client: Client,
    people: list[User],
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    game = dataclasses.replace(rules.get(GAME_WITH_RULES), name="as if it were another")
    monkeypatch.setitem(rules.catalogue(), GAME_WITH_RULES, game)
    monkeypatch.setattr("games.rulebook.sections.render_text", lambda key, text: "## a heading\n")
    assert rulebook.load_rulebook(GAME_WITH_RULES, "en") is None
    assert "has no number" in caplog.text
    assert 'id="rules"' not in page(client, "game", GAME_WITH_RULES)
    assert client.get(f"/games/{GAME_WITH_RULES}/rules/1/").status_code == 404
    seats = max(2, game.seats[0])
    table = table_setup.open_table(
        people[0], GAME_WITH_RULES, TableSettings(seats, {}, PRESETS_BY_KEY["day"].clock)
    )
    for user in people[1:seats]:
        table_setup.join(table.key, user)
    assert client.get(table.get_absolute_url()).status_code == 200
