"""Chromium for tests: people and visitors with pages that notice every error."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY, get_user_model
from django.contrib.auth.hashers import make_password
from django.contrib.sessions.backends.db import SessionStore

from tests.live import LiveSite

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, Response

    from accounts.models import User

ARGUMENTS = [
    "--no-sandbox",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
PASSWORD = "a long enough password 42"
PHONE: dict[str, Any] = {
    "viewport": {"width": 390, "height": 844},
    "has_touch": True,
    "is_mobile": True,
    "device_scale_factor": 2,
}


@dataclass
class Guard:
    """Collects what must not happen in a browser; the test fails at its end when something did.

    A test that provokes an error names it: `guard.allow(r"WebSocket connection .* failed")`.
    """

    found: list[str] = field(default_factory=list)
    allowed: list[str] = field(default_factory=list)

    def allow(self, pattern: str) -> None:
        self.allowed.append(pattern)

    def watch(self, context: BrowserContext) -> None:
        context.on("console", self._console)
        context.on("weberror", lambda problem: self._note(f"script error: {problem.error}"))
        context.on("response", self._response)

    def _console(self, message: ConsoleMessage) -> None:
        # Chromium's own line about an answer of 400 and more; `_response` judges those.
        if message.type == "error" and not message.text.startswith("Failed to load resource"):
            self._note(f"console: {message.text}")

    def _response(self, response: Response) -> None:
        missing_part = response.status == 404 and response.request.resource_type != "document"
        if response.status >= 500 or missing_part:
            self._note(f"{response.status} for {response.request.method} {response.url}")

    def _note(self, problem: str) -> None:
        self.found.append(problem)

    @property
    def problems(self) -> list[str]:
        return [
            problem
            for problem in self.found
            if not any(re.search(pattern, problem) for pattern in self.allowed)
        ]


@dataclass
class Person:
    """Somebody with an account, signed in, with a page open in a browser of their own."""

    user: User
    context: BrowserContext
    page: Page
    password: str = PASSWORD


class Crowd:
    """Opens browsers for people and visitors of one live site."""

    def __init__(self, site: LiveSite, browser: Browser, guard: Guard) -> None:
        self.site = site
        self.browser = browser
        self.guard = guard
        self.contexts: list[BrowserContext] = []

    def visitor(self, **options: Any) -> Page:
        """A page of somebody without an account; options as of `Browser.new_context`."""
        return self._context(options).new_page()

    def person(self, name: str, **options: Any) -> Person:
        user = make_user(name)
        context = self._context(options)
        context.add_cookies(
            [
                {
                    "name": settings.SESSION_COOKIE_NAME,
                    "value": make_session(user),
                    "url": self.site.url,
                }
            ]
        )
        return Person(user, context, context.new_page())

    def close(self) -> None:
        for context in self.contexts:
            context.close()

    def _context(self, options: dict[str, Any]) -> BrowserContext:
        wanted = {"base_url": self.site.url, "locale": "en-GB", "reduced_motion": "reduce"}
        context = self.browser.new_context(**{**wanted, **options})
        context.set_default_timeout(15_000)
        self.guard.watch(context)
        self.contexts.append(context)
        return context


def make_user(name: str, **fields: Any) -> User:
    """An account with a confirmed e-mail address and the password `PASSWORD`."""
    from allauth.account.models import EmailAddress

    user_model = get_user_model()
    hashed = make_password(PASSWORD, hasher="argon2")
    address = f"{name.lower()}@example.org"
    user = user_model.objects.create(username=name, email=address, password=hashed, **fields)
    EmailAddress.objects.create(user=user, email=address, verified=True, primary=True)
    return user


def make_session(user: User) -> str:
    """Sign somebody in without the form; return the session cookie's value."""
    session = SessionStore()
    session[SESSION_KEY] = str(user.pk)
    session[BACKEND_SESSION_KEY] = settings.AUTHENTICATION_BACKENDS[0]
    session[HASH_SESSION_KEY] = user.get_session_auth_hash()
    session.create()
    assert session.session_key is not None
    return session.session_key
