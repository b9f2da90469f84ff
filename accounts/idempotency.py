"""A request that creates something may be sent twice: the second gets the answer of the first.

A form carries a key that was made with its page (`{% form_key %}`), a call of the API the header
`Idempotency-Key`. The first request stores its key in a row of its own before anything else is
done, so two that come at the same moment never both go on: the second waits for the answer of the
first. An answer that says no (4xx) or breaks (5xx) has created nothing; its row goes, and the
request may be sent again. A process that is killed in between leaves a row without an answer.
Nothing is done again for such a key, since nobody knows whether something was created.

Who has the key alone can read what was answered: the row has digests of the key, and the answer is
encrypted with it. So a secret that is shown once is not stored in the clear.
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
MAX_RESPONSE_BYTES = 1_000_000  # bytes, as they are stored
MOST_STORED = 50_000_000  # bytes for one person or client in that time
WAIT_FOR_RESPONSE = timedelta(seconds=20)  # for the answer of the first
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
    """The key of a request: `name` is its row's, `request` what else must be the same.

    Attributes:
        secret: what encrypts the answer.
        is_visitors: whether nobody is signed in.
    """

    name: str
    request: str
    secret: bytes
    is_anonymous: bool


class IdempotencyMiddleware:
    """Middleware outside that of sessions: an answer is stored with the cookies it sets."""

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
            return None  # whoever reads it refuses it
        if key is None:
            return None
        if len(key) > MAX_KEY_LENGTH:
            return _refuse(request, 400, "bad_request", _("This key is too long."))
        found = build_key(request, key)
        claim: _Claim = request.__dict__["idempotency"]
        return claim.take(found, lambda: _can_replay(request, view, args, kwargs))


class _Claim:
    """What this request has to do with a row: it owns it, it has read it, or neither."""

    def __init__(self, request: HttpRequest) -> None:
        self.request = request
        self.key: IdempotencyKey | None = None  # of the row that this request owns
        self.cookies: list[str] = []  # of the answer that is given again

    def take(self, key: IdempotencyKey, may_repeat: Callable[[], bool]) -> HttpResponse | None:
        """Own the row of this key (None), or the answer of the request that does."""
        while True:
            try:
                with transaction.atomic():
                    IdempotentRequest.objects.create(name=key.name, request=key.request)
            except IntegrityError:
                row = IdempotentRequest.objects.filter(name=key.name).first()
            else:
                self.key = key
                return None
            if row is None:
                continue  # the first has created nothing
            if row.request != key.request:
                return self._refuse(422, "key_reused", _("This key belongs to another request."))
            if row.answer:
                return self._replay(key, bytes(row.answer)) if may_repeat() else None
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
        """Store the answer in the row that this request owns."""
        for line in self.cookies:
            response.cookies.load(line)
        if self.key is None or response.streaming or response.status_code >= 400:
            return
        if self.key.is_anonymous and not response.has_header("Location"):
            return  # a form with its errors: anybody may ask for as many as they like
        stored = _encrypt_response(self.key, response)
        if len(stored) <= MAX_RESPONSE_BYTES and _reserve_room(self.request, len(stored)):
            IdempotentRequest.objects.filter(name=self.key.name).update(answer=stored)
            self.key = None

    def release(self) -> None:
        """Delete the row that this request owns and that has no answer."""
        if self.key is not None:
            IdempotentRequest.objects.filter(name=self.key.name).delete()


def _reserve_room(request: HttpRequest, size: int) -> bool:
    """Count an answer of so many bytes; False where its sender has used up their room."""
    counter = f"idempotency:{request.user.pk or client_key(request.META)}"
    cache.add(counter, 0, KEPT.total_seconds())
    try:
        return bool(cache.incr(counter, size) <= MOST_STORED)
    except ValueError:  # its day has just passed
        return True


def delete_expired() -> int:
    """Delete the rows of more than a day ago; return how many."""
    return IdempotentRequest.objects.filter(created_at__lt=timezone.now() - KEPT).delete()[0]


def _read_key(request: HttpRequest) -> str | None:
    if request.path.startswith(API):
        return request.headers.get(HEADER, "").strip() or None
    return request.POST.get(FIELD_NAME) or None


def build_key(request: HttpRequest, text: str) -> IdempotencyKey:
    """What a key of this request stands for: it is its sender's, and no other's.

    A browser is known by its session, whose cookie both requests have even where the first ends it.

    A form that was changed after it was sent is another request. A call of the API that has the key
    of another one is refused.
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
    """The header with the token of a program; another may be the same for all, as of a proxy."""
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
    """Whether the sender may have the answer again; the view itself says why not.

    Of a page, whoever is signed in is known already. A view of the API looks for itself who asks.
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
    """The answer, encrypted."""
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
    """Status, headers, cookies and body of a stored answer."""
    plain = AESGCM(key.secret).decrypt(stored[:12], stored[12:], None)
    answer = json.loads(zlib.decompress(plain))
    return answer["status"], answer["headers"], answer["cookies"], b64decode(answer["body"])
