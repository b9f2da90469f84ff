"""The viewer: every moment of a match by its address, in pieces, in one's own eyes alone."""

from __future__ import annotations

import html
import re

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

import games.rules as rules
from accounts.models import User
from games.boards import page_chunks, presenter
from games.history import viewer
from games.models import Snapshot, Table
from games.table.actions.rollback import roll_back_table
from games.table.session import journal
from games.table.session.loader import load_match
from games.table.views.seat_strip import points_filter, points_url
from tests import sample_titles
from tests.clients import signed_in
from tests.games.conftest import GAME, play_on
from tests.secrets.worlds import start_table

pytestmark = [pytest.mark.django_db, pytest.mark.same_everywhere]

LINE = re.compile(r'<li data-number="(\d+)"( data-seat="\d")? data-kinds="([^"]*)"( hidden)?')


def step(client: Client, table: Table, query: str, have: str = "") -> str:
    headers = {"HX-Request": "true", **({"X-Have": have} if have else {})}
    answer = client.get(reverse("games:step", args=[table.key]) + query, headers=headers)
    assert answer.status_code == 200, answer.text
    return answer.text


def page(client: Client, table: Table, query: str = "", status: int = 200) -> str:
    answer = client.get(reverse("games:replay", args=[table.key]) + query)
    assert answer.status_code == status
    return answer.text


def pieces(text: str) -> str:
    return ",".join(hash_ for hash_, _start, _end in page_chunks.find_chunks(text))


@pytest.mark.parametrize("game", rules.catalogue())
def test_a_match_comes_step_by_step_in_pieces_both_ways(game: str) -> None:
    table = play_on(start_table(game, sample_titles.few_seats(game)), moves=45)
    client, numbers = Client(), [*range(20, table.move_count + 1), *range(table.move_count, 19, -1)]
    whole = {number: step(client, table, f"?move={number}") for number in numbers}
    has, sizes = whole[numbers[0]], []
    for number in numbers[1:]:
        answer = step(client, table, f"?move={number}", pieces(has))
        has = page_chunks.fill_stubs(has, answer)
        assert has == whole[number]
        sizes.append(len(answer) / len(has))
    if presenter(game).is_drawn:
        assert sum(sizes) / len(sizes) < 0.6, "most of a board is not sent again"
    assert f'id="board" data-board data-at="{numbers[0]}"' in whole[numbers[0]]


def test_neighbours_need_no_replaying(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    """From one position to the next, a move is played once, however long the match is."""
    table = play_on(table, moves=60)
    journal.REPLAY_CACHE.clear()
    played: list[str] = []
    play = rules.Match.play

    def play_and_record(match: rules.Match, seat: int, text: str) -> list[rules.Event]:
        played.append(text)
        return play(match, seat, text)

    monkeypatch.setattr(rules.get(GAME).match, "play", play_and_record)
    for number in (*range(table.move_count + 1), *range(table.move_count, -1, -1)):
        journal.position_after(table, number)
    assert len(played) == table.move_count
    with CaptureQueriesContext(connection) as asked:
        journal.position_after(table, 30)
    assert not asked.captured_queries


def test_what_is_made_of_a_position_changes_no_other(table: Table) -> None:
    table = play_on(table, moves=20)
    before = journal.position_after(table, 12).dump(history=False)
    taken = journal.position_after(table, 12)
    taken.play(taken.actors[0], taken.legal_moves(taken.actors[0])[0])
    assert journal.position_after(table, 12).dump(history=False) == before


def test_a_match_that_was_set_back_is_seen_as_it_went_on(
    table: Table, django_user_model: type[User]
) -> None:
    staff = django_user_model.objects.create_user("staff", "staff@example.org", None, is_staff=True)
    table = play_on(table, moves=30, seed=1)
    for number in range(table.move_count + 1):
        journal.position_after(table, number)
    roll_back_table(table.key, 10, staff, "a test", table.version)
    table = play_on(Table.objects.get(pk=table.pk), moves=20, seed=2)
    there = journal.position_after(table, table.move_count).dump(history=False)
    assert there == journal.current_match(table).dump(history=False)


# the page


def test_the_page_opens_at_any_move_and_seat_without_a_script(table: Table) -> None:
    table = play_on(table)
    text = page(Client(), table, "?move=7&seat=1")
    assert 'data-at="7"' in text
    assert 'id="viewer-next" href="?move=8&amp;seat=1"' in text
    assert 'id="viewer-previous" href="?move=6&amp;seat=1"' in text
    assert '<a href="?move=5&amp;seat=1"><span class="log-number">5</span>' in text
    assert '<a href="?move=7&amp;seat=1" aria-current="step">' in text
    at_start, at_end = page(Client(), table, "?move=0"), page(Client(), table)
    assert 'id="viewer-previous" role="link" aria-disabled="true"' in at_start
    assert 'id="viewer-next" role="link" aria-disabled="true"' in at_end
    assert f'max="{table.move_count}" value="{table.move_count}"' in at_end


def test_a_move_beyond_the_last_is_the_last(table: Table) -> None:
    table = play_on(table, moves=9)
    assert f'data-at="{table.move_count}"' in page(Client(), table, "?move=9999")


def test_lanes_and_rounds_are_drawn_along_the_scrubber(table: Table) -> None:
    table = play_on(table)
    text = page(Client(), table)
    assert [text.count(f'<path data-seat="{seat}"') for seat in range(3)] == [1, 1, 0]
    assert ">1</text>" in text, "rounds are named"


def test_the_log_is_narrowed_by_player_and_kind(table: Table) -> None:
    table = play_on(table)
    lines = LINE.findall(page(Client(), table))
    assert not any(hidden for *_line, hidden in lines)
    for query, is_shown in (
        ("?player=1", lambda seat, kinds: seat == ' data-seat="1"'),
        ("?kind=points", lambda seat, kinds: "points" in kinds.split()),
        (
            "?player=0&kind=automatic",
            lambda seat, kinds: seat == ' data-seat="0"' and "automatic" in kinds.split(),
        ),
    ):
        found = LINE.findall(page(Client(), table, query))
        shown = {number for number, _seat, _kinds, hidden in found if not hidden}
        assert shown == {n for n, seat, kinds, _hidden in lines if is_shown(seat, kinds)}
        assert shown
    kinds = {kind for *_line, kinds, _hidden in lines for kind in kinds.split()}
    assert {one for one in kinds if not viewer.POINTS_KIND.fullmatch(one)} <= set(viewer.KINDS)


@pytest.mark.parametrize("game", rules.catalogue())
def test_points_of_a_result_link_to_the_moves_that_earned_them(game: str) -> None:
    table = play_on(start_table(game, sample_titles.few_seats(game)))
    client, show = Client(), presenter(game)
    shown = client.get(table.get_absolute_url()).text
    links = 0
    for seat in table.seat_set.all():
        for key, points in (seat.breakdown or {}).items():
            address = points_url(table.key, seat.number, key)
            assert (f'href="{address}"' in shown) is bool(points)
            if not points:
                continue
            links += 1
            text = page(client, table, f"?{address.partition('?')[2]}")
            lines = LINE.findall(text)
            wanted = points_filter(seat.number, key)
            listed = [int(number) for number, *_line, hidden in lines if not hidden]
            earned = [
                move.number
                for move in table.moves.all()
                for event in journal.stored_events(move)
                if (event.kind, event.seat) == ("score", seat.number)
                and show.points_key(event) == key
            ]
            assert sorted(set(listed)) == sorted(set(earned))
            assert f'id="viewer" data-at="{earned[-1]}"' in text
            assert f'<option value="{wanted}" selected>' in text
    assert links or not any(seat.total for seat in table.seat_set.all())


def test_points_of_a_running_match_link_only_to_what_has_been_scored(table: Table) -> None:
    table = play_on(table, moves=60)
    text = Client().get(table.get_absolute_url()).text
    score = {score.seat: score for score in load_match(table).scores()}
    for seat, key in re.findall(r"kind=points-(\d)-(\w+)", text):
        assert score[int(seat)].breakdown[key]


def test_points_that_no_move_earned_show_the_whole_log(table: Table) -> None:
    table = play_on(table)
    lines = LINE.findall(page(Client(), table, "?kind=points-0-nothing"))
    assert not any(hidden for *_line, hidden in lines)
    assert "seat must be" in page(Client(), table, "?kind=points-9-chips", 400)


def test_totals_of_the_score_story_link_to_the_move_that_changed_them(table: Table) -> None:
    table = play_on(table)
    text = page(Client(), table)
    story = text[text.index('id="viewer-story-title"') :]
    linked = re.findall(r'<td class="num"><a href="\?move=(\d+)"', story)
    scored = {
        move.number
        for move in table.moves.all()
        if any(event.kind == "score" for event in journal.stored_events(move))
    }
    assert linked
    assert {int(number) for number in linked} <= scored


@pytest.mark.parametrize("game", rules.catalogue())
def test_the_score_story_ends_with_the_result(game: str) -> None:
    table = play_on(start_table(game, sample_titles.few_seats(game)))
    text = page(Client(), table)
    story = text[text.index('id="viewer-story-title"') :]
    rows = re.findall(r'<tr><th scope="row">.*?</tr>', story)
    totals = re.findall(r'<td class="num">(?:<a [^>]*>)?(-?\d+)<', rows[-1])
    assert totals == [str(seat.total) for seat in table.seat_set.order_by("number")]
    assert len(rows) > 3
    assert f'href="?move={table.move_count}"' in rows[-1]


def test_a_running_match_tells_no_score_story(table: Table) -> None:
    assert "viewer-story-title" not in page(Client(), play_on(table, moves=40))


@pytest.mark.parametrize(
    "query",
    ["move=-1", "move=1.5", "move=x", "move=%00", "seat=2", "seat=-1", "seat=x", "move=1&seat=99"],
)
def test_what_is_no_move_or_seat_is_refused_with_the_reason(table: Table, query: str) -> None:
    table = play_on(table)
    for name in ("games:step", "games:replay"):
        answer = Client().get(f"{reverse(name, args=[table.key])}?{query}")
        assert answer.status_code == 400
        assert "must be a whole number from 0" in answer.text or "%00" in query


def test_an_unknown_player_or_kind_is_refused_with_the_reason(table: Table) -> None:
    assert "player must be a whole number" in page(Client(), table, "?player=7", 400)
    assert "decisions, points" in page(Client(), table, "?kind=<b>", 400)


def test_while_a_match_runs_nobody_looks_through_others_eyes(
    table: Table, people: list[User]
) -> None:
    table = play_on(table, moves=12)
    seat = table.seat_set.get(user=people[0]).number
    for client, eyes in ((signed_in(people[0]), 1 - seat), (Client(), seat)):
        for name in ("games:step", "games:replay"):
            answer = client.get(f"{reverse(name, args=[table.key])}?seat={eyes}")
            assert answer.status_code == 400
            assert "While a match is running" in html.unescape(answer.text)
    step(signed_in(people[0]), table, f"?seat={seat}")
    assert 'aria-label="View as"' not in page(Client(), table)


def test_a_broken_snapshot_says_so_and_keeps_the_log(table: Table) -> None:
    table = play_on(table)
    Snapshot.objects.filter(table=table).update(state="{")
    text = page(Client(), table, "?move=3", 409)
    assert LINE.search(text)
