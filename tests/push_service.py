"""A push service on the loopback, and browsers for it: it checks what it is sent, as the real do.

RFC 8030 (TTL, Urgency, Topic), 8291 and 8188 (only the browser can read it), 8292 (who sends it).
"""

from __future__ import annotations

import json
import secrets
import socket
import time
from dataclasses import dataclass, field
from typing import Any

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec, utils
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from portal.http.web_push import decode_base64url, encode_base64url
from tests.hook_server import HookServer, ReceivedRequest

URGENCIES = ("very-low", "low", "normal", "high")
LONGEST_BODY = 4096


@dataclass
class PushMessage:
    """A message as the browser reads it."""

    data: Any
    topic: str
    urgency: str
    ttl: int


@dataclass
class Subscriber:
    """A browser that has subscribed: its keys, and what has come."""

    endpoint: str
    private: ec.EllipticCurvePrivateKey = field(
        default_factory=lambda: ec.generate_private_key(ec.SECP256R1())
    )
    auth: bytes = field(default_factory=lambda: secrets.token_bytes(16))
    status: int = 201
    headers: bytes = b""
    messages: list[PushMessage] = field(default_factory=list)

    @property
    def public(self) -> bytes:
        point = (Encoding.X962, PublicFormat.UncompressedPoint)
        return self.private.public_key().public_bytes(*point)

    @property
    def json(self) -> dict[str, Any]:
        """As `PushSubscription.toJSON()` says it."""
        keys = {"p256dh": encode_base64url(self.public), "auth": encode_base64url(self.auth)}
        return {"endpoint": self.endpoint, "expirationTime": None, "keys": keys}

    def read(self, body: bytes) -> bytes:
        """What only this browser can read, by the text of RFC 8188 and 8291."""
        salt, size, length = body[:16], int.from_bytes(body[16:20], "big"), body[20]
        sender, record = body[21 : 21 + length], body[21 + length :]
        assert length == 65
        assert 18 <= len(record) <= size
        shared = self.private.exchange(
            ec.ECDH(), ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), sender)
        )
        secret = _hkdf(self.auth, shared, b"WebPush: info\0" + self.public + sender, 32)
        key = _hkdf(salt, secret, b"Content-Encoding: aes128gcm\0", 16)
        nonce = _hkdf(salt, secret, b"Content-Encoding: nonce\0", 12)
        text, mark, padding = AESGCM(key).decrypt(nonce, record, None).rpartition(b"\x02")
        assert mark
        assert not padding.strip(b"\0")
        return text


def _hkdf(salt: bytes, secret: bytes, info: bytes, length: int) -> bytes:
    return HKDF(hashes.SHA256(), length, salt, info).derive(secret)


class PushService:
    """Answers 201, or what a subscriber's `status` says; 400 and a reason where a request is bad.

    `waiting` is what it would bring to browsers that are away: a topic replaces what it had.
    """

    def __init__(self) -> None:
        self.server = HookServer(behave=self._behave)
        self.subscribers: dict[str, Subscriber] = {}
        self.waiting: dict[tuple[str, str], PushMessage] = {}
        self.refused: list[str] = []
        self.keys: set[str] = set()

    def subscribe(self) -> Subscriber:
        path = f"/push/{secrets.token_urlsafe(120)}"
        found = self.subscribers[path] = Subscriber(self.server.url(path))
        return found

    def stop(self) -> None:
        self.server.stop()

    def _behave(self, server: HookServer, connection: socket.socket) -> None:
        asked = server.taken[-1]
        path = asked.line.split(" ")[1]
        subscriber = self.subscribers.get(path)
        status, headers = 404, b""
        if subscriber is not None:
            headers = subscriber.headers
            try:
                self._take(subscriber, asked, path)
                status = subscriber.status
            except (AssertionError, InvalidSignature, ValueError, KeyError) as error:
                self.refused.append(repr(error))
                status = 400
        head = b"HTTP/1.1 %d Said\r\n%sContent-Length: 0\r\n\r\n" % (status, headers)
        server.say(connection, head)

    def _take(self, subscriber: Subscriber, asked: ReceivedRequest, path: str) -> None:
        headers = asked.headers
        self.keys.add(sender_of(headers["Authorization"], self.server.url("")))
        assert headers["Content-Encoding"] == "aes128gcm"
        assert headers["Content-Type"] == "application/octet-stream"
        assert len(asked.body) <= LONGEST_BODY
        topic, urgency = headers.get("Topic", ""), headers["Urgency"]
        assert len(topic) <= 32
        assert topic.replace("-", "").replace("_", "").isalnum() or not topic
        assert urgency in URGENCIES
        pushed = PushMessage(
            json.loads(subscriber.read(asked.body)), topic, urgency, int(headers["TTL"])
        )
        assert pushed.ttl > 0
        if subscriber.status == 201:
            subscriber.messages.append(pushed)
            self.waiting[path, topic or secrets.token_hex(4)] = pushed


def sender_of(authorization: str, origin: str) -> str:
    """The key of whoever has signed a request for this service.

    Raises:
        AssertionError, InvalidSignature, ValueError: it is not for us, over, or not signed so.
    """
    scheme, _, rest = authorization.partition(" ")
    assert scheme == "vapid"
    given = dict(part.strip().split("=", 1) for part in rest.split(","))
    signed, _, signature = given["t"].rpartition(".")
    head, claims = (json.loads(decode_base64url(part)) for part in signed.split("."))
    assert head == {"typ": "JWT", "alg": "ES256"}
    assert claims["aud"] == origin
    assert time.time() < claims["exp"] <= time.time() + 24 * 3600
    assert claims["sub"].startswith(("mailto:", "https:"))
    point = decode_base64url(given["k"])
    key = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), point)
    raw = decode_base64url(signature)
    assert len(raw) == 64
    numbers = (int.from_bytes(half, "big") for half in (raw[:32], raw[32:]))
    made = utils.encode_dss_signature(*numbers)
    key.verify(made, signed.encode(), ec.ECDSA(hashes.SHA256()))
    return given["k"]
