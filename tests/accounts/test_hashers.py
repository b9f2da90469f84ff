"""The bound on password hashing: a few run, a few wait, the rest are told to come back."""

from __future__ import annotations

import threading

import pytest
from django.contrib.auth.hashers import Argon2PasswordHasher
from django.test import Client

from accounts import hashers
from accounts.hashers import AT_ONCE, MAX_WAITING, BoundedArgon2PasswordHasher, HashingBusyError
from accounts.models import User
from tests.accounts.conftest import PASSWORD

pytestmark = pytest.mark.same_everywhere


def test_it_is_argon2() -> None:
    hasher = BoundedArgon2PasswordHasher()
    encoded = hasher.encode("secret", hasher.salt())
    assert encoded.startswith("argon2$argon2id$")
    assert hasher.verify("secret", encoded)
    assert not hasher.verify("wrong", encoded)


def test_the_crowd_is_turned_away_and_the_line_is_served(monkeypatch) -> None:
    go_on = threading.Event()
    running = threading.Semaphore(0)

    def slow(self: object, password: str, salt: str) -> str:
        running.release()
        assert go_on.wait(10)
        return password

    monkeypatch.setattr(Argon2PasswordHasher, "encode", slow)
    hasher = BoundedArgon2PasswordHasher()
    done: list[str] = []
    threads = [
        threading.Thread(target=lambda n=n: done.append(hasher.encode(str(n), "salt")))
        for n in range(AT_ONCE + MAX_WAITING)
    ]
    for thread in threads:
        thread.start()
    for _ in range(AT_ONCE):
        assert running.acquire(timeout=10)
    while hashers._waiting_slots.acquire(blocking=False):  # until all of them stand in line
        hashers._waiting_slots.release()
    with pytest.raises(HashingBusyError):
        hasher.encode("one too many", "salt")
    assert not running.acquire(blocking=False)
    go_on.set()
    for thread in threads:
        thread.join(10)
    assert len(done) == AT_ONCE + MAX_WAITING


def test_a_login_in_the_crowd_gets_a_clear_answer(
    client: Client, ada: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    def busy(self: object, password: str) -> bool:
        raise HashingBusyError

    monkeypatch.setattr(User, "check_password", busy)
    page = client.post("/accounts/login/", {"login": "Ada", "password": PASSWORD})
    assert page.status_code == 503
    assert page.headers["Retry-After"] == "5"
    assert "site-header" in page.text
