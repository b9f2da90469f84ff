"""Web push: the example of RFC 8291, signatures of RFC 8292, the site's key in its folder."""

from __future__ import annotations

import time
from pathlib import Path

import pytest
from cryptography.exceptions import InvalidSignature
from django.conf import settings

from portal.http import web_push
from portal.server import push_key
from tests.portal.test_settings import PRODUCTION, manage
from tests.push_service import Subscriber, sender_of

pytestmark = pytest.mark.same_everywhere

ORIGIN = "https://push.example.net"
# RFC 8291, appendix A
P256DH = "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"
AUTH = "BTBZMqHH6r4Tts7J_aSIgg"
SENDER = "yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"
SALT = "DGv6ra1nlYgDCS1FRnbzlw"
MESSAGE = (
    "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS"
    "6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qu"
    "lcy4a-fN"
)


def test_the_example_of_the_standard_is_encrypted_as_there() -> None:
    to = web_push.parse_subscription(f"{ORIGIN}/x", P256DH, AUTH)
    body = b"When I grow up, I want to be a watermelon"
    made = web_push.encrypt_body(
        body, to, web_push.decode_base64url(SALT), web_push.load_signing_key(SENDER)
    )
    assert web_push.encode_base64url(made) == MESSAGE


def test_only_the_browser_reads_it_and_no_two_are_alike() -> None:
    browser = Subscriber(f"{ORIGIN}/x")
    keys = browser.json["keys"]
    to = web_push.parse_subscription(browser.endpoint, keys["p256dh"], keys["auth"])
    one, other = (web_push.encrypt_body(b"x" * web_push.MAX_BODY_BYTES, to) for _ in range(2))
    assert browser.read(one) == browser.read(other) == b"x" * web_push.MAX_BODY_BYTES
    assert one[:100] != other[:100]
    assert len(one) <= 4096
    with pytest.raises(ValueError, match="too long"):
        web_push.encrypt_body(b"x" * (web_push.MAX_BODY_BYTES + 1), to)


@pytest.mark.parametrize(
    ("p256dh", "auth"),
    [
        ("", AUTH),
        ("AAAA", AUTH),
        ("~" * 87, AUTH),
        ("B" + "A" * 86, AUTH),  # not on the curve
        (P256DH, ""),
        (P256DH, AUTH + "AAAA"),
        (P256DH, "é"),
    ],
)
def test_what_is_no_key_is_refused(p256dh: str, auth: str) -> None:
    with pytest.raises(ValueError):
        web_push.parse_subscription(ORIGIN, p256dh, auth)


def test_a_service_knows_the_site_by_its_key() -> None:
    made = web_push.vapid_authorization(
        f"{ORIGIN}/x/y", settings.PUSH_KEY, "mailto:a@b.example", time.time()
    )
    assert sender_of(made, ORIGIN) == web_push.public_key(settings.PUSH_KEY)
    with pytest.raises(AssertionError):
        sender_of(made, "https://other.example.net")
    other = web_push.public_key(push_key.generate())
    with pytest.raises(InvalidSignature):
        sender_of(made.rpartition("k=")[0] + f"k={other}", ORIGIN)


def test_the_key_is_made_once_and_is_its_owners_alone(tmp_path: Path) -> None:
    key = push_key.read_or_create(tmp_path)
    assert push_key.is_key(key)
    assert push_key.read_or_create(tmp_path) == push_key.read(tmp_path) == key
    assert (tmp_path / "push_key").stat().st_mode & 0o777 == 0o600
    assert len(web_push.decode_base64url(web_push.public_key(key))) == 65


def test_production_takes_the_key_of_its_folder_or_the_environment(tmp_path: Path) -> None:
    key, other = push_key.read_or_create(tmp_path), push_key.generate()
    command = ("shell", "-c", "from django.conf import settings; print(settings.PUSH_KEY)")
    assert key in manage(tmp_path, *command, **PRODUCTION).stdout
    assert other in manage(tmp_path, *command, **PRODUCTION, PUSH_KEY=other).stdout
    found = manage(tmp_path, "check", **PRODUCTION, PUSH_KEY="no key")
    assert found.returncode != 0
    assert "PUSH_KEY is not a key" in found.stderr
