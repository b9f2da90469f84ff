// Pointers on a map: drag to pan, pinch or use the wheel to zoom. A tap counts for the nearest target,
// so that small ones can be hit.

import { findNearest } from "./geometry.js";
import { findTargets, mapOf } from "./map.js";

const DRAG = 6; // pixels from which a tap is a drag
const CONTROL = // handles taps itself
  "[data-move], [data-cell], [data-sheet], [data-undo], a[href], button, input, select, summary, label";

const fingers = new Map();
/** @type {any} */
let active = null; // the map that is dragged
let dragged = false;
let spread = 0;

function center() {
  const all = [...fingers.values()];
  const mean = (key) => all.reduce((sum, one) => sum + one[key], 0) / all.length;
  return { x: mean("x"), y: mean("y") };
}
function spreadOf() {
  const [a, b] = [...fingers.values()];
  return b ? Math.hypot(a.x - b.x, a.y - b.y) : 0;
}
document.addEventListener("pointerdown", (event) => {
  const map = event.button > 0 ? null : mapOf(event.target);
  if (!map) return;
  if (!fingers.size) dragged = false;
  active = map;
  cancelAnimationFrame(map.moving);
  const { clientX: x, clientY: y } = event;
  fingers.set(event.pointerId, { x, y, fromX: x, fromY: y });
  spread = spreadOf();
});
document.addEventListener("pointermove", (event) => {
  const finger = fingers.get(event.pointerId);
  if (!finger || !active?.svg) return;
  const far = Math.hypot(event.clientX - finger.fromX, event.clientY - finger.fromY);
  if (!dragged && far < DRAG && fingers.size < 2) return;
  if (!dragged) {
    dragged = true;
    active.svg.setPointerCapture(event.pointerId);
    active.svg.classList.add("is-dragged");
  }
  const was = center();
  finger.x = event.clientX;
  finger.y = event.clientY;
  const is = center();
  const wide = spreadOf();
  if (spread && wide) {
    active.zoom(wide / spread, is.x, is.y);
    spread = wide;
  }
  active.pan(was.x - is.x, was.y - is.y);
});
for (const name of ["pointerup", "pointercancel"]) {
  document.addEventListener(name, (/** @type {any} */ event) => {
    fingers.delete(event.pointerId);
    spread = spreadOf();
    if (!fingers.size) active?.svg?.classList.remove("is-dragged");
  });
}
// Before all other listeners: the click at the end of a drag must do nothing.
addEventListener(
  "click",
  (event) => {
    if (!dragged || !event.detail) return; // clicks by keyboard have no detail
    dragged = false;
    if (!mapOf(event.target)) return;
    event.stopImmediatePropagation();
    event.preventDefault();
  },
  true,
);
document.addEventListener(
  "wheel",
  (event) => {
    const map = mapOf(event.target);
    if (!map) return;
    const lines = event.deltaMode === 1 ? 24 : 1;
    const isWhole = map.isInView(map.box); // then the wheel scrolls the page
    if (isWhole && !event.ctrlKey && event.deltaY >= 0) return;
    event.preventDefault();
    if (event.shiftKey || Math.abs(event.deltaX) > Math.abs(event.deltaY)) {
      map.pan((event.deltaX || event.deltaY) * lines, event.shiftKey ? 0 : event.deltaY * lines);
    } else {
      map.zoom(Math.exp((-event.deltaY * lines) / (event.ctrlKey ? 120 : 480)), event.clientX, event.clientY);
    }
  },
  { passive: false },
);
document.addEventListener(
  "click",
  (event) => {
    const svg = event.isTrusted && event.target.closest?.("[data-map]");
    if (!svg || event.target.closest(CONTROL)) return;
    const { clientX, clientY } = event;
    const found = findNearest(findTargets(svg), { x: clientX, y: clientY });
    if (!found) return;
    event.stopPropagation();
    if (found.isAmbiguous && mapOf(svg)?.zoomCloser(clientX, clientY)) return;
    const click = { bubbles: true, cancelable: true, clientX, clientY };
    found.spot.element?.dispatchEvent(new MouseEvent("click", click));
  },
  true,
);
