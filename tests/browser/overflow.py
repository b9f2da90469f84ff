"""What a browser finds on a page that does not fit: what sticks out, is cut, overlaps or breaks."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Page, ViewportSize

from tests.browser_fixtures import FRAME

#: The narrowest phones of each layout: style sheets differ at 22 rem, and those of tables and
#: boards at 24 rem, too.
WIDTHS = (320, 360)
BOARD_WIDTHS = (*WIDTHS, 390)
#: What may be cut: it is whole one press away, or what is cut is the drawing of a map.
MAY_BE_CUT = ", ".join(
    (
        ".since-last-move-chip",  # its panel tells all
        ".draft-chip",  # its whole label is that of its button
        ".card-since-last-move",  # the table's page tells all
        ".my-table-card > .people",  # the rest of the card does
        ".map-stage svg",
        ".cover",
        ".turn-location",  # the menu beside it says all
        ".viewer-text-line",  # the log's line does
        ".prompt",  # a finger on it shows all
        ".turn-preview",
        "select",
        "textarea",
    )
)
FITS = """async (mayBeCut) => {
  await FRAME;
  const root = document.documentElement;
  const found = [];
  const told = (one) => `${one.outerHTML.slice(0, 140)} (${one.textContent.trim().slice(0, 60)})`;
  const inScroller = (one) => {
    const { position } = getComputedStyle(one);
    for (let up = one.parentElement; up && up !== document.body; up = up.parentElement) {
      const look = getComputedStyle(up);
      if (look.overflowX !== "visible" && (position !== "absolute" || look.position !== "static"))
        return true;
    }
    return false;
  };
  if (root.scrollWidth > root.clientWidth) {
    const wide = [...document.querySelectorAll("body *")].filter((one) =>
      one.getBoundingClientRect().right > root.clientWidth + 0.5 && !inScroller(one));
    found.push(`page: ${root.scrollWidth} px in ${root.clientWidth}: ${wide.slice(-2).map(told)}`);
  }
  // asked once of an element, for all texts in it: a browser composes such an answer anew each time
  const once = (ask) => {
    const known = new Map();
    return (one) => {
      if (!known.has(one)) known.set(one, ask(one));
      return known.get(one);
    };
  };
  const style = once((one) => {
    const { position, display, overflowX, overflowY, clipPath } = getComputedStyle(one);
    return { position, display, overflowX, overflowY, clipPath };
  });
  const boxOf = once((one) => one.getBoundingClientRect());
  const isPainted = once((one) => {
    const { backgroundColor, borderInlineEndWidth, borderInlineEndStyle } = getComputedStyle(one);
    return !/^rgba\\(.*, 0\\)$|^transparent$/.test(backgroundColor)
      || (borderInlineEndStyle !== "none" && parseFloat(borderInlineEndWidth) > 0);
  });
  const isLayer = (one) => one.popover || ["fixed", "sticky"].includes(style(one).position);
  const layer = once((one) =>
    one === document.body || isLayer(one) ? one : layer(one.parentElement));
  for (const one of document.querySelectorAll("body *")) {
    if (one.checkVisibility() && getComputedStyle(one).webkitLineClamp !== "none"
      && !one.closest(mayBeCut) && one.scrollHeight > one.clientHeight + 2)
      found.push(`cut: ${told(one)}`);
  }
  const dock = document.getElementById("dock");
  if (dock && dock.scrollHeight > dock.clientHeight + 1)
    found.push(`dock: ${dock.scrollHeight} px in ${dock.clientHeight}: ${told(dock)}`);
  const words = new Intl.Segmenter(root.lang || "en", { granularity: "word" });
  const leaves = [];
  const range = document.createRange();
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const node = texts.currentNode;
    const one = node.parentElement;
    if (!node.data.trim() || one.closest("script, style, option, noscript, title, desc")) continue;
    if (!one.checkVisibility({
      visibilityProperty: true, opacityProperty: true, contentVisibilityAuto: true })) continue;
    range.selectNodeContents(node);
    const lines = [...range.getClientRects()].filter((box) => box.width > 0.5);
    if (!lines.length) continue;
    let hidden = false;
    let frame = null;
    let clip = null;
    let scrolls = false;
    const inside = { left: -1e4, right: 1e4, top: -1e6, bottom: 1e6 };
    for (let up = one; up && up !== document.body; up = up.parentElement) {
      const { overflowX, overflowY, clipPath, position, display } = style(up);
      if (clipPath.startsWith("inset(50%") || (boxOf(up).width <= 1 && position === "absolute")) {
        hidden = true;
        break;
      }
      if (display === "inline" || display === "contents") continue;
      const cuts = clip ? ["hidden", "clip", "auto", "scroll"] : ["hidden", "clip"];
      if ([overflowX, overflowY].some((kind) => cuts.includes(kind))) {
        clip ??= up;
        const { left, right, top, bottom } = boxOf(up);
        inside.left = Math.max(inside.left, left);
        inside.right = Math.min(inside.right, right);
        inside.top = Math.max(inside.top, top);
        inside.bottom = Math.min(inside.bottom, bottom);
      }
      if (!clip && [overflowX, overflowY].some((kind) => kind === "auto" || kind === "scroll"))
        scrolls = true;
      if (!frame && !clip && isPainted(up) && !(up instanceof SVGElement)) frame = up;
      if (scrolls) break;
    }
    if (hidden) continue;
    if (clip && !one.closest(mayBeCut)) {
      const box = boxOf(clip);
      if (lines.some((line) => line.left < box.left - 1.5 || line.right > box.right + 1.5
        || line.top > box.bottom - 2 || line.bottom < box.top + 2))
        found.push(`cut: “${node.data.trim().slice(0, 60)}” in ${told(clip)}`);
    }
    if (!scrolls && !clip && frame && !one.closest("svg")) {
      const box = boxOf(frame);
      if (lines.some((line) => line.left < box.left - 1 || line.right > box.right + 1
        || line.top + 3 < box.top || line.bottom - 3 > box.bottom))
        found.push(`sticks out: “${node.data.trim().slice(0, 60)}” of ${told(frame)}`);
    }
    const button = one.closest("button, .button, [role=button]:not(svg *), .tabs > a, .jump-row a");
    if (button && lines.length > 1 && !one.closest("bdi"))
      for (const { segment, index, isWordLike } of words.segment(node.data)) {
        if (!isWordLike || segment.length < 2) continue;
        range.setStart(node, index);
        range.setEnd(node, index + segment.length);
        const tops = new Set([...range.getClientRects()].map((box) => Math.round(box.top)));
        if (tops.size > 1) found.push(`breaks in a button: “${segment}” in ${told(button)}`);
      }
    if (!scrolls && !one.closest("svg")) {
      for (const line of lines) {
        const left = Math.max(line.left, inside.left);
        const right = Math.min(line.right, inside.right);
        const top = Math.max(line.top, inside.top);
        const bottom = Math.min(line.bottom, inside.bottom);
        if (left < right && top < bottom)
          leaves.push({ one, line: { left, right, top, bottom }, layer: layer(one) });
      }
    }
  }
  leaves.sort((a, b) => a.line.top - b.line.top);
  leaves.forEach(({ one, line, layer: mine }, at) => {
    for (let next = at + 1; next < leaves.length; next++) {
      const other = leaves[next];
      if (other.line.top >= line.bottom - 5) break;
      if (other.layer !== mine || other.one.contains(one) || one.contains(other.one)) continue;
      if (Math.min(line.right, other.line.right) - Math.max(line.left, other.line.left) > 2
        && Math.min(line.bottom, other.line.bottom) - other.line.top > 5)
        found.push(`over each other: ${told(one)} and ${told(other.one)}`);
    }
  });
  return [...new Set(found)];
}""".replace("FRAME", FRAME)


def misfits(page: Page, measure: Callable[[int], None] | None = None) -> dict[int, list[str]]:
    """By width what does not fit on the page that is open, at the width of each layout of phones.

    The width at which it is open comes first, or the end next to it, so that it is laid out anew
    as seldom as can be. More can be measured at each width.
    """
    found = {}
    begin = page.viewport_size["width"] if page.viewport_size else 0
    widths = BOARD_WIDTHS if page.locator("[data-board]").count() else WIDTHS
    for width in sorted(widths, reverse=begin > sum(widths) / len(widths)):
        size: ViewportSize = {"width": width, "height": 844}
        if page.viewport_size != size:
            page.set_viewport_size(size)
        found[width] = page.evaluate(FITS, MAY_BE_CUT)
        if measure:
            measure(width)
    return {width: wrong for width, wrong in found.items() if wrong}
