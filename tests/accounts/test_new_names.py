"""What a new person is called: asked in any script, and a user name is made of it."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.core import mail
from django.core.exceptions import ValidationError
from django.test import Client

from accounts import friendly_names, guests
from accounts.confusables import skeleton
from accounts.models import User
from accounts.nicknames import MAX_WIDTH, check_name, choose_names, display_width, pick_username
from accounts.site import owner
from accounts.usernames import check_username
from portal.server import owner_key
from tests.accounts.conftest import PASSWORD, MakePerson
from tests.accounts.test_guests import request_from
from tests.accounts.test_sign_up import link_in, sign_up

pytestmark = [pytest.mark.django_db, pytest.mark.same_everywhere]


@pytest.mark.parametrize(
    ("name", "username"),
    [
        ("Uncle Tom", "uncle-tom"),
        ("Zoë", "zoe"),
        ("José", "jose"),
        ("O’Neill", "oneill"),
        ("Strauß", "strauss"),
        ("Łukasz Ø.", "lukasz-o"),
        ("Ada", "Ada"),
        ("X Æ 12", "x-ae-12"),
    ],
)
def test_user_name_is_made_of_the_name(name: str, username: str) -> None:
    names = choose_names(name)
    assert names == (username, "" if name == username else name)
    check_username(names.username)


@pytest.mark.parametrize("name", ["山田 花子", "Bo", "محمد علي", "Ἀριάδνη", "长" * 10, "a" * 20])
def test_every_good_name_gets_a_user_name(name: str) -> None:
    check_username(choose_names(name).username)


def test_user_name_differs_from_all_others(make_person: MakePerson) -> None:
    make_person("jose")
    assert pick_username("José") == "jose-2"
    make_person("jose-2")
    assert pick_username("José") == "jose-3"


def test_name_of_somebody_else_is_refused(make_person: MakePerson) -> None:
    make_person("uncle-tom")
    with pytest.raises(ValidationError) as refusal:
        choose_names("Uncle Tom")
    assert refusal.value.code == "taken"


@pytest.mark.parametrize("name", ["Uncle Tom", "Zoë", "José", "山田"])
def test_newcomer_signs_in_with_the_user_name_or_the_address(client: Client, name: str) -> None:
    page = client.get(sign_up(client, name, "new@example.org").headers["Location"]).text
    person = User.objects.get()
    assert person.own_name == person.display_name == name
    assert f"You sign in with the name {person.username}" in page
    link = link_in(mail.outbox[0])
    assert person.username in client.get(link).text
    client.post(link)
    for login in (person.username, person.username.upper(), "new@example.org"):
        browser = Client()
        browser.post("/accounts/login/", {"login": login, "password": PASSWORD})
        assert browser.get("/preferences/").status_code == 200
    assert f"You still sign in as {person.username}" in browser.get("/preferences/").text


def test_new_name_can_be_changed_at_once(client: Client) -> None:
    sign_up(client, "Uncle Tom", "new@example.org")
    assert User.objects.get().nickname_changed_at is None


def test_sign_up_shows_user_name_for_known_and_new_addresses(client: Client, ada: User) -> None:
    page = client.get(sign_up(client, "Uncle Tom", ada.email).headers["Location"]).text
    assert "You sign in with the name uncle-tom" in page
    assert User.objects.get() == ada


def test_guest_keeps_a_name_in_any_script(client: Client) -> None:
    client.force_login(
        User.objects.create_user("brave-otter", guest_network="x", nickname="Brave Otter")
    )
    page = client.get("/accounts/keep/").text
    assert 'value="Brave Otter"' in page
    form = {"username": "José", "email": "jose@example.org", "password1": PASSWORD}
    client.post("/accounts/keep/", form)
    person = User.objects.get()
    assert (person.username, person.nickname, person.nickname_skeleton) == (
        *("jose", "José"),
        skeleton("José"),
    )


def test_guest_may_stay_with_the_friendly_name(client: Client) -> None:
    guest = guests.create_guest(request_from("203.0.113.7"))
    client.force_login(guest)
    form = {"username": guest.own_name, "email": "otter@example.org", "password1": PASSWORD}
    client.post("/accounts/keep/", form)
    person = User.objects.get()
    assert (person.username, person.own_name) == (guest.username, guest.own_name)


def test_guest_has_a_friendly_name() -> None:
    guest = guests.create_guest(request_from("203.0.113.7"))
    assert re.fullmatch("[A-Z][a-z]+ [A-Z][a-z]+", guest.own_name)
    assert guest.username == guest.own_name.lower().replace(" ", "-")
    assert guest.nickname_skeleton == skeleton(guest.own_name)
    assert guest.is_guest


def test_friendly_names_are_short_and_allowed() -> None:
    for quality in friendly_names.QUALITIES:
        for animal in friendly_names.ANIMALS:
            name = f"{quality} {animal}"
            assert display_width(name) <= MAX_WIDTH - 3  # room for a number
            check_name(name)
            check_username(name.lower().replace(" ", "-"))


def test_guests_of_one_friendly_name_are_numbered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(guests, "generate_friendly_name", lambda: "Brave Otter")
    names = [guests.create_guest(request_from(f"203.0.113.{n}")).own_name for n in range(3)]
    assert names == ["Brave Otter", "Brave Otter-2", "Brave Otter-3"]


def test_first_owner_has_a_name_in_any_script(client: Client, settings: Any, tmp_path: Any) -> None:
    settings.DATA_DIR = tmp_path
    owner.sync_owner_key()
    form = {"username": "Zoë", "email": "zoe@example.org", "password": PASSWORD}
    client.post("/site/first-run/", form | {"key": owner_key.read(tmp_path)})
    person = User.objects.get()
    assert (person.username, person.nickname, person.is_superuser) == ("zoe", "Zoë", True)
