"""Web push without a library: encryption and authorization (RFC 8030, 8188, 8291, 8292).

A body is encrypted for one browser, which alone can read it. The push service sees which site sent
it, how long it may wait, and which message it replaces.
"""

from __future__ import annotations

import base64
import hashlib
import json
import secrets
from functools import lru_cache
from typing import NamedTuple
from urllib.parse import urlsplit

from cryptography.hazmat.primitives import hashes, hmac
from cryptography.hazmat.primitives.asymmetric import ec, utils
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDFExpand
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

MAX_BODY_BYTES = 3900  # before encryption; services accept 4096 bytes after it
RECORD_SIZE = 4096
TOKEN_SECONDS = 12 * 3600  # services accept a day at most
COORDINATE_BYTES = 32  # of a P-256 coordinate
MAX_TOPIC_LENGTH = 32


class PushSubscription(NamedTuple):
    """The address and keys of one browser: its endpoint, public key and shared secret."""

    endpoint: str
    p256dh: bytes
    auth: bytes


def encode_base64url(data: bytes) -> str:
    """
    >>> encode_base64url(bytes([251, 255, 1]))
    '-_8B'
    """
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def decode_base64url(text: str) -> bytes:
    """
    >>> decode_base64url("-_8B") == decode_base64url("+/8B") == bytes([251, 255, 1])
    True
    """
    plain = text.rstrip("=").replace("-", "+").replace("_", "/")
    return base64.b64decode(plain + "=" * (-len(plain) % 4), validate=True)


def parse_subscription(endpoint: str, p256dh: str, auth: str) -> PushSubscription:
    """Parse a subscription as a browser sends it, with keys in base64url.

    Raises:
        ValueError: the keys are invalid.
    """
    found = PushSubscription(endpoint, decode_base64url(p256dh), decode_base64url(auth))
    ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), found.p256dh)
    if len(found.p256dh) != 1 + 2 * COORDINATE_BYTES or len(found.auth) != 16:
        raise ValueError("not the keys of a subscription")
    return found


# encryption


def encrypt_body(
    body: bytes,
    to: PushSubscription,
    salt: bytes = b"",
    own: ec.EllipticCurvePrivateKey | None = None,
) -> bytes:
    """Encrypt a body for a browser and prepend the header that it needs to decrypt it.

    Args:
        body: at most `MAX_BODY_BYTES` bytes.
        to: the subscription.
        salt: 16 bytes; random if empty. For tests.
        own: the sender's key; random if None. For tests.

    Raises:
        ValueError: the body is too long.
    """
    if len(body) > MAX_BODY_BYTES:
        raise ValueError("too long for a push service")
    salt = salt or secrets.token_bytes(16)
    own = own or ec.generate_private_key(ec.SECP256R1())
    mine = _encode_public_key(own.public_key())
    theirs = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), to.p256dh)
    key, nonce = derive_content_keys(own.exchange(ec.ECDH(), theirs), to, mine, salt)
    head = salt + RECORD_SIZE.to_bytes(4, "big") + bytes([len(mine)]) + mine
    return head + AESGCM(key).encrypt(nonce, body + b"\x02", None)


def derive_content_keys(
    shared: bytes, to: PushSubscription, sender: bytes, salt: bytes
) -> tuple[bytes, bytes]:
    """Return the 16-byte key and 12-byte nonce of the only record, from the shared secret."""
    info = b"WebPush: info\x00" + to.p256dh + sender
    secret = _hkdf_expand(_hmac(to.auth, shared), info, 32)
    seed = _hmac(salt, secret)
    key = _hkdf_expand(seed, b"Content-Encoding: aes128gcm\x00", 16)
    return key, _hkdf_expand(seed, b"Content-Encoding: nonce\x00", 12)


def _hmac(key: bytes, data: bytes) -> bytes:
    made = hmac.HMAC(key, hashes.SHA256())
    made.update(data)
    return made.finalize()


def _hkdf_expand(seed: bytes, info: bytes, length: int) -> bytes:
    return HKDFExpand(hashes.SHA256(), length, info).derive(seed)


def _encode_public_key(key: ec.EllipticCurvePublicKey) -> bytes:
    return key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)


# authorization


@lru_cache(maxsize=4)
def load_signing_key(text: str) -> ec.EllipticCurvePrivateKey:
    """Return the site's private key from its 32 bytes in base64url."""
    return ec.derive_private_key(int.from_bytes(decode_base64url(text), "big"), ec.SECP256R1())


def public_key(text: str) -> str:
    """Return the key with which browsers subscribe; only its private key can send to them."""
    return encode_base64url(_encode_public_key(load_signing_key(text).public_key()))


def vapid_authorization(endpoint: str, key: str, contact: str, now: float) -> str:
    """Return the Authorization header by which a push service identifies the site (VAPID).

    Args:
        endpoint: the endpoint of the subscription.
        key: the site's private key in base64url.
        contact: the operator's address, "mailto:…" or "https:…".
        now: the current time in seconds since 1970.
    """
    at = urlsplit(endpoint)
    claims = {
        "aud": f"{at.scheme}://{at.netloc}",
        "exp": int(now) + TOKEN_SECONDS,
        "sub": contact,
    }
    signed = f"{_encode_jwt_part({'typ': 'JWT', 'alg': 'ES256'})}.{_encode_jwt_part(claims)}"
    made = load_signing_key(key).sign(signed.encode(), ec.ECDSA(hashes.SHA256()))
    numbers = utils.decode_dss_signature(made)
    raw = b"".join(number.to_bytes(COORDINATE_BYTES, "big") for number in numbers)
    return f"vapid t={signed}.{encode_base64url(raw)}, k={public_key(key)}"


def _encode_jwt_part(data: dict[str, object]) -> str:
    return encode_base64url(json.dumps(data, separators=(",", ":")).encode())


def message_topic(tag: str) -> str:
    """Return the topic by which a service replaces a waiting message; it does not reveal the tag.

    >>> len(message_topic("abcdefgh"))
    32
    """
    return encode_base64url(hashlib.sha256(tag.encode()).digest())[:MAX_TOPIC_LENGTH]
