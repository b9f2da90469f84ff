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
#: What looks pressable and cannot be pressed: its centre is outside the window or under something
#: else, most of it is cut off, it is too small, or it overlaps another control or a text of the
#: bar. The board is scrolled to each spot. The bar and the dock stay where they are, except lists
#: in them that scroll by themselves. A spot on a map counts only while the map shows its centre.
UNREACHABLE = f"""() => {{{HELP}
  const found = new Set();
  const range = document.createRange();
  const bars = [...document.querySelectorAll("#turn-bar, #dock, #jump-row")];
  const isOfBar = (one) => bars.some((bar) => bar.contains(one));
  const meet = (a, b) => ({{
    left: Math.max(a.left, b.left), right: Math.min(a.right, b.right),
    top: Math.max(a.top, b.top), bottom: Math.min(a.bottom, b.bottom),
  }});
  const area = (box) => Math.max(0, box.right - box.left) * Math.max(0, box.bottom - box.top);
  const screen = {{ left: 0, right: innerWidth, top: 0, bottom: innerHeight }};
  const isCut = (look) => look.overflowX !== "visible" || look.overflowY !== "visible";
  // what cuts off what is in this element
  const cutBy = (one) => {{
    const cuts = [];
    for (let up = one; up && up !== document.body; up = up.parentElement) {{
      const look = getComputedStyle(up);
      if (!(up instanceof SVGElement) && isCut(look)) cuts.push(up);
      if (look.position === "fixed") break;
    }}
    return cuts;
  }};
  const inside = (parent, box) =>
    cutBy(parent).reduce((left, up) => meet(left, up.getBoundingClientRect()), meet(box, screen));
  // away from the bars, and in nothing that cuts or scrolls
  const isClear = (one, {{ top, bottom }}) =>
    top > 140 && bottom < innerHeight - 140 && !cutBy(one.parentElement).length;
  // how much of a box can be seen
  const part = (one, box) => area(inside(one.parentElement, box)) / area(box);
  // a control without ground and edge is where its content is
  const shapeOf = (one) => {{
    const look = getComputedStyle(one);
    const hasGround = look.backgroundColor !== "rgba(0, 0, 0, 0)";
    const isPainted = hasGround || parseFloat(look.borderTopWidth) > 0;
    const box = one.getBoundingClientRect();
    if (isPainted) return box;
    range.selectNodeContents(one);
    return meet(box, range.getBoundingClientRect());
  }};
  const isEnabled = (one) => !one.matches(":disabled, [aria-disabled=true]");
  const PRESSED = "button, a, [role=button], select";
  const inBars = bars.flatMap((bar) => [...bar.querySelectorAll(PRESSED)])
    .filter((one) => shown(one) && !one.closest("[popover]"));
  const controls = [...new Set([...inBars, ...lit()])].filter(isEnabled);
  for (const one of controls) {{
    let box = one.getBoundingClientRect();
    const isBar = isOfBar(one);
    if (isBar) {{
      for (const up of cutBy(one.parentElement)) {{
        if (up.scrollWidth <= up.clientWidth + 1) continue;
        const room = up.getBoundingClientRect();
        if (box.left < room.left) up.scrollLeft -= room.left - box.left;
        else if (box.right > room.right) up.scrollLeft += box.right - room.right;
        box = one.getBoundingClientRect();
      }}
    }} else if (!isClear(one, box)) {{
      for (const inline of ["nearest", "start", "center"]) {{
        one.scrollIntoView({{ block: "nearest", inline, behavior: "instant" }});
        box = one.getBoundingClientRect();
        if (one.closest("svg") || part(one, box) > 0.9) break;
      }}
    }}
    const {{ left, right, top: upper, bottom }} = isBar ? shapeOf(one) : box;
    const [x, y] = [(left + right) / 2, (upper + bottom) / 2];
    const svg = one.closest("svg");
    const map = svg?.parentElement.getBoundingClientRect();
    if (map && (x < map.left || x > map.right || y < map.top || y > map.bottom)) continue;
    if (x < 0 || x > innerWidth || y < 0 || y > innerHeight) {{
      found.add(`outside the window at ${{x.toFixed()}}, ${{y.toFixed()}}: ${{told(one)}}`);
      continue;
    }}
    const top = document.elementFromPoint(x, y);
    const isAt = (x, y) => {{
      const top = document.elementFromPoint(x, y);
      return top && (one.contains(top) || top.contains(one));
    }};
    // a ghost may be taken back beside what stands on it
    const sides = one.matches("[data-undo]") && !isBar ? [-1, 0, 1] : [0];
    const isFree = sides.some((a) => sides.some((b) =>
      isAt(x + (a * box.width) / 3, y + (b * box.height) / 3)));
    if (!isFree)
      found.add(`covered: ${{told(one)}} under ${{top ? told(top) : "nothing"}}`);
    if (!svg && part(one, box) < 0.8)
      found.add(`cut off to ${{part(one, box).toFixed(2)}}: ${{told(one)}}`);
    // a target may reach further than the box
    const isWide = box.width >= 23.5 || (isAt(x - 11.5, y) && isAt(x + 11.5, y));
    const isHigh = box.height >= 23.5 || (isAt(x, y - 11.5) && isAt(x, y + 11.5));
    if (!svg && (isBar ? box.height < 39.5 || box.width < 23.5 : !isWide || !isHigh))
      found.add(`${{box.width.toFixed()}} by ${{box.height.toFixed()}} px: ${{told(one)}}`);
  }}
  const placed = inBars.map((one) => [one, inside(one.parentElement, shapeOf(one))]);
  const isOver = (a, b) => {{
    const both = meet(a, b);
    return both.right - both.left > 2 && both.bottom - both.top > 3;
  }};
  placed.forEach(([one, box], at) => {{
    for (const [other, its] of placed.slice(at + 1))
      if (!one.contains(other) && !other.contains(one) && isOver(box, its))
        found.add(`over each other: ${{told(one)}} and ${{told(other)}}`);
  }});
  const lines = bars.filter((bar) => bar.id !== "jump-row").flatMap((bar) => {{
    const texts = document.createTreeWalker(bar, NodeFilter.SHOW_TEXT);
    const all = [];
    while (texts.nextNode()) {{
      const one = texts.currentNode.parentElement;
      if (!texts.currentNode.data.trim() || !shown(one) || one.closest("[popover], svg")) continue;
      if (!one.checkVisibility({{ opacityProperty: true }})) continue;
      if (getComputedStyle(one).clipPath !== "none") continue; // for screen readers alone
      if (one.matches(".prompt:is(:hover, :focus-visible)")) continue; // it is shown whole then
      range.selectNodeContents(texts.currentNode);
      for (const line of range.getClientRects()) all.push([one, inside(one, line)]);
    }}
    return all;
  }});
  for (const [one, line] of lines) {{
    for (const [control, box] of placed)
      if (!control.contains(one) && !one.contains(control) && isOver(line, box))
        found.add(`text under a control: ${{told(one)}} under ${{told(control)}}`);
    const bar = one.closest("#dock, #turn-bar").getBoundingClientRect();
    if (area(line) && line.bottom > bar.bottom - 2) found.add(`touches the edge: ${{told(one)}}`);
  }}
  scrollTo(0, 0);
  return [...found];
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
    ":is(#turn-bar, #dock, #jump-row, .since-last-move) :is(button, a), .seat-strip summary");
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
  const lines = document.querySelectorAll(".turn-location, .turn-clock, .turn-tip");
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


def measure_violations(page: Page, *, is_drawn: bool, longest: int = 2620) -> dict[str, Any]:
    """The measures that the page of a table does not keep now, each with what is found."""
    is_phone = page.viewport_size is not None and page.viewport_size["width"] < 600
    found: dict[str, Any] = {
        "unreachable": page.evaluate(UNREACHABLE),
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
