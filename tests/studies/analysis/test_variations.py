"""Lines: played for everybody, back and forth, dealt anew, kept; the match never notices."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

import games.rules as rules
from accounts.models import User
from games.boards import page_chunks, presenter
from games.models import Seat, Table
from games.studies.analysis import first_turn, positions, variations, views
from games.studies.models import Variation
from games.table.actions.rollback import roll_back_table
from games.table.session import journal
from portal.errors import ActionError
from tests import sample_titles
from tests.clients import signed_in
from tests.games.conftest import actor, fresh, play_on, player, seats_of
from tests.secrets.worlds import VARYING, start_table

pytestmark = [pytest.mark.django_db, pytest.mark.same_everywhere]


@pytest.fixture
def over(table: Table) -> Table:
    return play_on(table)


def new_variation(user: User, table: Table, visible_number: int | None = None) -> Variation:
    return variations.start_variation(user, table, visible_number)


def match_of(line: Variation) -> rules.Match:
    line.refresh_from_db()
    return positions.position_of(fresh(line.table), line)[0].match


def play_some(user: User, line: Variation, moves: int) -> None:
    """So many first legal moves of whoever is to move, fewer where the match ends."""
    for _ in range(moves):
        match = match_of(line)
        seat = variations.seat_to_move(line, match)
        if seat is None:
            return
        variations.play_moves(user, line.table, line.pk, line.position, match.legal_moves(seat)[:1])


def post(
    client: Client, line: Variation, *, partial: bool = True, have: str = "", **data: Any
) -> Any:
    headers = {"HX-Request": "true", "X-Have": have} if partial else {}
    return client.post(address(line), data, headers=headers)


def part(client: Client, line: Variation, **data: Any) -> str:
    """What a script is sent, but for its token."""
    answer = post(client, line, **data)
    assert answer.status_code == 200, answer.text
    return VARYING.sub(b"", answer.content).decode()


def address(line: Variation) -> str:
    return reverse("games:variation", args=[line.table.key, line.pk])


def page(client: Client, line: Variation) -> str:
    answer = client.get(address(line))
    assert answer.status_code == 200
    return answer.text


@pytest.mark.parametrize("game", rules.catalogue())
def test_every_game_is_played_on_for_all_seats_and_back(game: str) -> None:
    table = play_on(start_table(game, sample_titles.few_seats(game)), moves=40)
    user = player(seats_of(table)[0])
    line = new_variation(user, table, 10)
    client = signed_in(user)
    seen = [part(client, line, go=0)]
    for step in range(6):
        match = match_of(line)
        seat = variations.seat_to_move(line, match)
        assert seat is not None
        move = match.legal_moves(seat)[0]
        seen.append(part(client, line, step=step, move=move))
        assert f'id="position" data-at="{step + 1}"' in seen[-1]
    assert part(client, line, go=0) != seen[0], "the moves are still there"
    whole = part(client, line, go=6)
    assert whole == seen[6], "forth again it is what it was"
    have = ",".join(hash_ for hash_, _start, _end in page_chunks.find_chunks(whole))
    less = part(client, line, go=6, have=have)
    assert len(less) < len(whole) or not presenter(game).is_drawn
    assert page_chunks.fill_stubs(whole, less) == whole


def test_the_match_is_not_touched(table: Table) -> None:
    before = Table.objects.filter(pk=table.pk).values().get(), list(Seat.objects.values())
    user = player(actor(table))
    line = new_variation(user, table)
    play_some(user, line, 5)
    variations.redeal(user, table, line.pk)
    variations.save_variation(user, table, line.pk, "mine")
    assert before == (Table.objects.filter(pk=table.pk).values().get(), list(Seat.objects.values()))
    assert match_of(line).chance.seed not in (table.seed, "")  # type: ignore[attr-defined]


def test_another_move_takes_the_place_of_what_came_after(over: Table) -> None:
    user = player(seats_of(over)[0])
    line = new_variation(user, over, 4)
    play_some(user, line, 3)
    first = Variation.objects.get(pk=line.pk).moves
    variations.go_to(user, over, line.pk, 1)
    line.refresh_from_db()
    seat = variations.seat_to_move(line, match_of(line))
    assert seat is not None
    variations.play_moves(user, over, line.pk, 1, [first[1][1]])
    line.refresh_from_db()
    assert (line.moves[:3], line.position) == (first[:3], 2), "the same move goes on along the line"
    variations.go_to(user, over, line.pk, 1)
    other = next(m for m in match_of(line).legal_moves(seat) if m != first[1][1])
    variations.play_moves(user, over, line.pk, 1, [other])
    line.refresh_from_db()
    assert line.moves == [first[0], [seat, other]]


def test_what_is_sent_twice_is_played_once_and_what_is_old_is_refused(over: Table) -> None:
    user = player(seats_of(over)[0])
    line = new_variation(user, over, 4)
    client = signed_in(user)
    seat = variations.seat_to_move(line, match_of(line))
    move = match_of(line).legal_moves(seat or 0)[0]
    for _ in range(2):
        assert post(client, line, step=0, move=move).status_code == 200
    line.refresh_from_db()
    assert line.moves == [[seat, move]]
    assert post(client, line, step=0, move="nonsense").status_code == 409
    assert post(client, line, step=1, move="nonsense").status_code == 422
    assert post(client, line, step="x", move=move).status_code == 400


def test_a_finished_match_lies_as_it_did(over: Table) -> None:
    """Its moves are possible as they were, until chance comes in."""
    line = new_variation(player(seats_of(over)[0]), over, 3)
    assert line.seat is None
    was, now = journal.position_after(over, 3), match_of(line)
    for seat in range(over.seat_count):
        assert now.view(seat) == was.view(seat)
        assert now.legal_moves(seat) == was.legal_moves(seat)


def test_dealing_again_brings_other_chance_and_keeps_what_is_possible(table: Table) -> None:
    user = player(actor(table))
    line = new_variation(user, table)
    play_some(user, line, 8)
    worlds_seen = set()
    for _ in range(4):
        variations.redeal(user, table, line.pk)
        match = match_of(line)
        assert line.position == len(line.moves)
        worlds_seen.add(str(match.dump(history=False)["state"]))
    assert len(worlds_seen) > 1


def test_lines_are_kept_under_names(over: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    user = player(seats_of(over)[0])
    line = new_variation(user, over, 4)
    play_some(user, line, 2)
    client = signed_in(user)
    answer = post(client, line, partial=False, what="keep", name=" Corn first ")
    kept = variations.variations_of(user, over).get(name="Corn first")
    assert answer.url == address(kept)
    assert kept.moves == Variation.objects.get(pk=line.pk).moves
    assert "Corn first" in page(client, line)
    monkeypatch.setattr(variations, "MOST_KEPT", 1)
    assert post(client, line, partial=False, what="keep", name="Another").status_code == 409
    assert post(client, line, partial=False, what="keep", name="Corn first").status_code == 302
    for wrong in ("", "a\nb", "x" * 41):
        assert post(client, line, partial=False, what="keep", name=wrong).status_code == 422
    kept = variations.variations_of(user, over).get(name="Corn first")
    post(client, kept, partial=False, what="remove")
    assert [one.name for one in variations.variations_of(user, over)] == [""]


def test_a_new_one_takes_the_place_of_the_one_without_a_name(over: Table) -> None:
    user = player(seats_of(over)[0])
    first = new_variation(user, over, 2)
    second = new_variation(user, over, 3)
    assert [one.pk for one in variations.variations_of(user, over)] == [second.pk]
    assert signed_in(user).get(address(first)).status_code == 404


def test_a_line_has_an_end(over: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(variations, "LONGEST", 2)
    user = player(seats_of(over)[0])
    line = new_variation(user, over, 2)
    with pytest.raises(ActionError):
        play_some(user, line, 3)
    line.refresh_from_db()
    assert line.position == 2


def test_while_it_runs_only_its_players_try(table: Table, stranger: Client) -> None:
    key = reverse("games:analysis", args=[table.key])
    assert stranger.post(key).status_code == 403
    assert not Variation.objects.exists()
    assert "Try from here" not in stranger.get(reverse("games:replay", args=[table.key])).text


@pytest.fixture
def stranger(people: list[User]) -> Client:
    return signed_in(people[-1])


def test_nobody_else_sees_a_line(over: Table, stranger: Client) -> None:
    line = new_variation(player(seats_of(over)[0]), over)
    assert stranger.get(address(line)).status_code == 404
    assert post(stranger, line, go=0).status_code == 404
    assert Client().get(address(line)).status_code == 302


def test_a_line_from_before_a_set_back_is_gone(over: Table, people: list[User]) -> None:
    """It knew everything, and the match runs again."""
    user = player(seats_of(over)[0])
    line = new_variation(user, over, 2)
    roll_back_table(over.key, 4, people[-1], "a mistake", over.version)
    assert signed_in(user).get(address(line)).status_code == 404


def test_by_forms_alone(over: Table) -> None:
    user = player(seats_of(over)[0])
    client = signed_in(user)
    replay = client.get(reverse("games:replay", args=[over.key]) + "?move=4").text
    assert "Try from here" in replay
    to = client.post(reverse("games:analysis", args=[over.key]), {"move": "4"}).headers["Location"]
    words = client.get(f"{to}?words=1").text
    assert 'name="words" value="1"' in words
    assert 'class="button move"' in words
    line = variations.variations_of(user, over).get()
    move = match_of(line).legal_moves(variations.seat_to_move(line, match_of(line)) or 0)[0]
    answer = client.post(to, {"step": "0", "move": move, "words": "1"})
    assert answer.headers["Location"] == f"{to}?words=1#moves"
    assert "My variations" in client.get(reverse("games:analysis", args=[over.key])).text


def test_lines_go_with_the_account(over: Table) -> None:
    user = player(seats_of(over)[0])
    new_variation(user, over)
    assert Variation.objects.filter(user=user).exists()
    variations.delete_for(user)
    assert not Variation.objects.filter(user=user).exists()


@pytest.mark.parametrize("game", rules.catalogue())
def test_bots_answer_until_it_is_my_turn(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(variations, "MOST_SECONDS", 60)
    table = play_on(start_table(game, sample_titles.three_seats(game)), moves=12)
    user = player(seats_of(table)[1])
    line = new_variation(user, table)
    for _ in range(2):  # a turn of mine by a bot, and then those of the others
        before = variations.seat_to_move(line, match_of(line))
        variations.play_bot_answers(user, table, line.pk, line.position)
        match = match_of(line)
        seats = {seat for seat, _text in line.moves}
        if before == 1:
            assert variations.seat_to_move(line, match) != 1
        else:
            assert match.over or variations.seat_to_move(line, match) == 1
            assert seats - {1}
    with pytest.raises(ActionError):
        variations.play_bot_answers(user, table, line.pk, line.position + 1)


def test_bots_play_turn_by_turn_for_who_has_no_seat(over: Table, people: list[User]) -> None:
    line = new_variation(people[-1], over, 3)
    first = variations.seat_to_move(line, match_of(line))
    variations.play_bot_answers(people[-1], over, line.pk, 0)
    match = match_of(line)
    assert {seat for seat, _text in line.moves} == {first} != {variations.seat_to_move(line, match)}
    variations.play_bot_answers(people[-1], over, line.pk, line.position)
    assert variations.seat_to_move(line, match_of(line)) == first


def test_bots_of_one_person_do_not_take_all_the_time(
    over: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    user = player(seats_of(over)[0])
    line, client = new_variation(user, over, 3), signed_in(user)
    assert post(client, line, what="bots", step=0).status_code == 200
    line.refresh_from_db()
    assert line.position
    monkeypatch.setattr(views, "MOST_WORK", 0)
    for what in ("bots", "deal"):
        assert post(client, line, what=what, step=line.position).status_code == 429


@pytest.mark.parametrize("game", rules.catalogue())
def test_my_first_turn_becomes_my_draft_and_enters_nothing(game: str) -> None:
    table = play_on(start_table(game, sample_titles.few_seats(game)), moves=8)
    seat = actor(table)
    line, client = new_variation(player(seat), table), signed_in(player(seat))
    play_some(player(seat), line, 3)
    before = Table.objects.filter(pk=table.pk).values().get()
    answer = post(client, line, partial=False, what="use")
    line.refresh_from_db()
    drafted = Seat.objects.get(pk=seat.pk).draft
    turn = first_turn.find_first_turn(line)
    assert turn is not None
    assert turn.moves[: len(drafted)] == drafted
    assert answer.status_code == (302 if drafted else 409), "it may begin with what reveals"
    assert Table.objects.filter(pk=table.pk).values().get() == before


def test_later_turn_becomes_list_of_conditional_move(table: Table) -> None:
    later = table.seat_set.select_related("user").exclude(pk=actor(table).pk).get()
    line, client = new_variation(player(later), table), signed_in(player(later))
    while not first_turn.find_first_turn(Variation.objects.get(pk=line.pk)):
        play_some(player(later), line, 1)
    shown = client.get(address(line)).text
    assert 'value="use"' in shown
    to = post(client, line, partial=False, what="use").headers["Location"]
    turn = first_turn.find_first_turn(Variation.objects.get(pk=line.pk))
    assert turn is not None
    answer = client.get(to)
    assert answer.status_code == 200
    assert f'name="list" value="{turn.moves[0]}"' in answer.text
    assert not Seat.objects.exclude(conditional_moves=[]).exists()


def test_a_line_of_a_finished_match_is_no_draft(over: Table) -> None:
    user = player(seats_of(over)[0])
    line = new_variation(user, over, 4)
    play_some(user, line, 3)
    assert post(signed_in(user), line, partial=False, what="use").status_code == 409


def test_a_line_of_a_finished_match_is_shared_by_link(over: Table, stranger: Client) -> None:
    user = player(seats_of(over)[0])
    line, client = new_variation(user, over, 4), signed_in(user)
    play_some(user, line, 3)
    variations.save_variation(user, over, line.pk, "a private name")
    line = variations.variations_of(user, over).get(name="a private name")
    post(client, line, partial=False, what="share")
    line.refresh_from_db()
    to = reverse("games:shared_variation", args=[over.key, line.token])
    assert to in page(client, line)
    shown = Client().get(to)
    assert shown.status_code == 200
    assert 'id="position" data-at="3"' in shown.text
    assert 'data-at="1"' in Client().get(f"{to}?at=1").text
    assert 'id="move-form"' not in shown.text
    assert line.name not in shown.text
    own = stranger.post(to, {"at": "2"}).headers["Location"]
    copy = Variation.objects.exclude(user=user).get()
    assert own == address(copy)
    assert (copy.moves, copy.seed, copy.position, copy.token) == (line.moves, line.seed, 2, None)
    assert variations.save_variation(user, over, line.pk, "another").token is None, (
        "a link is of one line"
    )
    post(client, line, partial=False, what="unshare")
    assert Client().get(to).status_code == 404


def test_nothing_is_shared_of_a_match_that_runs(table: Table) -> None:
    user = player(actor(table))
    line = new_variation(user, table)
    assert post(signed_in(user), line, partial=False, what="share").status_code == 409
    Variation.objects.filter(pk=line.pk).update(token="x")
    to = reverse("games:shared_variation", args=[table.key, "x"])
    assert Client().get(to).status_code == 404
