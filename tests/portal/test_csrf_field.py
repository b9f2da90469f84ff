"""The field against forgeries: Django reads it, it is another one every time, and it stays lazy."""

from __future__ import annotations

from collections import Counter
from typing import Any

from django.middleware import csrf as middleware
from django.test import RequestFactory

from portal.http import csrf_field

csrf: Any = middleware  # whose own functions read what is masked
SECRET = "0123456789abcdefghijABCDEFGHIJkl"


def test_django_reads_what_is_masked() -> None:
    tokens = {csrf_field.mask_secret(SECRET) for _ in range(200)}
    assert len(tokens) == 200
    assert {csrf._unmask_cipher_token(token) for token in tokens} == {SECRET}
    assert all(csrf._does_token_match(token, SECRET) for token in tokens)


def test_every_letter_is_as_frequent_in_a_mask() -> None:
    found = Counter("".join(csrf_field.mask_secret(SECRET)[:32] for _ in range(2000)))
    mean = 32 * 2000 / len(csrf.CSRF_ALLOWED_CHARS)  # 1032, of a standard deviation of 32
    assert set(found) == set(csrf.CSRF_ALLOWED_CHARS)
    assert all(abs(times - mean) < 200 for times in found.values())


def test_a_browser_without_a_secret_is_given_one() -> None:
    request = RequestFactory().get("/")
    field = csrf_field.CsrfField(request)
    assert "CSRF_COOKIE" not in request.META, "nothing has shown it yet"
    token = field.__html__().split('"')[5]
    assert csrf._unmask_cipher_token(token) == request.META["CSRF_COOKIE"]
    assert request.META["CSRF_COOKIE_NEEDS_UPDATE"]


def test_a_page_has_one_token_and_the_next_answer_another() -> None:
    requests = [RequestFactory().get("/") for _ in range(2)]
    for request in requests:
        request.META["CSRF_COOKIE"] = SECRET
    first, second = (
        {csrf_field.CsrfField(one).__html__(), csrf_field.CsrfField(one).__html__()}
        for one in requests
    )
    assert len(first) == len(second) == 1
    assert first != second
    assert csrf_field.page_csrf_token(requests[0]) in first.pop()
    assert requests[0].META["CSRF_COOKIE_NEEDS_UPDATE"]
