"""Playing at a table's page as a person does, with the list of moves or the keyboard."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from playwright.sync_api import Error as PlaywrightError
from playwright.sync_api import Locator, Page, expect

from accounts.models import User
from games.clocks import BY_KEY
from games.lobby import gathering
from games.models import Table
from tests.browsing import Person
from tests.waiting import wait_for

AXE = (Path(__file__).parents[1] / "vendor" / "axe-core" / "axe.min.js").read_text()
SERIOUS = ("serious", "critical")
#: What rules for lesser problems find, nobody looks at: they do not run.
ONLY_SERIOUS = """serious => axe.configure({ rules: axe._audit.rules
  .filter(({ impact }) => impact && !serious.includes(impact))
  .map(({ id }) => ({ id, enabled: false })) })"""
#: Of a page with much text `faint_text` looks at the colours: one text of each look is enough.
BUT_COLOURS = {"rules": {"color-contrast": {"enabled": False}}}
STICKS_OUT = """() => {
  const root = document.documentElement;
  if (root.scrollWidth <= root.clientWidth) return [];
  const wide = [...document.querySelectorAll("body *")].filter(
    (one) => !one.closest(".scroll-x")
      && one.getBoundingClientRect().right > root.clientWidth + 0.5);
  return [`${root.scrollWidth} wide in ${root.clientWidth}`,
    ...wide.slice(-8).map((one) => one.outerHTML.slice(0, 200))];
}"""
#: One text of each look: what it is drawn with is the same, and so is what it is drawn upon.
LOOKS = """() => {
  const looks = new Map();
  const found = [];
  const walk = (one, upon) => {
    const look = getComputedStyle(one);
    const said = [upon, look.color, look.backgroundColor, look.backgroundImage, look.opacity,
      look.filter, look.mixBlendMode, look.textShadow, look.fontSize, look.fontWeight, look.fill,
      look.position, one.matches(":disabled, [aria-disabled=true]")].join();
    const says = one.matches("input, select, textarea")
      || [...one.childNodes].some((node) => node.nodeType === 3 && node.data.trim());
    const shown = says && one.checkVisibility({ visibilityProperty: true });
    if (!looks.has(said)) looks.set(said, { name: looks.size, isChosen: false });
    const mine = looks.get(said);
    if (shown && !mine.isChosen) {
      mine.isChosen = true;
      found.push(one);
    }
    for (const child of one.children) walk(child, mine.name);
  };
  walk(document.body, "");
  const within = found.flatMap((one) => [...one.children]);
  return { include: found, exclude: within.filter((one) => !found.includes(one)) };
}"""
#: Colours pass from an element to those in it, a frame each: three frames in which nothing moves.
STILL = """async () => {
  let calm = 0;
  for (let frame = 0; calm < 3; frame++) {
    if (frame > 500) throw new Error("something always moves here");
    await new Promise(requestAnimationFrame);
    calm = document.getAnimations().some((one) => one.playState === "running") ? 0 : calm + 1;
  }
}"""


def start_table(
    game: str,
    people: list[Person],
    bots: tuple[str, ...] = (),
    others: Sequence[User] = (),
    **options: str,
) -> Table:
    """A running table of these people (and bots), opened through the lobby; the others have no page
    open."""
    host, *more = [*(person.user for person in people), *others]
    seats = 1 + len(more) + len(bots)
    clock = BY_KEY["week"].clock
    table = gathering.open_table(host, game, seats, options, clock, bot_levels=bots)
    for user in more:
        gathering.join(table.key, user)
    return Table.objects.get(pk=table.pk)


def open_list(page: Page) -> None:
    """Open the list of moves, and wait until it has come."""
    page.evaluate("document.getElementById('moves').open = true")
    expect(page.locator("#moves:has(.move-group)")).to_have_count(1)


def moves_of(page: Page) -> Locator:
    return page.locator("#moves button.move")


def version_of(page: Page) -> int:
    return int(page.locator("#position").get_attribute("data-version") or 0)


def settled(page: Page) -> str:
    """Wait until the page asks something of me or the match is over; say which."""
    asks = "#moves, #confirm, #sure, .is-armed, #position[data-status=finished]"
    page.locator(asks).first.wait_for(state="attached", timeout=60_000)
    if page.locator("#position[data-status=finished]").count():
        return "over"
    if page.locator("#sure").count():
        return "sure"
    if page.locator(".is-armed").count():
        return "armed"
    return "move" if page.locator("#moves").count() else "confirm"


def state_of(page: Page) -> tuple[str, ...]:
    """What a click changes: the version, the draft, what is asked."""
    return tuple(
        page.evaluate(
            """() => {
              const at = (one) => document.querySelector(one);
              return [
                at("#position").dataset.version,
                [...document.querySelectorAll(".draft-chip")].map((one) => one.textContent).join(),
                at("#sure") ? "sure" : at(".is-armed") ? "armed" : "",
              ];
            }"""
        )
    )


def play_one(
    page: Page, choose: Callable[[list[str]], str], press: Callable[[Locator], Any]
) -> str:
    """Do the one thing that the page asks for; `press` clicks a button, or presses a key on it.

    The page may change under our hands (somebody else moves): then we look again.
    """
    for _attempt in range(10):
        asked = settled(page)
        if asked == "over":
            return asked
        before = state_of(page)
        try:
            if asked == "move":
                open_list(page)
                values = moves_of(page).evaluate_all("all => all.map((one) => one.value)")
                if values:
                    value = choose(values)
                    press(page.locator(f"#moves button.move[value={json.dumps(value)}]").first)
                else:  # a number, sent as it is preset
                    press(page.locator("#moves [data-send]").first)
            else:
                press(page.locator(".is-armed" if asked == "armed" else f"#{asked}"))
            wait_for(lambda: state_of(page) != before, "the page to answer", 5)  # noqa: B023
        except (PlaywrightError, IndexError, AssertionError):
            continue
        return asked
    raise AssertionError(f"the page does not answer to {asked}")


def click(button: Locator) -> None:
    button.click(timeout=3000)


def tap(button: Locator) -> None:
    button.tap(timeout=3000)


def key(button: Locator) -> None:
    button.focus()
    button.press("Enter")


def serious_problems(page: Page, **options: Any) -> list[str]:
    """What axe finds on the page that is serious or worse."""
    return _found_by_axe(page, "() => document", options)


def faint_text(page: Page) -> list[str]:
    """What axe finds of colours, of one text of each look: in another theme, where all else is as
    it was, and on pages with much text."""
    page.evaluate(STILL)
    return _found_by_axe(page, LOOKS, {"runOnly": ["color-contrast"]})


def _found_by_axe(page: Page, where: str, options: dict[str, Any]) -> list[str]:
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE)
        page.evaluate(ONLY_SERIOUS, SERIOUS)
    run = f"options => axe.run(({where})(), options)"
    found = page.evaluate(run, {"resultTypes": ["violations"], **options})
    return [
        f"{problem['id']}: {problem['help']} — {problem['nodes'][0]['html'][:160]}"
        for problem in found["violations"]
        if problem["impact"] in SERIOUS
    ]


def assert_fits(page: Page) -> None:
    """No sideways scrolling; otherwise name what sticks out."""
    assert page.evaluate(STICKS_OUT) == []
    expect(page.locator("main")).to_be_visible()
