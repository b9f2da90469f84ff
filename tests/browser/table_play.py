"""Playing at a table's page as a person does, with the list of moves or the keyboard."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from playwright.sync_api import Error as PlaywrightError
from playwright.sync_api import Locator, Page, expect

from accounts.models import User
from games.lobby.setup import table_setup
from games.lobby.table_settings import TableSettings
from games.models import Table
from games.time_controls import PRESETS_BY_KEY
from tests.browser_fixtures import FRAME, Person
from tests.polling import wait_for

AXE = (Path(__file__).parents[1] / "vendor" / "axe-core" / "axe.min.js").read_text()
#: For pages of which axe looks at very many: what takes long is to bring it to each.
BRINGS_AXE = f"window.bringAxe = () => {{ {AXE} }};"
SERIOUS = ("serious", "critical")
MODERATE = ("moderate", *SERIOUS)
#: What rules for lesser problems find, nobody looks at: they do not run. And a link that is
#: underlined can be told from the text around it: what colours those have need not be found out.
#: Of other colours it looks at those that `LOOKS` has not known.
ONLY_IMPACTS = """impacts => {
  const { rules } = axe._audit;
  axe.configure({ rules: rules.filter(({ impact }) => impact && !impacts.includes(impact))
    .map(({ id }) => ({ id, enabled: false })) });
  const links = rules.find(({ id }) => id === "link-in-text-block");
  const { matches } = links;
  links.matches = (one, ...more) => getComputedStyle(one).textDecorationLine !== "underline"
    && matches.call(links, one, ...more);
  const colours = rules.find(({ id }) => id === "color-contrast");
  const { matches: areColours } = colours;
  colours.matches = (one, ...more) => unknown.has(one) && areColours.call(colours, one, ...more);
}"""
COLOURS = "color-contrast"
BUT_COLOURS = {"rules": {COLOURS: {"enabled": False}}}
ONLY_COLOURS = {"runOnly": [COLOURS]}
STICKS_OUT = """() => {
  const root = document.documentElement;
  if (root.scrollWidth <= root.clientWidth) return [];
  const wide = [...document.querySelectorAll("body *")].filter(
    (one) => !one.closest(".scroll-x")
      && one.getBoundingClientRect().right > root.clientWidth + 0.5);
  return [`${root.scrollWidth} wide in ${root.clientWidth}`,
    ...wide.slice(-8).map((one) => one.outerHTML.slice(0, 200))];
}"""
#: One text of each look that is not known: its colour, and what it is drawn upon. An opaque ground
#: hides those below it; a text without one that is out of the flow may lie upon anything on pages
#: of its kind. Of texts upon pictures axe can tell nothing; and of one that lies in the flow, upon
#: an opaque ground, in a colour that lets nothing through, the two colours tell all.
LOOKS = """known => {
  const opaque = /^rgb\\((\\d+), (\\d+), (\\d+)\\)$/;
  const light = (colour) => {
    const [red, green, blue] = colour.match(opaque).slice(1).map((value) => value / 255)
      .map((value) => value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4);
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue + 0.05;
  };
  const contrast = (one, other) => {
    const [less, more] = [light(one), light(other)].sort((a, b) => a - b);
    return more / less;
  };
  const sheets = [...document.styleSheets].map(({ href }) => href ?? "");
  const board = sheets.filter((href) => href.includes("/titles/")).join() || "generic";
  const kind = (one) => one.closest("[data-board]") ? board : location.pathname.split("/")[1];
  const chosen = new Map();
  const walk = (one, upon, veil) => {
    const look = getComputedStyle(one);
    const { backgroundColor, opacity, filter, mixBlendMode, position } = look;
    const through = [opacity, filter, mixBlendMode].join();
    if (through !== "1,none,normal") veil = `${veil}(${through})`;
    if (look.backgroundImage !== "none") upon = "picture";
    else if (backgroundColor.startsWith("rgb(")) upon = backgroundColor;
    else if (upon !== "picture") {
      if (backgroundColor !== "rgba(0, 0, 0, 0)") upon = `${upon}/${backgroundColor}`;
      if (["absolute", "fixed", "sticky"].includes(position))
        upon = `${upon}/${position} ${kind(one)}`;
    }
    const points = Math.ceil(72 * parseFloat(look.fontSize)) / 96;
    const isLarge = points >= (look.fontWeight >= 700 ? 14 : 18);
    const said = [upon, veil, look.color, look.textShadow, isLarge,
      one.matches(":disabled, [aria-disabled=true]")].join();
    const isPlain = !veil && look.textShadow === "none"
      && opaque.test(upon) && opaque.test(look.color);
    const isLegible = isPlain && contrast(upon, look.color) > (isLarge ? 3.01 : 4.51);
    const says = one.matches("input, select, textarea")
      || [...one.childNodes].some((node) => node.nodeType === 3 && node.data.trim());
    if (says && upon !== "picture" && !isLegible && !chosen.has(said)
      && one.checkVisibility({ visibilityProperty: true })) chosen.set(said, one);
    for (const child of one.children) walk(child, upon, veil);
  };
  walk(document.body, "", "");
  for (const one of known) chosen.delete(one);
  window.unknown = new Set(chosen.values());
  return [...chosen.keys()];
}"""
LEGIBLE: set[str] = set()
#: What axe finds, and whether all that was chosen for it was there until the end.
RUN_AXE = """async options => {
  const { violations } = await axe.run(document, options);
  return [violations, [...window.unknown].every((one) => one.isConnected)];
}"""
#: Colours pass from an element to those in it, a frame each: three frames in which nothing moves.
STILL = f"""async () => {{
  let calm = 0;
  for (let frame = 0; calm < 3; frame++) {{
    if (frame > 500) throw new Error("something always moves here");
    await {FRAME};
    calm = document.getAnimations().some((one) => one.playState === "running") ? 0 : calm + 1;
  }}
}}"""


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
    clock = PRESETS_BY_KEY["week"].clock
    table = table_setup.open_table(
        host, game, TableSettings(seats, options, clock, bots=tuple(bots))
    )
    for user in more:
        table_setup.join(table.key, user)
    return Table.objects.get(pk=table.pk)


def open_list(page: Page) -> None:
    """Open the list of moves, and wait until it has come."""
    page.evaluate("document.getElementById('moves').open = true")
    expect(page.locator("#moves:has(.move-group)")).to_have_count(1)


def moves_of(page: Page) -> Locator:
    return page.locator("#moves button.move")


def version_of(page: Page) -> int:
    return int(page.locator("#position").get_attribute("data-version") or 0)


def wait_until_settled(page: Page) -> str:
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
        asked = wait_until_settled(page)
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
    button.press("Enter", timeout=3000)


def serious_problems(page: Page, impacts: Sequence[str] = SERIOUS) -> list[str]:
    """What axe finds on the page that is serious or worse; of colours what `faint_text` says.

    Other impacts can be asked for, the same ones as long as the page is open.
    """
    looks = _unknown_looks(page)
    return _axe_violations(page, looks, {} if looks else BUT_COLOURS, impacts)


def faint_text(page: Page) -> list[str]:
    """What axe finds of colours, of one text of each look; in another theme all else is as it was.
    What it has found good once, on whatever page, it is not asked again."""
    looks = _unknown_looks(page)
    return _axe_violations(page, looks, ONLY_COLOURS) if looks else []


def _unknown_looks(page: Page) -> list[str]:
    """The looks of texts that axe has not found good; one text of each is what it will look at."""
    page.evaluate(STILL)
    looks: list[str] = page.evaluate(LOOKS, [*LEGIBLE])
    return looks


def _axe_violations(
    page: Page, looks: list[str], options: dict[str, Any], impacts: Sequence[str] = SERIOUS
) -> list[str]:
    if not page.evaluate("'axe' in window"):
        if not page.evaluate("'bringAxe' in window && (bringAxe(), true)"):
            page.evaluate(AXE)
        page.evaluate(ONLY_IMPACTS, impacts)
    # what it would load is for rules about media and about turned screens, which find nothing here
    usual = {"resultTypes": ["violations"], "preload": False}
    found, stayed = page.evaluate(RUN_AXE, {**usual, **options})
    if stayed and COLOURS not in [problem["id"] for problem in found]:
        LEGIBLE.update(looks)
    return [
        f"{problem['id']}: {problem['help']} — {problem['nodes'][0]['html'][:160]}"
        for problem in found
        if problem["impact"] in impacts
    ]


def assert_fits(page: Page) -> None:
    """No sideways scrolling; otherwise name what sticks out."""
    assert page.evaluate(STICKS_OUT) == []
    expect(page.locator("main")).to_be_visible()
