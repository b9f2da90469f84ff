"""Chromium for tests: people and visitors with pages that notice every error.

There is one Chromium in a process, and what it has opened is used again (`Windows`).
"""

from __future__ import annotations

import functools
import json
import os
import re
from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY, get_user_model
from django.contrib.auth.hashers import make_password
from django.contrib.sessions.backends.db import SessionStore

from tests.live_site import LiveSite
from tests.requirements import report_missing

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, CDPSession, ConsoleMessage, Page

    from accounts.models import User

ARGUMENTS = [
    "--no-sandbox",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--font-render-hinting=none",  # letters are as wide as on a phone, also in the shell
    # To optimize what runs once costs more than it saves, and so does to look for garbage in what a
    # page keeps until it goes.
    "--js-flags=--no-opt --no-maglev --single-threaded"
    " --min-semi-space-size=16 --initial-heap-size=128 --initial-old-space-size=256",
    # Pages are laid out and composed, but hardly a pixel is drawn: what would hold it is too small.
    # That took a fifth of Chromium's time, and no test looks at it; for a screenshot, omit these.
    "--force-gpu-mem-available-mb=1",
    "--default-tile-width=1024",
    "--default-tile-height=1024",
]
PASSWORD = "a long enough password 42"
#: At one pixel a point: places and colours are the same, and there is a quarter of them to draw.
PHONE: dict[str, Any] = {
    "viewport": {"width": 390, "height": 844},
    "has_touch": True,
    "is_mobile": True,
}


DESK: dict[str, Any] = {"viewport": {"width": 1280, "height": 900}}
USUAL: dict[str, Any] = {
    "viewport": {"width": 1280, "height": 720},
    "color_scheme": "light",
    "reduced_motion": "reduce",
    "locale": "en-GB",
}
LOOKS = ("viewport", "color_scheme", "reduced_motion")  # what an open page takes on
SHARED = {*USUAL, "base_url", "has_touch", "is_mobile"}
#: Milliseconds that every answer shall come later: what a test does before a page can hear it then
#: goes wrong nearly always, and not once in a hundred on a busy machine.
SLOW_LINE = int(os.environ.get("SLOW_LINE", "0"))
#: Milliseconds that a page may take to do what is expected, on the slowest machine.
PATIENCE = 15_000 + 20 * SLOW_LINE
#: What stays with a page or a context for good.
LASTING = (
    "add_init_script", "expose_binding", "expose_function", "grant_permissions", "on", "once",
    "route", "set_extra_http_headers", "set_offline",
)  # fmt: skip
#: Where an unused page stays: the next one of the same site is opened sooner than from nowhere.
STILL = "/healthz/web"
#: Without a font for them, all of these are the same box.
HAS_JAPANESE = """() => new Set([..."日本語あぬネ"].map((character) => {
  const canvas = document.createElement("canvas");
  const pen = canvas.getContext("2d");
  pen.font = "32px sans-serif";
  pen.fillText(character, 2, 40);
  return canvas.toDataURL();
})).size === 6"""

#: A promise of the next frame. `evaluate` waits for ever; a page that draws no more is to say so.
FRAME = f"""new Promise((done, fail) => {{
  setTimeout(() => fail(new Error("no frame in {PATIENCE} ms")), {PATIENCE});
  requestAnimationFrame(() => setTimeout(done));
}})"""
#: What a page is at when a test has failed: how soon it draws a frame, too, on which scripts wait.
AT = f"""async () => {{
  const now = performance.now();
  const {{ dataset }} = document.getElementById("position") ?? {{}};
  return JSON.stringify({{
    at: location.pathname, size: [innerWidth, innerHeight], is: document.visibilityState,
    hasFocus: document.hasFocus(), busy: document.querySelectorAll("[aria-busy]").length,
    version: dataset?.version, lit: document.querySelectorAll("[data-lit]").length,
    // Where scripts are off, no frame and no timer ever comes.
    frame: matchMedia("(scripting: none)").matches
      ? null : await {FRAME}.then(() => performance.now() - now, String),
  }});
}}"""


@dataclass
class Guard:
    """Collects what must not happen in a browser; the test fails at its end when something did.

    A test that provokes an error names it: `guard.allow(r"WebSocket connection .* failed")`.
    """

    found: list[str] = field(default_factory=list)
    allowed: list[str] = field(default_factory=list)

    def allow(self, pattern: str) -> None:
        self.allowed.append(pattern)

    def hear(self, message: ConsoleMessage) -> None:
        """What Chromium says of itself: of answers of 400 and more, too, so that nobody has to be
        told of each."""
        if message.type != "error":
            return
        refusal = re.match(r"Failed to load resource: .* status of (\d+)", message.text)
        if refusal is None:
            if not message.text.startswith("Failed to load resource"):
                self.note(f"console: {message.text}")
            return
        status, address = int(refusal[1]), message.location["url"]
        is_page = message.page is not None and message.page.url.partition("#")[0] == address
        if status >= 500 or (status == 404 and not is_page):
            self.note(f"{status} for {address}")

    def note(self, problem: str) -> None:
        self.found.append(problem)

    @property
    def problems(self) -> list[str]:
        return [
            problem
            for problem in self.found
            if not any(re.search(pattern, problem) for pattern in self.allowed)
        ]


@dataclass
class Window:
    """A browser context with one page, of which kind it is, and the site that it is for."""

    kind: str
    origin: str
    page: Page
    tools: CDPSession


class Windows:
    """The contexts of one Chromium, which tests use one after the other.

    A new one costs more than two loads of a page. So a test gets one of the wanted kind that
    another test has left behind, without its cookies and all else that a site keeps, and leaves it
    to the next. What a test would leave for good (a handler, a script, a route) is refused there:
    such a test asks for a page of its own with `has_own_page=True`, which is closed after it. Its
    window has what the site's pages load in its cache. What is for the whole window (its clock, its
    network, permissions) needs a window of its own with `is_own=True`.
    """

    def __init__(self, browser: Browser) -> None:
        self.browser = browser
        self.guard = Guard()
        self.free: dict[str, list[Window]] = defaultdict(list)
        self.lent: list[Window] = []
        self.own: list[BrowserContext] = []
        self._has_japanese: bool | None = None

    def page(self, *, is_own: bool = False, has_own_page: bool = False, **options: Any) -> Page:
        """A page that shows nothing yet; options as of `Browser.new_context`."""
        options = {**USUAL, **options}
        if options["locale"].startswith("ja"):
            self.need_japanese()
        if is_own or not SHARED.issuperset(options):
            context = self._context(options)
            self.own.append(context)
            return context.new_page()
        kind = json.dumps([options[name] for name in sorted(options) if name not in LOOKS])
        window = self.free[kind].pop() if self.free[kind] else self._window(kind, options)
        self.lent.append(window)
        page = window.page.context.new_page() if has_own_page else window.page
        if page.viewport_size != options["viewport"]:
            page.set_viewport_size(options["viewport"])
        page.emulate_media(
            color_scheme=options["color_scheme"], reduced_motion=options["reduced_motion"]
        )
        return page

    def need_japanese(self) -> None:
        """Boxes instead of characters have other widths: what is measured then says nothing."""
        if self._has_japanese is None:
            context = self.browser.new_context()
            self._has_japanese = bool(context.new_page().evaluate(HAS_JAPANESE))
            context.close()
        if not self._has_japanese:
            report_missing(
                "a Japanese font: a Japanese page cannot be measured without (fonts-noto-cjk)"
            )

    def describe_pages(self) -> str:
        """What the test's pages are at."""
        contexts = [*(window.page.context for window in self.lent), *self.own]
        pages = [page for context in contexts for page in context.pages]
        return "\n".join(map(at, pages))

    def take_back(self) -> None:
        """The test is over."""
        for context in self.own:
            context.close()
        for window in self.lent:
            self._empty(window)
        self.own, self.lent = [], []

    def _window(self, kind: str, options: dict[str, Any]) -> Window:
        # What a test opens beside the page looks the same, whichever test has made the window.
        screen = PHONE if options.get("is_mobile") else USUAL
        looks = {name: screen.get(name, USUAL[name]) for name in LOOKS}
        context = self._context({**options, **looks})
        page = context.new_page()
        for thing, own in ((context, "window with is_own"), (page, "page with has_own_page")):
            for name in LASTING:
                if hasattr(thing, name):
                    setattr(thing, name, refuse(name, own))
        origin = options.get("base_url", "")
        return Window(kind, origin, page, context.new_cdp_session(page))

    def _context(self, options: dict[str, Any]) -> BrowserContext:
        context = self.browser.new_context(**options)
        context.set_default_timeout(PATIENCE)
        context.on("console", lambda message: self.guard.hear(message))
        context.on("weberror", lambda problem: self.guard.note(f"script error: {problem.error}"))
        if SLOW_LINE:
            context.on("page", slow_down)
        return context

    def _empty(self, window: Window) -> None:
        """Nothing of the test stays: no other page, no place, no cookie, no storage, no pointer."""
        page, context = window.page, window.page.context
        for other in context.pages:
            if other is not page:
                other.close()
        if page.is_closed():
            context.close()
            return
        if window.origin:
            # First away from the page: without the cookies its socket would be refused.
            if page.url != f"{window.origin}{STILL}":
                page.goto(f"{window.origin}{STILL}")
            page.evaluate("sessionStorage.clear()")
            context.clear_cookies()
            everything = {"origin": window.origin, "storageTypes": "all"}
            window.tools.send("Storage.clearDataForOrigin", everything)
        else:  # a page without a site
            page.goto("about:blank")
        page.mouse.move(0, 0)
        self.free[window.kind].append(window)


def at(page: Page) -> str:
    """What a page is at; also one that is closed, has crashed, or goes elsewhere just now."""
    from playwright.sync_api import Error

    try:
        return str(page.evaluate(AT))
    except Error as problem:
        return f"{page.url}: {problem.message}"


def slow_down(page: Page) -> None:
    """Let every answer come later to this page, as `SLOW_LINE` says."""
    tools = page.context.new_cdp_session(page)
    tools.send("Network.enable")
    unlimited = {"offline": False, "downloadThroughput": -1, "uploadThroughput": -1}
    tools.send("Network.emulateNetworkConditions", {**unlimited, "latency": SLOW_LINE})


def refuse(name: str, own: str) -> Callable[..., Any]:
    """Instead of what would stay when the next test uses this window; what to ask for."""

    def refuse(*_given: Any, **_named: Any) -> Any:
        raise AssertionError(f"{name} stays for other tests: ask for a {own}=True")

    return refuse


class Person:
    """Somebody with an account, who is signed in on a page in a browser of their own as soon as a
    test asks for it."""

    def __init__(self, user: User, sign_in: Callable[[User], Page]) -> None:
        self.user = user
        self._sign_in = sign_in

    @functools.cached_property
    def page(self) -> Page:
        return self._sign_in(self.user)


class Crowd:
    """People and visitors of one live site."""

    def __init__(self, site: LiveSite, windows: Windows) -> None:
        self.site = site
        self.windows = windows

    def visitor(self, **options: Any) -> Page:
        """A page of somebody without an account; options as of `Windows.page`."""
        return self.windows.page(base_url=self.site.url, **options)

    def person(self, name: str, **options: Any) -> Person:
        return Person(make_user(name), functools.partial(self.signed_in, **options))

    def signed_in(self, user: User, **options: Any) -> Page:
        """A page of this person, without the form."""
        page = self.visitor(**options)
        page.context.add_cookies(
            [
                {
                    "name": settings.SESSION_COOKIE_NAME,
                    "value": make_session(user),
                    "url": self.site.url,
                }
            ]
        )
        return page


@functools.cache
def hashed_password() -> str:
    """`PASSWORD` as the site keeps it: hashing is made to be slow, so it is done once."""
    return make_password(PASSWORD, hasher="argon2")


def make_user(name: str, **fields: Any) -> User:
    """An account with a confirmed e-mail address and the password `PASSWORD`."""
    from allauth.account.models import EmailAddress

    user_model = get_user_model()
    address = f"{name.lower()}@example.org"
    user = user_model.objects.create(
        username=name, email=address, password=hashed_password(), **fields
    )
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
