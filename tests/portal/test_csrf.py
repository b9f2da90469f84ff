"""The quick token is one that Django's own middleware takes, and no other is."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.middleware.csrf import CsrfViewMiddleware, get_token
from django.test import RequestFactory

from portal.quick import csrf


def asked() -> HttpRequest:
    """A request of a browser that has the cookie already."""
    request = RequestFactory().get("/")
    get_token(request)
    return request


def takes(request: HttpRequest, token: str) -> bool:
    """Whether a form with this token is let in."""
    form = RequestFactory().post("/", {"csrfmiddlewaretoken": token})
    form.COOKIES["csrftoken"] = request.META["CSRF_COOKIE"]
    middleware = CsrfViewMiddleware(lambda _request: HttpResponse())
    middleware.process_request(form)
    return middleware.process_view(form, lambda _request: HttpResponse(), (), {}) is None


def test_the_middleware_takes_the_token_and_no_other() -> None:
    request = asked()
    token = csrf.token(request)
    assert takes(request, token)
    assert takes(request, csrf.token(request))
    assert not takes(request, csrf.token(asked()))
    assert not takes(request, token[::-1])


def test_every_page_has_a_mask_of_its_own() -> None:
    request = asked()
    tokens = {csrf.token(request) for _ in range(50)}
    assert len(tokens) == 50
    assert {len(token) for token in tokens} == {64}


def test_a_first_visit_gets_the_cookie() -> None:
    request = RequestFactory().get("/")
    token = csrf.token(request)
    assert request.META["CSRF_COOKIE_NEEDS_UPDATE"]
    assert takes(request, token)


def test_the_field_is_the_one_that_forms_have() -> None:
    field = csrf.field(asked())
    assert field.startswith('<input type="hidden" name="csrfmiddlewaretoken" value="')
