"""Pages: lobby, table, moves by form and by script, chat, replay, records, verification."""

import json
import re
from collections.abc import Callable
from datetime import timedelta

import pytest
from django.conf import settings
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

import games.rules as rules
from accounts.models import User
from games.boards import SeatPoints, presenter
from games.lobby.setup import table_setup
from games.lobby.table_settings import TableSettings
from games.models import Message, Seat, Table
from games.notifications import unsubscribe_links
from games.notifications.outbox import notification_settings
from games.ratings.models import Rating
from games.table.actions import player_actions
from games.table.session import journal
from games.table.session.loader import load_match
from games.time_controls import PRESETS_BY_KEY, describe_time_control
from tests import sample_titles
from tests.clients import signed_in
from tests.games.conftest import (
    GAME,
    actor,
    fresh,
    legal,
    play_on,
    play_until_draftable,
    player,
    seats_of,
)

pytestmark = pytest.mark.same_everywhere

PARTIAL = {"HX-Request": "true"}
OPTION = rules.get(GAME).options[0]
LAST = OPTION.choices[-1]


def url(name: str, table: Table) -> str:
    return reverse(f"games:{name}", args=[table.key])


def test_a_table_is_opened_by_the_form_with_the_declared_options(people: list[User]) -> None:
    client = signed_in(people[0])
    page = client.get(reverse("games:new_of", args=[GAME]))
    assert f'name="option_{OPTION.key}"' in page.content.decode()
    answer = client.post(
        reverse("games:new_of", args=[GAME]),
        {
            "seats": "3",
            "clock": "week",
            "seat_1": "easy",
            "visibility": "link",
            "start_when": "full",
            **{f"option_{option.key}": option.default for option in rules.get(GAME).options},
            f"option_{OPTION.key}": LAST,
        },
    )
    table = Table.objects.get()
    assert answer.status_code == 302
    assert answer["Location"] == table.get_absolute_url()
    assert table.options == rules.get(GAME).check(3, {OPTION.key: LAST})
    assert [seat.bot for seat in seats_of(table)] == ["", "", "easy"]
    assert not table.rated


@pytest.mark.parametrize(
    "nonsense",
    [{"seats": "17"}, {"clock": "never"}, {f"option_{OPTION.key}": "moon"}, {"seat_1": "hal"}],
)
def test_form_nonsense_is_refused_and_opens_nothing(
    people: list[User], nonsense: dict[str, str]
) -> None:
    form = {
        "seats": "3",
        "clock": "day",
        "visibility": "public",
        "start_when": "full",
        f"option_{OPTION.key}": LAST,
    }
    answer = signed_in(people[0]).post(reverse("games:new_of", args=[GAME]), {**form, **nonsense})
    assert answer.status_code == 422
    assert not Table.objects.exists()


def test_the_lobby_filters_by_free_seats_clock_and_options(people: list[User]) -> None:
    two = table_setup.open_table(
        people[0], GAME, TableSettings(2, {}, PRESETS_BY_KEY["live-20"].clock)
    )
    five = table_setup.open_table(
        people[0], GAME, TableSettings(5, {OPTION.key: LAST}, PRESETS_BY_KEY["day"].clock)
    )
    client = Client()

    def listed_keys(query: str) -> list[str]:
        text = client.get(f"{reverse('games:lobby')}?{query}").content.decode()
        return [table.key for table in (two, five) if table.key in text]

    assert listed_keys("") == [two.key, five.key]
    assert listed_keys("free=3") == [five.key]
    assert listed_keys("clock=live") == [two.key]
    assert listed_keys("clock=days") == [five.key]
    assert listed_keys(f"game={GAME}&option_{OPTION.key}={LAST}") == [five.key]
    assert listed_keys("game=no-such-game&free=x") == [two.key, five.key]


def test_every_card_says_the_clock_in_a_sentence(people: list[User]) -> None:
    table_setup.open_table(
        people[0], GAME, TableSettings(2, {}, PRESETS_BY_KEY["saved-days"].clock)
    )
    text = Client().get(reverse("games:lobby")).content.decode()
    assert describe_time_control(PRESETS_BY_KEY["saved-days"].clock) in text


def test_a_link_only_table_is_listed_for_its_people_alone(people: list[User]) -> None:
    table = table_setup.open_table(
        people[0],
        GAME,
        TableSettings(2, {}, PRESETS_BY_KEY["day"].clock, visibility=Table.Visibility.LINK),
    )
    lobby_url = reverse("games:lobby")
    assert table.key in signed_in(people[0]).get(lobby_url).content.decode()
    assert table.key not in signed_in(people[1]).get(lobby_url).content.decode()
    assert table.key not in Client().get(lobby_url).content.decode()
    assert Client().get(table.get_absolute_url()).status_code == 200


def test_joining_needs_a_login(people: list[User]) -> None:
    table = table_setup.open_table(
        people[0], GAME, TableSettings(2, {}, PRESETS_BY_KEY["day"].clock)
    )
    answer = Client().post(url("join", table))
    assert answer.status_code == 302
    assert "login" in answer["Location"]


def test_my_tables_show_the_most_urgent_first(
    new_table: Callable[..., Table], people: list[User]
) -> None:
    tables = [new_table() for _ in range(3)]
    for hours, table in zip((5, 1, 3), tables, strict=True):
        table.seat_set.update(due_at=None, waiting_since=None)
        mine = table.seat_set.filter(user=people[0])
        soon = timezone.now() + timedelta(hours=hours)
        mine.update(waiting_since=timezone.now(), due_at=soon)
    client = signed_in(people[0])
    text = client.get(reverse("games:mine")).content.decode()
    order = sorted(tables, key=lambda table: text.index(table.key))
    assert order == [tables[1], tables[2], tables[0]]
    assert client.get(reverse("games:next"))["Location"] == tables[1].get_absolute_url()
    after = client.get(reverse("games:next") + f"?after={tables[1].key}")
    assert after["Location"] == tables[2].get_absolute_url()
    assert "(3)" in re.findall("<title>(.*?)</title>", text, re.S)[0]
    fragment = client.get(url("fragment", tables[0]), headers=PARTIAL).text
    assert 'data-waiting="3"' in fragment


def test_a_move_by_script_answers_with_my_fragment(table: Table) -> None:
    table, seat, move = play_until_draftable(table)
    answer = signed_in(player(seat)).post(
        url("move", table), {"version": table.version, "step": 0, "move": move}, headers=PARTIAL
    )
    text = answer.content.decode()
    assert answer.status_code == 200
    assert "<html" not in text
    assert 'class="draft-chip"' in text


def test_a_move_without_script_leads_back_to_the_table(table: Table) -> None:
    table, seat, move = play_until_draftable(table)
    client = signed_in(player(seat))
    answer = client.post(
        url("move", table), {"version": table.version, "step": 0, "move": move}, follow=True
    )
    assert answer.redirect_chain == [(table.get_absolute_url(), 302)]
    assert 'class="draft-chip"' in answer.content.decode()


@pytest.mark.parametrize(
    ("data", "status"),
    [
        ({"move": "build wharf"}, 422),
        ({"version": "999999"}, 409),
        ({"version": "x"}, 400),
        ({"version": ""}, 400),
        ({"step": "7"}, 409),
    ],
)
def test_bad_moves_get_a_reason_and_a_fitting_status(
    table: Table, data: dict[str, str], status: int
) -> None:
    seat = actor(table)
    good = {"version": str(table.version), "step": "0", "move": legal(table, seat)[0]}
    before = fresh(table).state
    answer = signed_in(player(seat)).post(url("move", table), {**good, **data}, headers=PARTIAL)
    assert answer.status_code == status
    assert 'id="refused"' in answer.content.decode()
    assert fresh(table).state == before


def test_a_table_is_first_drawn_whole(table: Table) -> None:
    page = signed_in(player(actor(table))).get(url("table", table)).content.decode()
    (waits_for,) = re.findall(r'<link rel="expect" href="#([^"]+)" blocking="render">', page)
    assert page.index('id="position"') < page.index(f'id="{waits_for}"')
    script = page.index("js/device-settings.")
    assert script < page.index('rel="stylesheet"')  # it would wait for sheets


def test_somebody_elses_seat_is_refused(table: Table, people: list[User]) -> None:
    seat = actor(table)
    data = {"version": table.version, "step": 0, "move": legal(table, seat)[0]}
    assert signed_in(people[4]).post(url("move", table), data).status_code == 403
    assert fresh(table).move_count == 0


def test_a_table_that_does_not_exist_is_a_404(people: list[User]) -> None:
    client = signed_in(people[0])
    for name in ("table", "fragment", "chat", "replay", "record"):
        assert client.get(reverse(f"games:{name}", args=["nowhere"])).status_code == 404
    for name in ("move", "confirm", "join", "resign"):
        assert client.post(reverse(f"games:{name}", args=["nowhere"])).status_code == 404


def test_a_move_needs_a_csrf_token(table: Table) -> None:
    client = Client(enforce_csrf_checks=True)
    client.force_login(player(actor(table)))
    assert client.post(url("confirm", table), {"version": table.version}).status_code == 403


def test_onlookers_share_one_rendering(table: Table, django_assert_max_num_queries) -> None:  # type: ignore[no-untyped-def]
    client = Client()
    first = client.get(url("fragment", table), headers=PARTIAL).content
    with django_assert_max_num_queries(3):
        second = client.get(url("fragment", table), headers=PARTIAL).content
    assert first == second
    play_on(table, moves=1)
    assert client.get(url("fragment", table), headers=PARTIAL).content != first


def test_the_move_request_takes_at_most_13_queries(
    transactional_db: None, table: Table, django_assert_max_num_queries
) -> None:  # type: ignore[no-untyped-def]
    """Also where a snapshot is due, and where the turn passes to somebody who wants mail.

    One of them ends the notifications of the turn.
    """
    for _ in range(12):
        table, seat, move = play_until_draftable(table, also_handing_over=True)
        client = signed_in(player(seat))
        Seat.objects.filter(pk=seat.pk).update(draft=[move])
        with django_assert_max_num_queries(13):
            seen = {"version": table.version, "step": 1}
            answer = client.post(url("confirm", table), seen, headers=PARTIAL)
        assert answer.status_code == 200


def test_the_table_page_takes_at_most_11_queries(
    table: Table, django_assert_max_num_queries
) -> None:  # type: ignore[no-untyped-def]
    """And one more the first time where the last reveal lies behind the moves of the log."""
    table = play_on(table, moves=40)
    client = signed_in(seats_of(table)[0].user)  # type: ignore[arg-type]
    for most in (12, 11):
        with django_assert_max_num_queries(most):
            assert client.get(table.get_absolute_url()).status_code == 200


@pytest.mark.parametrize("game", rules.catalogue())
def test_every_sign_of_a_table_is_in_the_file_of_signs(people: list[User], game: str) -> None:
    seats = sample_titles.few_seats(game)
    table = table_setup.open_table(
        people[0], game, TableSettings(seats, {}, PRESETS_BY_KEY["day"].clock)
    )
    for user in people[1:seats]:
        table_setup.join(table.key, user)
    table = fresh(table)
    page = signed_in(player(actor(table))).get(table.get_absolute_url()).text
    named = set(re.findall(r"/icons[\w.]*\.svg#([^\"]*)\"", page))
    there = re.findall(r' id="([\w-]+)"', (settings.BASE_DIR / "static/img/icons.svg").read_text())
    assert named >= {"lamp", "more"}
    assert named <= {*there}


def test_table_page_shows_options_only_in_text_mode(table: Table) -> None:
    client, page = signed_in(player(actor(table))), table.get_absolute_url()
    closed, read = client.get(page).text, client.get(f"{page}?words=1").text
    assert 'href="?words=1#rules"' in closed
    assert 'href="?words=1#rules"' not in read
    assert 'class="chip"' in read.partition('id="rules"')[2]
    assert 'class="chip"' not in closed.partition('id="rules"')[2]


@pytest.mark.parametrize("game", rules.catalogue())
def test_a_name_is_shown_as_it_was_typed(game: str, db: None) -> None:
    """Names cannot hold these characters; if one day they can, no page is the worse for it."""
    users = [
        User.objects.create_user(f"<s>&\"'{number}", f"{number}@example.org", None)
        for number in range(sample_titles.few_seats(game))
    ]
    table = table_setup.open_table(
        users[0], game, TableSettings(len(users), {}, PRESETS_BY_KEY["day"].clock)
    )
    for user in users[1:]:
        table_setup.join(table.key, user)
    table = play_on(fresh(table), moves=6)
    lookers = [*map(signed_in, users), Client()]
    for page in [one.get(url(name, table)) for one in lookers for name in ("fragment", "replay")]:
        html = page.content.decode()
        assert "&lt;s&gt;&amp;" in html
        assert "<s>" not in html
        assert "&amp;lt;" not in html


def test_table_page_shows_the_position_in_words_only_in_text_mode(table: Table) -> None:
    client = signed_in(player(actor(table)))
    panel = "board-panel-title"
    page, part = table.get_absolute_url(), url("fragment", table)
    for looking in (client, Client()):
        for address, headers in ((page, {}), (part, PARTIAL)):
            assert panel not in looking.get(address, headers=headers).text
            assert panel in looking.get(address, {"words": "1"}, headers=headers).text
    without_scripts = re.search(
        r'<noscript[^>]*>.*?href="(\?words=1#[\w-]+)"', client.get(page).text
    )
    assert without_scripts
    assert f'id="{without_scripts[1].partition("#")[2]}"' in client.get(page).text


def test_the_list_of_moves_comes_when_it_is_opened_and_stays_open_without_scripts(
    table: Table,
) -> None:
    assert presenter(table.game).is_drawn
    seat = actor(table)
    client = signed_in(player(seat))
    page, listed = table.get_absolute_url(), 'class="button move"'
    assert listed not in client.get(page).text
    assert 'href="?words=1#moves"' in client.get(page).text
    read = client.get(page, {"words": "1"}).text
    fold = re.search(r'<details [^>]*id="moves"[^>]*>', read)
    assert fold
    assert " open" in fold[0]
    assert re.search(r'<form id="move-form"[^>]*>.*?name="words" value="1"', read, re.DOTALL)
    part = client.get(url("fragment", table), {"words": "1"}, headers=PARTIAL).text
    assert listed in part
    assert 'name="words"' not in part
    move = {"version": table.version, "step": 0, "move": legal(table, seat)[:1]}
    for more, where in (({}, page), ({"words": "1"}, f"{page}?words=1#moves")):
        assert client.post(url("move", table), {**move, **more})["Location"] == where


def test_what_happened_since_i_last_moved_is_marked_until_i_move(table: Table) -> None:
    seat = actor(table)
    other = next(s for s in seats_of(table) if s.pk != seat.pk)
    client = signed_in(player(other))
    assert 'class="new' not in client.get(table.get_absolute_url()).content.decode()
    play_on(table, moves=1)
    for _ in range(2):
        assert 'class="new' in client.get(table.get_absolute_url()).content.decode()
    while actor(fresh(table)).pk != other.pk:
        play_on(table, moves=1)
    table = fresh(table)
    player_actions.confirm(table.key, player(other), table.version, legal(table, other)[:1])
    assert 'class="new' not in client.get(table.get_absolute_url()).content.decode()


def test_looking_writes_nothing(table: Table) -> None:
    """Not even where the draft no longer fits, or where there is news."""
    table = play_on(table, moves=5)
    seat = actor(table)
    Seat.objects.filter(pk=seat.pk).update(draft=["fly moon"], seen_move=0)
    client = signed_in(player(seat))
    before = list(Seat.objects.filter(table=table).values()), Table.objects.filter().values()[0]
    for place in ("table", "fragment", "replay"):
        with CaptureQueriesContext(connection) as queries:
            assert client.get(url(place, table)).status_code == 200
        written = [q["sql"] for q in queries if not q["sql"].startswith("SELECT")]
        assert written == []
    after = list(Seat.objects.filter(table=table).values()), Table.objects.filter().values()[0]
    assert before == after


def test_people_at_the_table_chat_and_onlookers_read_only_what_is_public(
    table: Table, people: list[User]
) -> None:
    client = signed_in(people[0])
    client.post(url("chat", table), {"text": "hello <b>all</b>"})
    client.post(url("chat", table), {"text": "between us", "audience": "players"})
    mine = client.get(table.get_absolute_url()).content.decode()
    public = Client().get(table.get_absolute_url()).content.decode()
    assert "hello &lt;b&gt;all&lt;/b&gt;" in mine
    assert "between us" in mine
    assert "hello &lt;b&gt;all&lt;/b&gt;" in public
    assert "between us" not in public


def test_onlookers_do_not_write(table: Table, people: list[User]) -> None:
    answer = signed_in(people[4]).post(url("chat", table), {"text": "hi"}, headers=PARTIAL)
    assert answer.status_code == 403
    assert not Message.objects.filter(text="hi").exists()


def test_chat_is_limited(table: Table, people: list[User]) -> None:
    client = signed_in(people[0])
    answers = [
        client.post(url("chat", table), {"text": str(n)}, headers=PARTIAL).status_code
        for n in range(22)
    ]
    assert answers[:20] == [200] * 20
    assert answers[20:] == [429, 429]


def test_a_finished_match_can_be_stepped_through_move_by_move(table: Table) -> None:
    table = play_on(table)
    for after in (0, 1, table.move_count // 2, table.move_count):
        answer = Client().get(f"{url('replay', table)}?move={after}")
        assert answer.status_code == 200
        assert f'data-at="{after}" data-last="{table.move_count}"' in answer.text


def test_any_earlier_position_is_the_one_that_was(table: Table) -> None:
    states = {}
    for _ in range(35):
        table = play_on(table, moves=1)
        states[table.move_count] = load_match(table).dump(history=False)
    for after, state in states.items():
        assert journal.position_after(table, after).dump(history=False) == state


def test_the_record_is_kept_back_until_the_match_is_over(table: Table) -> None:
    for viewer in (Client(), signed_in(player(actor(table)))):
        answer = viewer.get(url("record", table))
        assert answer.status_code == 409
        assert table.seed not in answer.content.decode()


def test_a_finished_match_is_verified(table: Table) -> None:
    table = play_on(table)
    record = Client().get(url("record", table)).json()
    assert record["commitment"] == table.commitment
    text = Client().get(url("verify_table", table)).content.decode()
    assert "Everything matches" in text


def upload(record: bytes) -> tuple[int, str]:
    file = SimpleUploadedFile("record.json", record, "application/json")
    answer = Client().post(reverse("games:verify"), {"record": file})
    return answer.status_code, answer.content.decode()


def test_a_record_with_other_dice_does_not_verify(table: Table) -> None:
    record = journal.export_record(play_on(table))
    drawn = next(
        entry
        for entries in record["chance"].values()
        for entry in entries
        if isinstance(entry, list) and any(item != entry[-1] for item in entry)
    )
    other = next(i for i, item in enumerate(drawn) if item != drawn[-1])
    drawn[other], drawn[-1] = drawn[-1], drawn[other]
    status, text = upload(json.dumps(record).encode())
    assert "Everything matches" not in text
    assert status in (200, 422)


def test_a_record_with_another_seed_does_not_verify(table: Table) -> None:
    record = journal.export_record(play_on(table))
    record["seed"] = "0" * 64
    status, text = upload(json.dumps(record).encode())
    assert status == 200
    assert "Something does not match" in text


OPENING = rules.new_match(GAME, 2, seed="unplayed").record()


def record_with(**changes: object) -> bytes:
    """The record of a match before its first move, changed."""
    return json.dumps({**OPENING, **changes}).encode()


@pytest.mark.parametrize(
    "broken",
    [
        b"",
        b"not json",
        b"[]",
        b"{}",
        b'{"format": "longtable-record/1"}',
        record_with(game="no-such-game"),
        record_with(rules=99),
        record_with(chance={next(iter(OPENING["chance"])): [["nothing like it"]]}),
        record_with(moves=[[0, "fly moon"]]),
        record_with(moves=[0]),
        b"[" * 100_000,
    ],
)
def test_a_broken_record_gets_a_clear_message(db: None, broken: bytes) -> None:
    status, text = upload(broken)
    assert status == 422
    assert "Traceback" not in text
    assert "Everything matches" not in text


def test_the_leaderboard_begins_at_ten_rated_matches(people: list[User]) -> None:
    for played, user in zip((9, 10, 30), people, strict=False):
        Rating.objects.create(user=user, game=GAME, value=1500 + played, played=played)
    page = Client().get(reverse("games:leaderboard", args=[GAME])).content.decode()
    text = page.partition("<main")[2]  # a token before it may hold three letters of any name
    assert people[0].username not in text
    assert text.index(people[2].username) < text.index(people[1].username)


def test_the_unsubscribe_link_works_without_a_login_and_only_for_its_person(
    people: list[User],
) -> None:
    def is_mailed(user: User, event: str) -> bool:
        return notification_settings.is_enabled(User.objects.get(pk=user.pk), event, "mail")

    link = unsubscribe_links.unsubscribe_url(people[0], "turn", "mail").removeprefix(
        settings.SITE_URL
    )
    assert Client().get(link).status_code == 200
    assert is_mailed(people[0], "turn")
    assert Client(enforce_csrf_checks=True).post(link).status_code == 200
    assert not is_mailed(people[0], "turn")
    assert is_mailed(people[0], "over")
    assert is_mailed(people[1], "turn")
    assert Client().post(reverse("games:unsubscribe", args=["forged"])).status_code == 404


def test_resigning_by_the_page_hands_the_seat_to_a_bot(table: Table) -> None:
    seat = actor(table)
    signed_in(player(seat)).post(url("resign", table))
    assert Seat.objects.get(pk=seat.pk).bot


@pytest.mark.parametrize("address", ["home", "games:lobby", "games:new"])
def test_the_lists_of_games_tell_their_facts(address: str, people: list[User]) -> None:
    client = Client() if address == "home" else signed_in(people[0])
    text = client.get(reverse(address), {"game": GAME}).content.decode()
    for label, value in presenter(GAME).fact_rows():
        assert f"<dt>{label}</dt><dd>{value}</dd>" in text


def test_points_that_are_not_scored_yet_say_so_once(
    people: list[User], monkeypatch: pytest.MonkeyPatch
) -> None:
    table = table_setup.open_table(
        people[0], GAME, TableSettings(2, {}, PRESETS_BY_KEY["day"].clock)
    )
    table_setup.join(table.key, people[1])
    said = [SeatPoints(3, note="If it ended now."), SeatPoints(4, note="If it ended now.")]
    monkeypatch.setattr(presenter(GAME), "points", lambda scene: said)
    text = signed_in(people[0]).get(url("fragment", table), headers=PARTIAL).text
    assert text.count('id="points-note"') == 1
    assert "points if the match ended now" in text
