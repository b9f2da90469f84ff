"""The API: the same actions and errors as the pages, tokens, and its description."""

import dataclasses
import importlib.util
import json
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import translation
from drf_spectacular.generators import SchemaGenerator
from rest_framework.test import APIClient
from rest_framework.throttling import AnonRateThrottle

import games.rules as rules
from accounts.models import User
from accounts.tokens import create_token
from games.boards import presenter
from games.bots import levels
from games.lobby.setup import table_setup
from games.lobby.table_settings import TableSettings
from games.models import Seat, Table
from games.ratings.models import Rating
from games.rulebook.rules_tips import rules_url_or_empty
from games.table.actions import player_actions
from games.table.errors import IllegalMoveError
from games.table.session.loader import load_match
from games.time_controls import PRESETS_BY_KEY
from tests import sample_titles
from tests.games.conftest import GAME, actor, fresh, legal, play_on, player, seats_of

ClientOf = Callable[[User], APIClient]
OPTION = rules.get(GAME).options[0]
ROOT = Path(__file__).parents[2]


def at(name: str, *args: str) -> str:
    return reverse(f"api:{name}", args=args)


def test_the_games_are_listed_with_their_options_and_bots(db: None) -> None:
    games = APIClient().get(at("games")).json()
    assert [game["key"] for game in games] == list(rules.catalogue())
    mine = next(game for game in games if game["key"] == GAME)
    assert mine["seats"] == list(rules.get(GAME).seats)
    assert [option["key"] for option in mine["options"]] == [o.key for o in rules.get(GAME).options]
    assert mine["options"][0]["choices"] == list(OPTION.choices)
    assert mine["bots"] == list(levels(GAME))


@pytest.mark.same_everywhere
def test_a_match_is_opened_joined_and_played_to_the_end(
    people: list[User], client_of: ClientOf
) -> None:
    ann, bob = client_of(people[0]), client_of(people[1])
    opened = ann.post(at("tables"), {"game": GAME, "seats": 2, "clock": "day"})
    assert opened.status_code == 201
    key = opened.json()["key"]
    assert bob.post(at("join", key)).json()["status"] == "running"
    rng = random.Random(4)
    for _ in range(200):
        for client in (ann, bob):
            state = client.get(at("table", key)).json()
            if state["seat"] in state["actors"]:
                turn = {"version": state["version"], "moves": [rng.choice(state["legal_moves"])]}
                assert client.post(at("moves", key), turn).status_code == 200
        if state["status"] != "running":
            break
        play_on(Table.objects.get(key=key), moves=10)  # without the API, which says them all alike
    final = ann.get(at("table", key)).json()
    assert final["status"] == "finished"
    assert sorted(seat["rank"] for seat in final["seats"]) in ([1, 2], [1, 1])
    record = APIClient().get(at("record", key)).json()
    assert rules.verify(record).sound


@pytest.mark.same_everywhere
def test_a_table_is_shown_as_my_seat_sees_it(table: Table, client_of: ClientOf) -> None:
    seat = actor(table)
    other = next(s for s in seats_of(table) if s.pk != seat.pk)
    match = load_match(table)
    mine = client_of(player(seat)).get(at("table", table.key)).json()
    theirs = client_of(player(other)).get(at("table", table.key)).json()
    public = APIClient().get(at("table", table.key)).json()
    assert mine["view"] == json.loads(json.dumps(match.view(seat.number)))
    assert theirs["view"] == json.loads(json.dumps(match.view(other.number)))
    assert public["view"] == json.loads(json.dumps(match.view(None)))
    assert mine["legal_moves"] == match.legal_moves(seat.number)
    assert theirs["legal_moves"] == public["legal_moves"] == []
    assert public["seat"] is None


@pytest.mark.same_everywhere
def test_my_legal_moves(table: Table, client_of: ClientOf) -> None:
    seat = actor(table)
    answer = client_of(player(seat)).get(at("legal_moves", table.key)).json()
    assert answer == {"version": table.version, "legal_moves": legal(table, seat)}


@pytest.mark.same_everywhere
def test_what_each_legal_move_would_do(table: Table, client_of: ClientOf) -> None:
    seat = actor(table)
    at_moves = at("legal_moves", table.key)
    answer = client_of(player(seat)).get(at_moves, {"effects": 1}).json()
    assert [one["move"] for one in answer["effects"]] == answer["legal_moves"]
    match = load_match(table)
    for effect in answer["effects"]:
        after = match.copy()
        heard = [
            {"kind": event.kind, "seat": event.seat, "data": event.data}
            for event in after.play(seat.number, effect["move"])
            if event.audience in (None, seat.number)
        ]
        assert effect["reveals"] == (after.reveals > match.reveals)
        assert effect["events"] == json.loads(json.dumps(heard[: len(effect["events"])]))
        if not effect["reveals"]:
            assert effect["ends"] == (seat.number not in after.actors)
            assert effect["points_after"] == after.scores()[seat.number].total
            assert len(effect["events"]) == len(heard)
    other = next(s for s in seats_of(table) if s.pk != seat.pk)
    others = client_of(player(other)).get(at_moves, {"effects": 1}).json()
    assert others["effects"] == others["legal_moves"] == []
    refused = client_of(player(seat)).get(at_moves, {"effects": 2})
    assert refused.status_code == 400


@pytest.mark.same_everywhere
def test_a_stale_version_is_a_409_with_the_current_one(table: Table, client_of: ClientOf) -> None:
    seat = actor(table)
    client = client_of(player(seat))
    answer = client.post(at("moves", table.key), {"version": 0, "moves": [legal(table, seat)[0]]})
    assert answer.status_code == 409
    assert answer.json()["error"] == "stale_version"
    assert answer.json()["version"] == table.version
    assert fresh(table).move_count == 0


@pytest.mark.same_everywhere
def test_an_illegal_move_is_a_422_with_the_reason(table: Table, client_of: ClientOf) -> None:
    seat = actor(table)
    good = legal(table, seat)[0]
    turn = {"version": table.version, "moves": [good, "build moon"]}
    answer = client_of(player(seat)).post(at("moves", table.key), turn)
    assert answer.status_code == 422
    assert answer.json()["error"] == "illegal_move"
    assert answer.json()["url"] == rules_url_or_empty(table.game, answer.json()["section"])
    assert answer.json()["number"] == 2
    assert answer.json()["message"]
    assert fresh(table).move_count == 0


@pytest.mark.same_everywhere
def test_the_pages_and_the_api_give_the_same_reason(table: Table, client_of: ClientOf) -> None:
    seat = actor(table)
    turn = {"version": table.version, "moves": ["build wharf"]}
    reason = client_of(player(seat)).post(at("moves", table.key), turn).json()["message"]
    with pytest.raises(IllegalMoveError) as refused:
        player_actions.confirm(table.key, player(seat), table.version, ["build wharf"])
    assert refused.value.message == reason


@pytest.mark.same_everywhere
@pytest.mark.parametrize(
    "body",
    [
        {},
        {"version": "x", "moves": ["pass"]},
        {"version": 1},
        {"version": 1, "moves": []},
        {"version": 1, "moves": "pass"},
        {"version": 1, "moves": ["x" * 500]},
        [1],
    ],
)
def test_a_malformed_turn_is_a_400(table: Table, client_of: ClientOf, body: Any) -> None:
    answer = client_of(player(actor(table))).post(at("moves", table.key), body)
    assert answer.status_code == 400
    assert answer.json()["error"] == "bad_request"


@pytest.mark.same_everywhere
def test_broken_json_is_a_400(table: Table, client_of: ClientOf) -> None:
    client = client_of(player(actor(table)))
    answer = client.generic("POST", at("moves", table.key), "{", "application/json")
    assert answer.status_code == 400
    assert answer.json()["error"] == "parse_error"


@pytest.mark.same_everywhere
def test_a_turn_for_a_seat_that_is_not_mine_is_a_403(
    table: Table, people: list[User], client_of: ClientOf
) -> None:
    turn = {"version": table.version, "moves": [legal(table, actor(table))[0]]}
    answer = client_of(people[4]).post(at("moves", table.key), turn)
    assert (answer.status_code, answer.json()["error"]) == (403, "not_your_seat")


@pytest.mark.same_everywhere
def test_without_a_token_nothing_is_written(table: Table) -> None:
    for name in ("moves", "join", "resign", "call_off"):
        assert APIClient().post(at(name, table.key)).status_code in (401, 403)
    assert APIClient().post(at("tables"), {"game": GAME, "seats": 2}).status_code in (401, 403)


@pytest.mark.same_everywhere
def test_a_revoked_token_opens_nothing(table: Table) -> None:
    user = player(actor(table))
    row, token = create_token(user, "soon gone")
    client = APIClient()
    client.credentials(HTTP_AUTHORIZATION=f"Bearer {token}")
    assert client.get(at("my_tables")).status_code == 200
    row.delete()
    answer = client.get(at("my_tables"))
    assert answer.status_code == 401
    assert "revoked" in answer.json()["message"]


@pytest.mark.same_everywhere
def test_the_sessions_of_the_pages_work_too(table: Table) -> None:
    client = APIClient(enforce_csrf_checks=True)
    client.force_login(player(actor(table)))
    assert client.get(at("my_tables")).status_code == 200
    assert client.post(at("resign", table.key)).status_code == 403, "csrf must be asked for"


@pytest.mark.same_everywhere
def test_my_tables_are_those_that_wait_for_me(table: Table, client_of: ClientOf) -> None:
    seat = actor(table)
    other = next(s for s in seats_of(table) if s.pk != seat.pk)
    assert [t["key"] for t in client_of(player(seat)).get(at("my_tables")).json()] == [table.key]
    assert client_of(player(other)).get(at("my_tables")).json() == []


def test_the_clocks_tell_the_seconds_left(table: Table) -> None:
    clocks = APIClient().get(at("clocks", table.key)).json()
    left = {row["seat"]: row["seconds_left"] for row in clocks["seats"]}
    assert left[actor(table).number] == pytest.approx(86400, abs=60)


def test_the_log_tells_what_my_seat_may_know(table: Table, client_of: ClientOf) -> None:
    table = play_on(table, moves=20)
    ann, _ = seats_of(table)
    log = client_of(player(ann)).get(at("log", table.key)).json()["entries"]
    assert [entry["number"] for entry in log] == list(range(21))
    for entry in log[1:]:
        assert (entry["move"] is not None) == (entry["seat"] == ann.number)
    after = APIClient().get(at("log", table.key) + "?after=18").json()["entries"]
    assert [entry["number"] for entry in after] == [19, 20]
    assert APIClient().get(at("log", table.key) + "?after=x").status_code == 400


@pytest.mark.same_everywhere
def test_the_record_of_a_running_match_is_kept_back(table: Table, client_of: ClientOf) -> None:
    answer = client_of(player(actor(table))).get(at("record", table.key))
    assert answer.status_code == 409
    assert table.seed not in answer.content.decode()


def test_tables_can_be_filtered(table: Table, people: list[User], client_of: ClientOf) -> None:
    client = client_of(people[2])
    client.post(at("tables"), {"game": GAME, "seats": 4})
    open_keys = [t["key"] for t in client.get(at("tables")).json()]
    assert len(open_keys) == 1
    assert client.get(at("tables") + "?free=4").json() == []
    running = client.get(at("tables") + f"?status=running&player={people[0].username}").json()
    assert [t["key"] for t in running] == [table.key]
    assert client.get(at("tables") + "?status=strange").status_code == 400


@pytest.mark.same_everywhere
def test_bad_tables_are_refused_with_what_there_is(people: list[User], client_of: ClientOf) -> None:
    client = client_of(people[0])
    answer = client.post(at("tables"), {"game": "no-such-game", "seats": 2})
    assert answer.status_code == 422
    assert GAME in answer.json()["message"]
    answer = client.post(at("tables"), {"game": GAME, "seats": 2, "options": {OPTION.key: "x"}})
    assert (answer.status_code, answer.json()["field"]) == (422, "options")
    assert client.post(at("tables"), {"game": GAME}).status_code == 400
    assert not Table.objects.exists()


def test_a_refused_table_has_a_reason_for_programs_and_one_for_people(
    people: list[User], client_of: ClientOf
) -> None:
    bad = {"game": GAME, "seats": 2, "options": {OPTION.key: "x"}}
    answer = client_of(people[0]).post(at("tables"), bad, HTTP_ACCEPT_LANGUAGE="ja")
    assert answer.json()["reason"] == {
        "code": "no_such_choice",
        "params": {
            "option": OPTION.key,
            "game": GAME,
            "choices": list(OPTION.choices),
            "given": "x",
        },
    }
    with translation.override("ja"):
        show = presenter(GAME)
        named = f"{show.name()}の{show.option_label(OPTION)}"
    assert named in answer.json()["message"]


@pytest.mark.same_everywhere
def test_a_full_table_is_a_409(table: Table, people: list[User], client_of: ClientOf) -> None:
    answer = client_of(people[3]).post(at("join", table.key))
    assert (answer.status_code, answer.json()["error"]) == (409, "seat_taken")


def test_what_does_not_exist_is_a_404(people: list[User], client_of: ClientOf) -> None:
    client = client_of(people[0])
    for name in ("table", "legal_moves", "clocks", "log", "record"):
        assert client.get(at(name, "nowhere")).status_code == 404
    for name in ("join", "start", "resign", "come_back"):
        answer = client.post(at(name, "nowhere"))
        assert (answer.status_code, answer.json()["error"]) == (404, "not_found")
    assert client.get(at("ratings", "no-such-game")).status_code == 404


def test_ratings_and_what_changed_them(new_table: Callable[..., Table]) -> None:
    table = play_on(new_table(2))
    user = player(seats_of(table)[0])
    rating = APIClient().get(at("person_ratings", user.username)).json()
    assert rating[0]["value"] == str(Rating.objects.get(user=user).value)
    change = APIClient().get(at("person_rating_changes", user.username)).json()[0]
    assert (change["table"], change["before"]) == (table.key, "1500.00")
    Rating.objects.filter(user=user).update(played=10)
    board = APIClient().get(at("ratings", GAME)).json()
    assert [row["user"] for row in board] == [user.username]


@pytest.mark.same_everywhere
def test_resigning_and_coming_back(table: Table, client_of: ClientOf) -> None:
    seat = actor(table)
    client = client_of(player(seat))
    assert client.post(at("resign", table.key)).status_code == 200
    assert Seat.objects.get(pk=seat.pk).bot
    assert client.post(at("come_back", table.key)).status_code == 403


@pytest.mark.same_everywhere
def test_calling_off(table: Table, client_of: ClientOf) -> None:
    for seat in seats_of(table):
        answer = client_of(player(seat)).post(at("call_off", table.key), {"agrees": True})
        assert answer.status_code == 200
    assert answer.json()["status"] == "called_off"


@pytest.mark.same_everywhere
def test_requests_are_throttled(people: list[User], client_of: ClientOf, monkeypatch) -> None:  # type: ignore[no-untyped-def]
    from rest_framework.throttling import UserRateThrottle

    monkeypatch.setattr(UserRateThrottle, "THROTTLE_RATES", {"user": "3/min", "anon": "3/min"})
    client = client_of(people[0])
    answers = [client.get(at("games")).status_code for _ in range(4)]
    assert answers == [200, 200, 200, 429]


@pytest.mark.same_everywhere
def test_the_openapi_description_is_valid_and_without_warnings(tmp_path: Path) -> None:
    file = tmp_path / "api.yaml"
    call_command("spectacular", "--validate", "--fail-on-warn", file=str(file))
    assert "/api/tables/{key}/moves/" in file.read_text()


@pytest.mark.same_everywhere
def test_the_description_is_sent_in_the_language_of_each_reader(db: None) -> None:
    for language, text in {
        "en": "its game is not installed",
        "ja": "インストールされていません",
    }.items():
        for _ in range(2):
            answer = APIClient().get(at("schema"), headers={"accept-language": language})
            assert answer.headers["Content-Language"] == language
            assert text in answer.text


@pytest.mark.same_everywhere
def test_there_is_a_readable_page_for_every_operation(db: None) -> None:
    text = APIClient().get(at("docs")).content.decode()
    for path in ("/api/tables/{key}/moves/", "/api/ratings/{game}/", "/api/tables/{key}/clocks/"):
        assert path in text
    assert '<script src="http' not in text


@pytest.mark.same_everywhere
@pytest.mark.parametrize(
    ("method", "sent", "key"),
    [
        ("put", {"orders": []}, "conditional_moves"),
        ("put", [], "conditional_moves"),
        ("post", {"orders": []}, "given"),
        ("put", {"conditional_moves": [{"moves": ["pass"]}]}, "kind"),
    ],
)
def test_conditional_moves_with_a_wrong_key_name_the_missing_key(
    table: Table, client_of: ClientOf, method: str, sent: Any, key: str
) -> None:
    client = client_of(player(seats_of(table)[0]))
    answer = getattr(client, method)(at("conditional_moves", table.key), sent)
    assert answer.status_code in (400, 422)
    assert f"“{key}”" in answer.json()["message"]


@pytest.mark.same_everywhere
def test_unsupported_media_type_names_the_accepted_type(table: Table, client_of: ClientOf) -> None:
    client = client_of(player(seats_of(table)[0]))
    for name in ("moves", "conditional_moves"):
        answer = client.generic("POST", at(name, table.key), "a=1", content_type="text/plain")
        assert answer.status_code == 415
        assert answer.json()["error"] == "unsupported_media_type"
        assert "application/json" in answer.json()["message"]


def test_the_example_bot_is_short_and_importable() -> None:
    path = ROOT / "examples" / "bot.py"
    assert len(path.read_text().splitlines()) < 80
    spec = importlib.util.spec_from_file_location("example_bot", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    assert callable(module.main)


@pytest.mark.same_everywhere
def test_the_readable_page_has_the_limits_of_the_api(
    db: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(AnonRateThrottle, "THROTTLE_RATES", {"anon": "2/min"})
    statuses = [APIClient().get(at(name)).status_code for name in ("docs", "schema", "docs")]
    assert statuses == [200, 200, 429]


@pytest.mark.same_everywhere
def test_the_list_of_games_tells_their_facts(db: None) -> None:
    games = {game["key"]: game for game in APIClient().get("/api/games/").json()}
    for key, listed in games.items():
        facts = presenter(key).facts
        assert listed["facts"] == (facts and dataclasses.asdict(facts))
    assert games[GAME]["facts"]["minutes"] > 0


def test_the_readable_page_is_only_read() -> None:
    assert APIClient().options("/api/").status_code == 405


@pytest.mark.same_everywhere
def test_a_table_is_opened_with_a_name_and_renamed_by_its_host(
    people: list[User], client_of: ClientOf
) -> None:
    ann, bob = client_of(people[0]), client_of(people[1])
    opened = ann.post(at("tables"), {"game": GAME, "seats": 3, "name": " Friday "}).json()
    assert (opened["name"], opened["title"]) == ("Friday", "Friday")
    renamed = ann.post(at("rename", opened["key"]), {"name": ""})
    assert renamed.status_code == 200
    assert renamed.json()["name"] == ""
    assert renamed.json()["title"] == fresh(Table.objects.get()).title
    assert bob.post(at("rename", opened["key"]), {"name": "Mine"}).status_code == 403
    assert APIClient().get(at("tables")).json()[0]["title"] == renamed.json()["title"]


@pytest.mark.same_everywhere
@pytest.mark.parametrize(("name", "status"), [("x" * 41, 400), ("one\ntwo", 422), (["x"], 400)])
def test_a_bad_name_opens_no_table(
    people: list[User], client_of: ClientOf, name: object, status: int
) -> None:
    answer = client_of(people[0]).post(at("tables"), {"game": GAME, "seats": 3, "name": name})
    assert answer.status_code == status
    assert not Table.objects.exists()


@pytest.mark.same_everywhere
def test_names_are_described() -> None:
    schemas = SchemaGenerator().get_schema(request=None, public=True)["components"]["schemas"]
    for shape in ("TableInput", "TableName"):
        assert schemas[shape]["properties"]["name"]["maxLength"] == 40
    assert {"name", "title"} <= set(schemas["Table"]["properties"])


@pytest.mark.same_everywhere
def test_a_bot_s_seat_says_its_name_and_its_level(
    new_table: Callable[..., Table],
) -> None:
    table = new_table(2, bots=("random",))
    seats = APIClient().get(at("table", table.key)).json()["seats"]
    (bot,) = [seat for seat in seats if seat["user"] is None]
    assert bot["bot"] == "random"
    assert bot["name"] == seats_of(table)[bot["number"]].name


def test_a_list_reads_the_moves_of_all_its_tables_at_once(people: list[User]) -> None:
    game = sample_titles.title(sample_titles.for_seats(2), lambda game: bool(game.private_kinds))
    for step in range(3):
        table = table_setup.open_table(
            people[0], game, TableSettings(2, {}, PRESETS_BY_KEY["day"].clock)
        )
        table_setup.join(table.key, people[1])
        play_on(table, moves=4 + step)
    Table.objects.update(revealed_version=0)  # each has moves that may have been secret
    with CaptureQueriesContext(connection) as asked:
        listed = APIClient().get("/api/tables/?status=running").json()
    assert len(listed) == 3
    assert sum('FROM "games_move"' in one["sql"] for one in asked.captured_queries) == 1
