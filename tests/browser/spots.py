"""What a browser finds of the measures that every table page keeps, whatever game is on it."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Page

LIT = (
    "[data-board] :is([data-move]:not(.is-alternative), [data-lit], [data-circle],"
    ' [role="button"][tabindex="0"]:not(.is-alternative)),'
    " :is(#dock, #turn-bar) :is([data-move]:not(.is-alternative), button[name=move])"
)
HELP = f"""
  const LIT = '{LIT.replace("'", '"')}';
  const shown = (one) => one.checkVisibility({{ visibilityProperty: true }})
    && one.getBoundingClientRect().width > 0 && !one.closest(".visually-hidden");
  const lit = () => [...document.querySelectorAll(LIT)].filter(
    (one) => shown(one) && !one.closest("#moves, [popover]"));
  const told = (one) => one.outerHTML.slice(0, 120);
"""
#: Of titles without a board of their own: they illustrate what the panels beside them say.
PICTURES = "[data-board] svg"
BOARD_BEGINS = """() =>
  document.querySelector("[data-board]").getBoundingClientRect().top + scrollY"""
STUCK = """() => {
  scrollTo(0, document.documentElement.scrollHeight / 2);
  const spans = [...document.querySelectorAll("body *")].filter((one) => {
    const style = getComputedStyle(one);
    const box = one.getBoundingClientRect();
    if (!one.checkVisibility() || box.height < 1 || box.width < innerWidth / 2) return false;
    if (style.position === "fixed") return true;
    return style.position === "sticky" && (Math.abs(box.top - parseFloat(style.top)) < 1
      || Math.abs(innerHeight - box.bottom - parseFloat(style.bottom)) < 1);
  }).map((one) => one.getBoundingClientRect())
    .map((box) => [Math.max(0, box.top), Math.min(innerHeight, box.bottom)])
    .sort((a, b) => a[0] - b[0]);
  let [sum, end] = [0, 0];
  for (const [top, bottom] of spans) {
    sum += Math.max(0, bottom - Math.max(top, end));
    end = Math.max(end, bottom);
  }
  scrollTo(0, 0);
  return sum;
}"""
FIRST_LIT = f"""() => {{{HELP}
  scrollTo(0, 0);
  const tops = lit().map((one) => one.getBoundingClientRect()).map((box) => box.top + 10);
  return tops.length ? Math.min(...tops) : 0;
}}"""
COVERED = f"""() => {{{HELP}
  const found = [];
  for (const one of lit().slice(0, 60)) {{
    one.scrollIntoView({{ block: "nearest", inline: "nearest", behavior: "instant" }});
    const box = one.getBoundingClientRect();
    const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
    const map = one.closest("svg")?.parentElement.getBoundingClientRect();
    if (map && (x < map.left || x > map.right || y < map.top || y > map.bottom)) continue;
    if (x < 0 || x > innerWidth) continue;
    const top = document.elementFromPoint(x, y);
    if (!top || !(one.contains(top) || top.contains(one))) {{
      found.push(`${{told(one)}} under ${{top ? told(top) : "nothing"}}`);
    }}
  }}
  scrollTo(0, 0);
  return found;
}}"""
SMALL_TEXT = f"""(except) => {{{HELP}
  const found = new Set();
  for (const one of document.querySelectorAll("#table *")) {{
    const says = [...one.childNodes].some((node) => node.nodeType === 3 && node.data.trim());
    if (!says || !shown(one) || (except && one.closest(except))) continue;
    let size = parseFloat(getComputedStyle(one).fontSize);
    if (one instanceof SVGElement && one.getScreenCTM) {{
      const {{ a, b }} = one.getScreenCTM();
      size *= Math.hypot(a, b);
    }}
    if (size < 11.95) found.add(`${{size.toFixed(1)}} px: ${{told(one)}}`);
  }}
  return [...found].slice(0, 12);
}}"""
SMALL_TARGETS = f"""() => {{{HELP}
  const spots = document.querySelectorAll(
    ":is(#turn-bar, #dock, #jump-row, .since) :is(button, a), .seat-strip summary");
  return [...spots].filter(shown).filter((one) => one.getBoundingClientRect().height < 39.5)
    .map((one) => `${{one.getBoundingClientRect().height}} px: ${{told(one)}}`);
}}"""
#: On a phone: what stands around the board takes so many pixels, nothing of the dock is cut, and
#: nothing stands beside what is asked.
AROUND = """() => {
  const box = (id) => document.getElementById(id)?.getBoundingClientRect();
  const dock = box("dock");
  const cut = [...document.querySelectorAll("#dock :is(button, a)")].filter((one) => {
    const { top, bottom } = one.getBoundingClientRect();
    return one.checkVisibility() && (top < dock.top - 1 || bottom > innerHeight + 1);
  });
  const { left, top } = box("prompt");
  const lines = document.querySelectorAll(".turn-where, .turn-clock, .turn-hint");
  cut.push(...[...lines].filter((one) => {
    const line = one.getBoundingClientRect();
    return one.checkVisibility() && (line.bottom > top + 1 || line.left < left - 1);
  }));
  const sum = ["turn-bar", "jump-row", "dock"].reduce((sum, id) => sum + (box(id)?.height ?? 0), 0);
  return [sum, cut.map((one) => one.outerHTML.slice(0, 120))];
}"""
#: Whether some of what is lit on the board can be seen between the bars, if anything is.
IN_SIGHT = f"""() => {{{HELP}
  const spots = lit().filter((one) => one.closest("[data-board]"));
  const top = document.getElementById("jump-row")?.getBoundingClientRect().bottom ?? 0;
  const floor = document.getElementById("dock").getBoundingClientRect().top || innerHeight;
  return !spots.length || spots.map((one) => one.getBoundingClientRect())
    .some((box) => box.top + box.height / 2 > top && box.top + box.height / 2 < floor);
}}"""


def broken_measures(page: Page, *, is_drawn: bool, longest: int = 2600) -> dict[str, Any]:
    """The measures that the page of a table does not keep now, each with what is found."""
    is_phone = page.viewport_size is not None and page.viewport_size["width"] < 600
    found: dict[str, Any] = {
        "covered": page.evaluate(COVERED),
        "text under 12 px": page.evaluate(SMALL_TEXT, "" if is_drawn else PICTURES),
        "targets under 40 px": page.evaluate(SMALL_TARGETS),
        "board begins at": over(page.evaluate(BOARD_BEGINS), 110 if is_phone else 150),
    }
    if is_phone:
        found["sticky"] = over(page.evaluate(STUCK), 200)
    if is_drawn:
        height = 844 if is_phone else 900
        found["first lit spot at"] = over(page.evaluate(FIRST_LIT), height)
        if is_phone:
            found["length"] = over(page.evaluate("document.documentElement.scrollHeight"), longest)
    return {name: what for name, what in found.items() if what}


def over(value: float, most: float) -> float | None:
    """A measure that is more than it may be; None where it is not."""
    return value if value > most else None
