"""What people are called beside the name in addresses: in any script, and like nobody else."""

from __future__ import annotations

import string
from datetime import timedelta
from typing import Any

import pytest
from django.core.exceptions import ValidationError
from django.db import IntegrityError, connection
from django.test import Client
from django.utils import timezone

from accounts import nicknames
from accounts.confusables import ASCII_PROTOTYPES, skeleton, username_skeleton
from accounts.deletion import delete_account
from accounts.models import FormerName, User
from accounts.nicknames import (
    EVERY,
    KEPT,
    change_nickname,
    check_name,
    is_name_taken,
    name_lookup,
    normalize_name,
)
from games.lobby.admission import invitations
from tests.accounts.conftest import MakePerson
from tests.accounts.test_preferences import FORM

AS_IT_WAS = {"language": "en", "time_zone": "UTC"}


def choose(client: Client, name: str):
    return client.post("/preferences/", FORM | AS_IT_WAS | {"called": name})


@pytest.mark.same_everywhere
def test_a_name_in_any_script_is_shown_and_the_address_stays(as_ada: Client, ada: User) -> None:
    assert choose(as_ada, " 山田　 花子 ").status_code == 302
    ada.refresh_from_db()
    assert (ada.display_name, ada.username) == ("山田 花子", "Ada")
    page = as_ada.get("/people/Ada/").text
    assert "<h1><bdi>山田 花子</bdi></h1>" in page
    assert '<p class="soft">Ada</p>' in page


def test_name_stored_with_two_spaces_does_not_count_as_changed(as_ada: Client, ada: User) -> None:
    changed_at = timezone.now() - EVERY - timedelta(minutes=1)
    User.objects.update(nickname="Ada  Grace", nickname_changed_at=changed_at)
    assert choose(as_ada, "Ada Grace").status_code == 302
    ada.refresh_from_db()
    assert (ada.nickname, ada.nickname_changed_at) == ("Ada  Grace", changed_at)
    assert not ada.former_names.exists()


def test_a_name_stays_for_a_month_and_the_old_one_is_kept(as_ada: Client, ada: User) -> None:
    choose(as_ada, "Åsa")
    choose(as_ada, "Grace")
    ada.refresh_from_db()
    assert ada.nickname == "Åsa"
    assert "You can change this again on" in as_ada.get("/preferences/").text
    User.objects.update(nickname_changed_at=timezone.now() - EVERY - timedelta(minutes=1))
    choose(as_ada, "Grace")
    ada.refresh_from_db()
    assert ada.nickname == "Grace"
    assert list(ada.former_names.values_list("name", flat=True)) == ["Åsa"]
    delete_account(ada)
    ada.refresh_from_db()
    assert ada.nickname == ada.nickname_skeleton == ""
    assert not FormerName.objects.exists()


@pytest.mark.same_everywhere
@pytest.mark.parametrize(
    "name", ["Ἀριάδνη", "محمد علي", "O’Neill", "김민준", "Đặng", "X Æ 12", "ー"]
)
def test_names_of_every_script_are_well(name: str) -> None:
    check_name(normalize_name(name))


@pytest.mark.same_everywhere
@pytest.mark.parametrize(
    "name",
    [
        "ada\u202egrace",  # turns the text around
        "ada\u200bgrace",
        "ada\u2066",
        "a\u0000b",
        "a\nb",
        "\u3164",  # letters without a shape
        "a\u034fb",
        "a\ufe0fb",
        "a" + "\u0301\u0302\u0303\u0304\u0305",
        "12 34",
        "🙂",
        "<b>",
        "a" * 21,
        "長" * 11,
        "Admin",
        "Аdmin",  # the first letter is Cyrillic
        "ADMlN",
        "bot-2",
        "運営",
    ],
)
def test_what_nobody_is_called(name: str) -> None:
    with pytest.raises(ValidationError):
        check_name(normalize_name(name))


@pytest.mark.same_everywhere
@pytest.mark.parametrize(
    "name",
    [
        "ada",
        "Аda",
        "ΑDA",
        "аdа",
        "𝐀𝐝𝐚",
        "Ａｄａ",
        "カ山",
        "PAU1",
        "Pаul",
        "paui",
        "Ada.",
        "A.da",
        "a_da",
        "Pa ul",
    ],
)
def test_nobody_is_called_like_somebody_else(make_person: MakePerson, name: str) -> None:
    """Neither by the name in addresses nor by the other one."""
    make_person("Ada")
    make_person("Paul")
    change_nickname(make_person("Ben"), "力山", timezone.now())
    check_name(normalize_name(name))
    assert is_name_taken(normalize_name(name))


def test_one_may_be_called_like_oneself(as_ada: Client, ada: User) -> None:
    choose(as_ada, "Àda")
    ada.refresh_from_db()
    assert ada.display_name == "Àda"
    User.objects.update(nickname_changed_at=None)
    choose(as_ada, "AdA")
    ada.refresh_from_db()
    assert ada.display_name == "AdA"


def test_of_two_who_choose_alike_at_once_one_has_the_name(ada: User, ben: User) -> None:
    change_nickname(ada, "Grace", timezone.now())
    with pytest.raises(IntegrityError):
        change_nickname(ben, "Grасe", timezone.now())


def test_a_former_name_is_nobody_elses_for_a_month(ada: User, ben: User) -> None:
    change_nickname(ada, "Grace", timezone.now())
    change_nickname(ada, "Åsa", timezone.now())
    assert is_name_taken("Grасe", but=ben)
    assert not is_name_taken("Grace", but=ada)
    FormerName.objects.update(until=timezone.now() - KEPT - timedelta(minutes=1))
    assert not is_name_taken("Grace", but=ben)


@pytest.mark.same_everywhere
def test_whoever_is_second_to_sign_up_under_a_name_chooses_another(
    client: Client, ada: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    form = {"username": "grace", "email": "g@example.org", "password1": "walnut-plank-7"}
    choose = nicknames.choose_names

    def choose_slowly(name: str, but: User | None = None) -> nicknames.Names:
        names = choose(name, but)
        change_nickname(ada, "Grace", timezone.now())
        return names

    monkeypatch.setattr(nicknames, "choose_names", choose_slowly)
    assert "already exists" in client.post("/accounts/signup/", form, follow=True).text
    assert not User.objects.filter(username="grace").exists()


def test_nobody_signs_up_under_what_another_is_called(client: Client, ada: User) -> None:
    change_nickname(ada, "Grace", timezone.now())
    form = {"username": "GRACE", "email": "g@example.org", "password1": "walnut-plank-7"}
    assert 'aria-invalid="true"' in client.post("/accounts/signup/", form).text
    assert not User.objects.filter(username="GRACE").exists()


@pytest.mark.same_everywhere
@pytest.mark.parametrize("name", ["Gr_ace", "GRACE-", "grac3", "Pau1", "paui"])
def test_nobody_signs_up_under_a_name_like_anothers(
    client: Client, make_person: MakePerson, name: str
) -> None:
    make_person("Grace")
    make_person("Paul")
    form = {"username": name, "email": "g@example.org", "password1": "walnut-plank-7"}
    client.post("/accounts/signup/", form)
    assert User.objects.filter(username=name).exists() is (name == "grac3")


def test_capitals_tell_no_names_apart_in_any_script() -> None:
    letters = [chr(code) for code in range(0x250, 0x2000)]
    pairs = [(one, one.upper()) for one in letters if len(one.upper()) == 1]
    found = [(small, large) for small, large in pairs if large.lower() == small != large]
    assert len(found) > 300
    assert [pair for pair in found if skeleton(pair[0]) != skeleton(pair[1])] == []
    assert skeleton("ΟΔΟΣ") == skeleton("οδος")


@pytest.mark.parametrize("name", ["ΝOVA", "NОVА", "nоvа"])
def test_letters_of_other_scripts_pass_for_no_latin_ones(name: str) -> None:
    assert not name.isascii()
    assert skeleton(name) == skeleton("Nova")


def test_the_database_computes_the_skeleton_of_plain_names_alike(make_person: MakePerson) -> None:
    letters = string.ascii_letters + string.digits + "_-"
    assert {
        one: skeleton(one) for one in letters.lower() if skeleton(one) != one
    } == ASCII_PROTOTYPES
    names = [letters[at : at + 16] for at in range(0, len(letters), 16)]
    User.objects.bulk_create([User(username=name) for name in names])
    counted = User.objects.annotate(plain=username_skeleton()).values_list("username", "plain")
    assert dict(counted) == {name: skeleton(name) for name in names}


@pytest.mark.same_everywhere
@pytest.mark.skipif(connection.vendor != "sqlite", reason="reads a query plan of SQLite")
def test_names_like_one_are_found_by_index(ada: User) -> None:
    plans: list[str] = []

    def explain(execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        plan = execute(f"EXPLAIN QUERY PLAN {sql}", params, many, context)
        plans.extend(row[3] for row in plan.fetchall())
        return execute(sql, params, many, context)

    with connection.execute_wrapper(explain):
        assert is_name_taken("a-da")
        assert not is_name_taken("ben")
    assert [plan for plan in plans if "username_alike" in plan]
    assert [plan for plan in plans if plan.startswith("SCAN accounts_user")] == []


def test_people_are_found_by_both_names(ada: User, ben: User) -> None:
    change_nickname(ada, "花子", timezone.now())
    assert [User.objects.get(name_lookup(name)) for name in ("ADA", "花子")] == [ada, ada]
    assert not User.objects.filter(name_lookup("")).exists()
    assert invitations.find_people(["花子", "ben"]) == [ada, ben]
