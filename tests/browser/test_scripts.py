"""The shared scripts of boards, each alone on a small page: what a person does.

Their arithmetic is tested without a browser: tests/scripts/.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from django.conf import settings
from django.template import engines
from playwright.sync_api import Page, Route, expect

from games.boards.base import MAP_SCRIPTS
from tests.browser_fixtures import FRAME, PHONE, Windows

pytestmark = pytest.mark.same_everywhere  # about scripts, whatever database is behind them

STATIC = Path(settings.BASE_DIR, "static")
STYLES = ("css/tokens.css", "css/base.css", "css/layout.css", "css/components.css")
VIEWPORT = '<meta name="viewport" content="width=device-width">'
NewPage = Callable[..., Page]
ADDRESS = "http://small.test/"
SENT = "<script>window.sent = [];</script>"
PLAY = "export const draft = (moves) => window.sent.push(moves);"  # instead of js/play.js


@pytest.fixture
def small(windows: Windows) -> NewPage:
    """`small(html, *modules, sheets=…, **options)`: a page with these modules of ours."""

    def new(html: str, *modules: str, sheets: tuple[str, ...] = (), **options: Any) -> Page:
        links = "".join(
            f'<link rel="stylesheet" href="/static/{name}">' for name in (*STYLES, *sheets)
        )
        scripts = "".join(
            f'<script type="module" src="/static/{name}"></script>' for name in modules
        )

        def serve(route: Route) -> None:
            name = urlsplit(route.request.url).path.removeprefix("/static/")
            if name == "/":
                body = f"<!doctype html>{VIEWPORT}{links}{SENT}{html}{scripts}"
                route.fulfill(body=body, content_type="text/html; charset=utf-8")
            elif name == "js/play.js":
                route.fulfill(body=PLAY, content_type="text/javascript")
            else:
                route.fulfill(path=STATIC / name)

        page = windows.page(has_own_page=True, **options)
        page.route(f"{ADDRESS}**", serve)
        page.goto(ADDRESS)
        return page

    return new


def render_with_macros(template: str, source: str) -> str:
    """What a page makes of this source, which imports all of the template as `shared`."""
    compiled: Any = engines["jinja2"].get_template(template)
    environment = compiled.template.environment
    imported = f'{{% import "{template}" as shared %}}'
    return str(environment.from_string(imported + source).render())


# --- steppers ------------------------------------------------------------------------------------

GIVE = """
{% call shared.compose("give", "Give", "Give %n", ["offer"], ["propose"], limit=3) %}
{{ shared.stepper("Ore", 0, 0, 2, unit="give ore") }}
{{ shared.stepper("Wool", 0, 0, 5, unit="give wool") }}{% endcall %}"""
STEPPER = "games/boards/stepper.html"


def test_a_group_of_steppers_sends_one_list(small: NewPage) -> None:
    page = small(render_with_macros(STEPPER, GIVE), "js/stepper.js", sheets=("css/stepper.css",))
    send = page.locator("[data-send]")
    expect(send).to_be_disabled()
    page.get_by_role("button", name="More: Ore").click()
    more = page.get_by_role("button", name="More: Wool")
    more.click()
    more.click()
    expect(more).to_be_disabled()  # three in all
    expect(page.get_by_role("button", name="More: Ore")).to_be_disabled()
    expect(send).to_have_text("Give 3")
    page.get_by_role("button", name="Less: Wool").click()
    send.click()
    assert page.evaluate("sent") == [["offer", "give ore", "give wool", "propose"]]


def test_a_stepper_is_worked_by_keys_and_keeps_its_bounds(small: NewPage) -> None:
    page = small(render_with_macros(STEPPER, GIVE), "js/stepper.js")
    ore = page.get_by_role("spinbutton", name="Ore")
    ore.focus()
    page.keyboard.press("ArrowUp")
    expect(page.locator("[data-send]")).to_have_text("Give 1")
    ore.fill("7")
    ore.press("Tab")
    expect(ore).to_have_value("2")
    expect(page.locator("[data-send]")).to_have_text("Give 2")


def test_the_parts_of_a_stepper_are_large_enough_for_fingers(small: NewPage) -> None:
    page = small(
        render_with_macros(STEPPER, GIVE), "js/stepper.js", sheets=("css/stepper.css",), **PHONE
    )
    for part in page.locator(".stepper :is(button, input), [data-send]").all():
        box = part.bounding_box()
        assert box is not None
        assert box["width"] >= 44
        assert box["height"] >= 44
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


# --- maps ----------------------------------------------------------------------------------------


MAP = """{% call shared.stage("land", "0 0 1000 1000", "The land", readable=1) %}
<rect width="1000" height="1000" fill="#ccc"/>
{% for x, y in [(460, 500), (540, 500), (546, 540), (950, 500), (500, 20)] %}
<circle id="s{{ x }}" cx="{{ x }}" cy="{{ y }}" r="5"
 data-move="go {{ x }}" role="button" tabindex="0"/>{% endfor %}{% endcall %}"""
BOARD = "games/boards/map.html"
HEAR = "document.addEventListener('click', ({target}) => sent.push(target.dataset?.move ?? '-'))"


@pytest.fixture
def land(small: NewPage) -> Callable[..., Page]:
    def new(source: str = MAP, **options: Any) -> Page:
        page = small(
            render_with_macros(BOARD, source), *MAP_SCRIPTS, sheets=("css/map.css",), **options
        )
        page.evaluate(HEAR)
        return page

    return new


def place(page: Page, x: float, y: float) -> tuple[float, float]:
    """Where this point of the map is on the screen."""
    found = page.evaluate(
        """async ([x, y]) => {
          const { findMap } = await import("/static/js/map.js");
          const map = findMap(document.getElementById("land"));
          const zero = map.toUnits(0, 0);
          return [(x - zero.x) * map.view.scale, (y - zero.y) * map.view.scale];
        }""",
        [x, y],
    )
    return found[0], found[1]


def view(page: Page) -> Any:
    return page.evaluate(
        """async () => {
          const { findMap } = await import("/static/js/map.js");
          return { ...findMap(document.getElementById("land")).view };
        }"""
    )


PHONE_SIZE = {"viewport": {"width": 390, "height": 844}}


def test_a_tap_beside_a_small_spot_counts_for_it(land: Callable[..., Page]) -> None:
    page = land(**PHONE_SIZE)
    x, y = place(page, 460, 500)
    page.mouse.click(x - 18, y)
    page.mouse.click(x - 60, y - 60)
    assert page.evaluate("sent") == ["go 460", "-"]


def test_a_tap_between_two_spots_looks_closer_first(land: Callable[..., Page]) -> None:
    page = land(**PHONE_SIZE)
    before = view(page)["scale"]
    page.mouse.click(*place(page, 543, 520))
    assert view(page)["scale"] == 2 * before
    assert page.evaluate("sent") == []


def test_a_drag_moves_the_map_and_is_no_tap(land: Callable[..., Page]) -> None:
    page = land(**PHONE_SIZE)
    before = view(page)
    x, y = place(page, 460, 500)
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 60, y + 30, steps=3)
    page.mouse.up()
    after = view(page)
    assert before["x"] - after["x"] == pytest.approx(60 / before["scale"])
    assert before["y"] - after["y"] == pytest.approx(30 / before["scale"])
    assert page.evaluate("sent") == []
    page.mouse.click(x + 60, y + 30)
    assert page.evaluate("sent") == ["go 460"]


def test_arrows_count_the_lit_spots_outside_and_lead_there(land: Callable[..., Page]) -> None:
    page = land(**PHONE_SIZE)
    right = page.get_by_role("button", name="Highlighted spaces further right: 1")
    expect(page.get_by_role("button", name="Highlighted spaces further up: 1")).to_be_visible()
    expect(
        page.locator("[data-edge=left], [data-edge=bottom]").locator("visible=true")
    ).to_have_count(0)
    right.click()
    assert view(page)["x"] == pytest.approx(950, abs=0.1)
    expect(page.locator("[data-edge=right]")).to_be_hidden()


def test_a_map_at_rest_follows_what_is_lit_and_one_that_was_moved_stays(
    land: Callable[..., Page],
) -> None:
    page = land(**PHONE_SIZE)
    only = """(id) => {
      for (const one of document.querySelectorAll("circle"))
        one.toggleAttribute("data-move", one.id === id);
      document.dispatchEvent(new CustomEvent("longtable:changed"));
    }"""
    page.evaluate(only, "s950")
    assert view(page)["x"] == pytest.approx(950, abs=0.1)
    page.locator("#land").focus()
    page.keyboard.press("ArrowLeft")
    moved = view(page)
    page.evaluate(only, "s460")
    assert view(page) == moved


@pytest.mark.parametrize("wide", [320, 1280])
def test_a_map_at_rest_is_at_another_size_where_a_new_page_has_it(
    land: Callable[..., Page], wide: int
) -> None:
    size: Any = {"width": wide, "height": 700}
    fresh = view(land(viewport=size))
    page = land(viewport={"width": 800, "height": 400})
    page.set_viewport_size(size)
    page.evaluate(FRAME)
    assert view(page) == pytest.approx(fresh)


def test_keys_zoom(land: Callable[..., Page]) -> None:
    page = land(**PHONE_SIZE)
    page.locator("#land").focus()
    before = view(page)["scale"]
    page.keyboard.press("+")
    assert view(page)["scale"] == pytest.approx(1.4 * before)
    page.keyboard.press("0")
    assert page.evaluate(
        """async () => {
          const { findMap } = await import("/static/js/map.js");
          return findMap(document.getElementById("land")).isInView([0, 0, 1000, 1000]);
        }"""
    )


def test_a_finger_scrolls_the_page_only_past_a_map_that_shows_everything(
    land: Callable[..., Page],
) -> None:
    page = land(**PHONE)
    touch = "getComputedStyle(document.getElementById('land')).touchAction"
    assert page.evaluate(touch) == "none"
    page.locator(".map-fold").click()
    page.get_by_role("button", name="Show everything").click()
    assert page.evaluate(touch) == "pan-y"


@pytest.mark.parametrize("options", [PHONE, {}], ids=["phone", "desk"])
def test_nothing_covers_a_lit_spot_of_a_map(
    land: Callable[..., Page], options: dict[str, Any]
) -> None:
    page = land(**options)
    covered = page.evaluate(
        """async () => (await import("/static/js/map.js"))
          .findTargets(document.getElementById("land"))
          .map(({x, y, element}) => [element, document.elementFromPoint(x, y)])
          .filter(([element, top]) => top?.closest("[data-edge], [data-view]"))
          .map(([element]) => element.id)"""
    )
    assert covered == []


def test_a_new_page_does_not_undo_the_view(land: Callable[..., Page]) -> None:
    page = land(**PHONE_SIZE)
    prevented = page.evaluate(
        """(name) => !document.getElementById("land").dispatchEvent(new CustomEvent(
          "htmx:before:morph:attr",
          {bubbles: true, cancelable: true, detail: {attrName: name}}))""",
        "viewBox",
    )
    assert prevented


# styles


def test_button_in_a_fold_has_its_label_in_the_middle(small: NewPage) -> None:
    page = small(
        '<details class="fold" open><summary>Fold</summary><p>Text</p>'
        '<button class="button">Save</button></details>'
    )
    above, below, left, text = page.evaluate(
        """() => {
            const button = document.querySelector("button"), box = button.getBoundingClientRect();
            const around = (node) => {
                const range = document.createRange();
                range.selectNodeContents(node);
                return range.getBoundingClientRect();
            };
            const label = around(button);
            return [label.top - box.top, box.bottom - label.bottom, box.left,
                around(document.querySelector("p")).left];
        }"""
    )
    assert abs(above - below) <= 2
    assert left == pytest.approx(text, abs=1)
