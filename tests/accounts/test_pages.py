"""Every page of the people room wears the site's clothes and keeps its strict content policy."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from pathlib import Path

import pytest
from django.conf import settings
from django.test import Client
from django.urls import URLResolver
from django.urls.resolvers import RegexPattern

from accounts.models import User
from portal import views

pytestmark = pytest.mark.same_everywhere

VISITOR_PAGES = [
    "/",
    "/accounts/login/",
    "/accounts/signup/",
    "/accounts/confirm-email/",
    "/accounts/confirm-email/nonsense/",
    "/accounts/password/reset/",
    "/accounts/password/reset/done/",
    "/accounts/password/reset/key/done/",
    "/accounts/password/reset/key/1-nonsense/",
    "/accounts/inactive/",
    "/accounts/3rdparty/login/cancelled/",
]
MEMBER_PAGES = [
    "/",
    "/people/Ada/",
    "/preferences/",
    "/accounts/logout/",
    "/accounts/email/",
    "/accounts/password/change/",
    "/accounts/reauthenticate/",
    "/accounts/2fa/",
    "/accounts/3rdparty/",
]
SURE_PAGES = [
    "/preferences/tokens/",
    "/preferences/delete/",
    "/accounts/2fa/totp/activate/",
]
TEMPLATES = Path(settings.BASE_DIR, "templates")


class Page(HTMLParser):
    """The parts of a page that these tests look at."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.forbidden: list[str] = []
        self.labelled: set[str] = set()
        self.inputs: list[dict[str, str | None]] = []
        self.headings = 0
        self.feed(html)

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        given = dict(attributes)
        self.forbidden += [f"{tag} {name}" for name in given if name == "style" or name[:2] == "on"]
        if tag == "style" or (tag == "script" and not given.get("src")):
            self.forbidden.append(tag)
        if tag == "label" and given.get("for"):
            self.labelled.add(str(given["for"]))
        if tag in ("input", "select", "textarea") and given.get("type") != "hidden":
            self.inputs.append(given)
        self.headings += tag == "h1"


def check(html: str) -> None:
    page = Page(html)
    assert "site-header" in html
    assert "css/components.css" in html
    assert page.headings == 1
    assert page.forbidden == []
    for field in page.inputs:
        assert field.get("type") == "radio" or field["id"] in page.labelled, field


@pytest.mark.parametrize("address", VISITOR_PAGES)
def test_pages_of_visitors(client: Client, db: None, address: str) -> None:
    page = client.get(address, follow=True)
    assert page.status_code == 200
    check(page.text)


@pytest.mark.parametrize("address", MEMBER_PAGES)
def test_pages_of_members(as_ada: Client, address: str) -> None:
    page = as_ada.get(address)
    assert page.status_code == 200
    check(page.text)


@pytest.mark.parametrize("address", SURE_PAGES)
def test_pages_behind_the_second_question(sure_ada: Client, address: str) -> None:
    page = sure_ada.get(address)
    assert page.status_code == 200
    check(page.text)


# No code is sent for signing in, and the site has its own page of sessions.
UNREACHABLE = {"account/confirm_login_code.html", "usersessions/usersession_list.html"}


def test_every_page_of_allauth_has_a_template_of_the_site() -> None:
    patterns = URLResolver(RegexPattern(""), "allauth.urls").url_patterns[:]
    named = set()
    while patterns:
        pattern = patterns.pop()
        if isinstance(pattern, URLResolver):
            patterns.extend(pattern.url_patterns)
        else:
            view = getattr(pattern.callback, "view_class", None)
            named.add(getattr(view, "template_name", None))
    pages = {name for name in named if name and name.endswith(".html")} - UNREACHABLE
    assert "mfa/index.html" in pages
    assert [name for name in sorted(pages) if not (TEMPLATES / name).is_file()] == []


def test_a_form_without_its_token_gets_a_page_of_ours(ada: User) -> None:
    page = Client(enforce_csrf_checks=True).post("/accounts/login/", {"login": "Ada"})
    assert page.status_code == 403
    check(page.text)


def test_a_fault_of_ours_gets_a_page_of_ours(client: Client, db: None, monkeypatch) -> None:
    def fail(*_: object) -> None:
        raise RuntimeError("secret detail")

    monkeypatch.setattr("games.history.views.profiles.game_ratings", fail)
    User.objects.create_user("Ada")
    client.raise_request_exception = False
    page = client.get("/people/Ada/")
    assert page.status_code == 500
    assert "<h1>Something went wrong</h1>" in page.text
    assert "secret detail" not in page.text
    check(page.text)


def test_a_bad_request_gets_a_page_of_ours(client: Client, db: None) -> None:
    page = client.get("/", headers={"Host": "evil.example"})
    assert page.status_code == 400
    check(page.text)


@pytest.mark.parametrize("page", ["design", "style"])
def test_looks_are_only_shown_to_developers(client: Client, db: None, page: str) -> None:
    answer = client.get(f"/{page}/")
    assert answer.status_code == 404
    assert getattr(views, page)(answer.wsgi_request).status_code == 200


@pytest.mark.parametrize(
    "name", sorted(str(p.relative_to(TEMPLATES)) for p in TEMPLATES.rglob("*.html"))
)
def test_no_template_has_inline_styles_or_scripts(name: str) -> None:
    text = (TEMPLATES / name).read_text()
    assert not re.search(r"<style|\sstyle=|\son[a-z]+=[\"']|<script(?![^>]*\ssrc=)", text)


# --- colours -------------------------------------------------------------------------------------

TOKENS = Path(settings.BASE_DIR, "static/css/tokens.css").read_text()
GROUNDS = ("page", "page-cloth", "page-wood", "surface", "surface-sunken", "surface-raised")
PAIRS = [
    *[(ink, ground) for ink in ("ink", "ink-soft", "accent", "danger") for ground in GROUNDS],
    *[(f"seat-{n}", ground) for n in range(5) for ground in (*GROUNDS, f"seat-{n}-wash")],
    *[("ink", f"seat-{n}-wash") for n in range(5)],
    *[("on-seat", f"seat-{n}") for n in range(5)],
    *[("ink", f"{name}-wash") for name in ("accent", "brass", "danger", "info")],
    *[(name, f"{name}-wash") for name in ("accent", "brass", "danger", "info")],
    ("wood-ink", "wood"),
    ("wood-ink-soft", "wood"),
    ("on-accent", "accent-fill"),
    ("on-accent", "accent-fill-hover"),
    ("on-danger", "danger-fill"),
    ("on-danger", "danger-fill-hover"),
    ("on-brass", "brass-fill"),
    ("brass", "surface"),
]


def colours(theme: int) -> dict[str, str]:
    found = {}
    for name, value in re.findall(r"--([\w-]+):\s*([^;]+);", TOKENS):
        if pair := re.fullmatch(r"light-dark\((#\w{6}), (#\w{6})\)", value):
            found[name] = pair[theme + 1]
        elif re.fullmatch(r"#\w{6}", value):
            found[name] = value
    names = re.findall(r"^    --([\w-]+): var\(--([\w-]+)\);", TOKENS, re.MULTILINE)
    return found | {name: found[other] for name, other in names if other in found}


def linear(colour: str) -> list[float]:
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    return [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts]


def encode_channel(light: float) -> int:
    """A part of a colour from its linear light."""
    light = min(1.0, max(0.0, light))
    part = 12.92 * light if light <= 0.0031308 else 1.055 * light ** (1 / 2.4) - 0.055
    return round(255 * part)


def luminance(colour: str) -> float:
    red, green, blue = linear(colour)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    dark, light = sorted((luminance(one), luminance(other)))
    return (light + 0.05) / (dark + 0.05)


@pytest.mark.parametrize("theme", [0, 1], ids=["light", "dark"])
@pytest.mark.parametrize(("front", "ground"), PAIRS)
def test_text_has_enough_contrast(front: str, ground: str, theme: int) -> None:
    known = colours(theme)
    assert contrast(known[front], known[ground]) >= 4.5


@pytest.mark.parametrize("theme", [0, 1], ids=["light", "dark"])
@pytest.mark.parametrize("ground", GROUNDS)
@pytest.mark.parametrize("front", ["line-strong", "focus"])
def test_edges_and_focus_can_be_seen(front: str, ground: str, theme: int) -> None:
    known = colours(theme)
    assert contrast(known[front], known[ground]) >= 3


#: Eyes without one kind of cone: what they make of red, green and blue in linear light (Machado,
#: Oliveira and Fernandes, 2009, at their strongest).
EYES = {
    "protanopia": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deuteranopia": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritanopia": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}


@pytest.mark.parametrize("theme", [0, 1], ids=["light", "dark"])
@pytest.mark.parametrize("eyes", EYES)
def test_a_seat_is_known_by_its_mark_whatever_colours_one_sees(eyes: str, theme: int) -> None:
    """Five colours cannot differ by 3 in lightness: shapes do, and they stand out by 3."""
    known = colours(theme)

    def seen_colour(colour: str) -> str:
        light = linear(colour)
        mixed = [
            sum(part * share for part, share in zip(light, row, strict=True)) for row in EYES[eyes]
        ]
        return "#" + "".join(f"{encode_channel(part):02x}" for part in mixed)

    for seat in range(5):
        grounds = [*GROUNDS, f"seat-{seat}-wash"]
        contrasts = [
            contrast(seen_colour(known[f"seat-{seat}"]), seen_colour(known[ground]))
            for ground in grounds
        ]
        assert min(contrasts) >= 3, (seat, contrasts)


def test_no_two_seats_have_the_same_mark() -> None:
    marks = re.findall(r"--mark-(\d): ([^;]+);", TOKENS)
    assert [seat for seat, _ in marks] == list("01234")
    assert len({shape for _, shape in marks}) == len(marks)
