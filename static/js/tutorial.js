// The tutorial: highlights what to press next, and places its text next to that on wide screens. Without
// a target the text is in a corner. Without scripts it stands above the board.

import { placeBeside } from "./geometry.js";
import { findMap } from "./map.js";

const TARGET = "is-tutorial-target";
const DISTANCE = 56; // px
const SETTLE_TIME = 1000; // ms
const WIDE = matchMedia("(min-width: 60rem)");
/** @type {Element | null} */
let target = null;
let lastText = "";
let settlesAt = 0; // until then the target is new, or the page has just been resized
const tutorial = () => document.getElementById("tutorial");

/** @returns {Element | null} */
function findTarget() {
  for (const selector of JSON.parse(tutorial()?.dataset.selectors ?? "[]")) {
    const found = [...document.querySelectorAll(selector)].find((one) => one.getClientRects().length);
    if (found) return found;
  }
  return null;
}
// Places the text to the right of a target on the board, or to its left, clear of its neighbours in
// the same [data-around].
function placeTutorial() {
  const shown = tutorial();
  if (!shown) return;
  if (!target || !WIDE.matches) {
    shown.removeAttribute("style");
    return;
  }
  placeBeside(shown, target);
  if (!target.closest("[data-board]")) return;
  const around = (target.closest("[data-around]") ?? target).getBoundingClientRect();
  const { width, height } = shown.getBoundingClientRect();
  const right = around.right + DISTANCE;
  const left = right + width < innerWidth ? right : Math.max(0, around.left - DISTANCE - width);
  const top = Math.max(DISTANCE, Math.min(target.getBoundingClientRect().top, innerHeight - height));
  shown.style.setProperty("--left", `${left}px`);
  shown.style.setProperty("--top", `${top}px`);
}
// Pans the map to a new target that is out of view, also when the board has just moved the map.
function scrollIntoMap() {
  const map = target?.closest("svg[data-map]");
  if (!target || !map || performance.now() > settlesAt) return;
  const [spot, view] = [target, map].map((one) => one.getBoundingClientRect());
  const dx = (spot.left + spot.right - view.left - view.right) / 2;
  const dy = (spot.top + spot.bottom - view.top - view.bottom) / 2;
  const isSeen = Math.abs(dx) * 2 + spot.width <= view.width && Math.abs(dy) * 2 + spot.height <= view.height;
  if (!isSeen) findMap(map).pan(dx, dy);
}
function highlight() {
  const was = target;
  target = findTarget();
  for (const one of document.querySelectorAll(`.${TARGET}`)) {
    if (one !== target) one.classList.remove(TARGET); // copies, too
  }
  if (!target?.classList.contains(TARGET)) target?.classList.add(TARGET);
  const text = tutorial()?.textContent ?? "";
  const isNew = target !== was || text !== lastText;
  lastText = text;
  const map = target?.closest("svg[data-map]");
  if (map) findMap(map).onChange(onScrollOrResize);
  if (isNew) {
    settlesAt = performance.now() + SETTLE_TIME;
    scrollIntoMap();
    target?.scrollIntoView({ block: "nearest" });
  }
  placeTutorial();
}
// This script loads last, so that scripts of titles handle a press, a key or a change first.
let timer = 0;
function schedule() {
  clearTimeout(timer);
  timer = setTimeout(highlight);
}
for (const event of ["click", "keyup", "longtable:changed"]) document.addEventListener(event, schedule);
document.addEventListener("load", schedule, true); // of a lazy script, which can add targets

// Morphing keeps the place of the text.
document.addEventListener("htmx:before:morph:attr", (event) => {
  const isPlace = event.target === tutorial() && event.detail?.attrName === "style";
  if (isPlace) event.preventDefault();
});

let frame = 0;
function onScrollOrResize({ type }) {
  if (type === "resize") {
    settlesAt = performance.now() + SETTLE_TIME;
    schedule(); // another target may be visible at this size
  }
  cancelAnimationFrame(frame);
  frame = requestAnimationFrame(() => {
    scrollIntoMap();
    placeTutorial();
  });
}
for (const event of ["scroll", "resize"]) addEventListener(event, onScrollOrResize, { capture: true, passive: true });
schedule();
