"""Idempotent requests: a repeated request to create something gets the response of the first.

A form carries a key that was made with its page (`{% form_key %}`), an API call the header
`Idempotency-Key`. The first request stores its key in a row before anything else happens. So of two
simultaneous requests only one runs, and the other waits for its response. A response with an error
(4xx, 5xx) has created nothing: its row is deleted, and the request may be sent again. A process
that is killed in between leaves a row without a response. A request with such a key never runs
again, since nobody knows whether the first one created something.

Only a sender who has the key can read the stored response. The row has digests of the key, and the
response is encrypted with it, so a secret that is shown once is not stored in the clear.
"""

from __future__ import annotations

import hashlib
import json
import os
import time
import zlib
from base64 import b64decode, b64encode
from collections.abc import Callable
from datetime import timedelta
from typing import Any, NamedTuple

from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from django.conf import settings
from django.core.cache import cache
from django.core.exceptions import RequestDataTooBig
from django.core.files.uploadedfile import UploadedFile
from django.db import IntegrityError, transaction
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext as _
from rest_framework.exceptions import APIException

from portal.http.client_identity import client_key
from portal.http.form_key import FIELD_NAME
from portal.http.input_validation import API

from .models import IdempotentRequest

HEADER = "Idempotency-Key"
MAX_KEY_LENGTH = 255
KEPT = timedelta(days=1)
MAX_RESPONSE_BYTES = 1_000_000  # as stored: compressed and encrypted
MOST_STORED = 50_000_000  # bytes for one user or client in `KEPT`
WAIT_FOR_RESPONSE = timedelta(seconds=20)  # for the response of the first request
POLL_SECONDS = 0.05
REPLAYED_HEADERS = (
    "Content-Type",
    "Location",
    "HX-Redirect",
    "HX-Location",
    "HX-Refresh",
    "HX-Trigger",
)
SALT = "accounts.idempotency"

View = Callable[..., HttpResponse]


class IdempotencyKey(NamedTuple):
    """The key of a request, as derived by `build_key`.

    Attributes:
        name: the name of its row.
        request: a digest of the content, which must be the same in a repeated request.
        secret: the 32 bytes that encrypt the response.
        is_anonymous: whether nobody is signed in.
    """

    name: str
    request: str
    secret: bytes
    is_anonymous: bool


class IdempotencyMiddleware:
    """Middleware around the session middleware, so that cookies are stored with the response."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        claim = _Claim(request)
        request.__dict__["idempotency"] = claim
        try:
            response = self.get_response(request)
            claim.settle(response)
        finally:
            claim.release()
        return response

    def process_view(
        self, request: HttpRequest, view: View, args: Any, kwargs: Any
    ) -> HttpResponse | None:
        if request.method != "POST":
            return None
        try:
            key = _read_key(request)
        except RequestDataTooBig:
            return None  # the view that reads the body refuses it
        if key is None:
            return None
        if len(key) > MAX_KEY_LENGTH:
            return _refuse(request, 400, "bad_request", _("This key is too long."))
        found = build_key(request, key)
        claim: _Claim = request.__dict__["idempotency"]
        return claim.take(found, lambda: _can_replay(request, view, args, kwargs))


class _Claim:
    """The relation of this request to a row: it owns it, has read it, or neither."""

    def __init__(self, request: HttpRequest) -> None:
        self.request = request
        self.key: IdempotencyKey | None = None  # of the row that this request owns
        self.cookies: list[str] = []  # of a replayed response

    def take(self, key: IdempotencyKey, may_repeat: Callable[[], bool]) -> HttpResponse | None:
        """Own the row of this key and return None, or return the response of its owner.

        Also returns None for a stored response that the sender may not have: the view refuses it.
        """
        while True:
            try:
                with transaction.atomic():
                    IdempotentRequest.objects.create(
                        key_digest=key.name, request_digest=key.request
                    )
            except IntegrityError:
                row = IdempotentRequest.objects.filter(key_digest=key.name).first()
            else:
                self.key = key
                return None
            if row is None:
                continue  # the first request failed and deleted its row
            if row.request_digest != key.request:
                return self._refuse(422, "key_reused", _("This key belongs to another request."))
            if row.response:
                return self._replay(key, bytes(row.response)) if may_repeat() else None
            if timezone.now() - row.created_at > WAIT_FOR_RESPONSE:
                return self._refuse(
                    409,
                    "in_progress",
                    _(
                        "This request was sent before and has not been answered yet. "
                        "Check whether it was carried out."
                    ),
                )
            time.sleep(POLL_SECONDS)

    def _refuse(self, status: int, code: str, message: str) -> HttpResponse:
        return _refuse(self.request, status, code, message)

    def _replay(self, key: IdempotencyKey, stored: bytes) -> HttpResponse:
        status, headers, self.cookies, body = _decrypt_response(key, stored)
        response = HttpResponse(body, status=status, headers=headers)
        response.headers["Idempotent-Replayed"] = "true"
        return response

    def settle(self, response: HttpResponse) -> None:
        """Store the response in the row that this request owns."""
        for line in self.cookies:
            response.cookies.load(line)
        if self.key is None or response.streaming or response.status_code >= 400:
            return
        if self.key.is_anonymous and not response.has_header("Location"):
            return  # a form with errors: anybody could fill the storage with them
        stored = _encrypt_response(self.key, response)
        if len(stored) <= MAX_RESPONSE_BYTES and _reserve_room(self.request, len(stored)):
            IdempotentRequest.objects.filter(key_digest=self.key.name).update(response=stored)
            self.key = None

    def release(self) -> None:
        """Delete the row that this request owns, if it has no response."""
        if self.key is not None:
            IdempotentRequest.objects.filter(key_digest=self.key.name).delete()


def _reserve_room(request: HttpRequest, size: int) -> bool:
    """Count the bytes of a response; return False if its sender has used up the day's limit."""
    counter = f"idempotency:{request.user.pk or client_key(request.META)}"
    cache.add(counter, 0, KEPT.total_seconds())
    try:
        return bool(cache.incr(counter, size) <= MOST_STORED)
    except ValueError:  # the counter has just expired
        return True


def delete_expired() -> int:
    """Delete rows older than a day and return how many."""
    return IdempotentRequest.objects.filter(created_at__lt=timezone.now() - KEPT).delete()[0]


def _read_key(request: HttpRequest) -> str | None:
    if request.path.startswith(API):
        return request.headers.get(HEADER, "").strip() or None
    return request.POST.get(FIELD_NAME) or None


def build_key(request: HttpRequest, text: str) -> IdempotencyKey:
    """Derive the key of a request; another sender's request never has the same one.

    A browser is identified by its session cookie, which a repeated request still has even if the
    first request ended the session.

    A form that was changed after it was sent counts as another request. An API call with the key
    of a different request is refused.
    """
    is_api = request.path.startswith(API)
    person = request.user.pk if request.user.is_authenticated else None
    token = _bearer_token(request) if is_api else ""
    if token:
        owner = f"token {token}"
    elif session := request.COOKIES.get(settings.SESSION_COOKIE_NAME):
        owner = f"session {session}"
    else:
        owner = f"visitor {request.META.get('CSRF_COOKIE', '')}"
    content = _digest_of_body(request) if is_api else _digest_of_form(request)
    request_digest = _digest(request.method or "", request.get_full_path(), content)
    parts = [owner, text] if is_api else [owner, text, request_digest]
    secret = salted_hmac(SALT, json.dumps([owner, text]), algorithm="sha256").digest()
    is_visitors = person is None and not token
    return IdempotencyKey(_digest(*parts), request_digest, secret, is_visitors)


def _bearer_token(request: HttpRequest) -> str:
    """The `Authorization` header with a bearer token, or ""; a proxy may set another."""
    header = request.headers.get("Authorization", "")
    return header if header.lower().split()[:1] == ["bearer"] else ""


def _digest(*parts: str) -> str:
    return hashlib.sha256(json.dumps(parts).encode()).hexdigest()


def _digest_of_body(request: HttpRequest) -> str:
    return hashlib.sha256(request.body).hexdigest()


def _digest_of_form(request: HttpRequest) -> str:
    fields = {
        name: values
        for name, values in sorted(request.POST.lists())
        if name not in (FIELD_NAME, "csrfmiddlewaretoken")
    }
    files = [
        [name, file.name, _digest_of_file(file)]
        for name, several in sorted(request.FILES.lists())
        for file in several
    ]
    return _digest(json.dumps(fields), json.dumps(files))


def _digest_of_file(file: UploadedFile[Any]) -> str:
    whole = hashlib.sha256()
    for chunk in file.chunks():
        whole.update(chunk)
    file.seek(0)
    return whole.hexdigest()


def _can_replay(request: HttpRequest, view: View, args: Any, kwargs: Any) -> bool:
    """Whether the sender may get the stored response; the view explains a refusal.

    For a page, the session is part of the key. An API view checks its own permissions here.
    """
    api_view = getattr(view, "cls", None)
    if api_view is None:
        return True
    made = api_view(**getattr(view, "initkwargs", {}))
    made.setup(request, *args, **kwargs)
    asked = made.initialize_request(request, *args, **kwargs)
    made.request, made.headers = asked, made.default_response_headers
    try:
        made.initial(asked, *args, **kwargs)
    except APIException:
        return False
    return True


def _refuse(request: HttpRequest, status: int, code: str, message: str) -> HttpResponse:
    if request.path.startswith(API):
        return JsonResponse({"error": code, "message": message}, status=status)
    return render(request, "400.html", {"problem": message}, status=status)


def _encrypt_response(key: IdempotencyKey, response: HttpResponse) -> bytes:
    """Return the response as JSON, compressed and encrypted, after a nonce of 12 bytes."""
    answer = {
        "status": response.status_code,
        "headers": {
            name: response.headers[name] for name in REPLAYED_HEADERS if name in response.headers
        },
        "cookies": [one.OutputString() for one in response.cookies.values()],
        "body": b64encode(response.content).decode(),
    }
    nonce = os.urandom(12)
    plain = zlib.compress(json.dumps(answer).encode())
    return nonce + AESGCM(key.secret).encrypt(nonce, plain, None)


def _decrypt_response(
    key: IdempotencyKey, stored: bytes
) -> tuple[int, dict[str, str], list[str], bytes]:
    """Return status, headers, cookies and body of a stored response."""
    plain = AESGCM(key.secret).decrypt(stored[:12], stored[12:], None)
    answer = json.loads(zlib.decompress(plain))
    return answer["status"], answer["headers"], answer["cookies"], b64decode(answer["body"])
