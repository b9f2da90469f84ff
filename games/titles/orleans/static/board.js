// Orléans: layers of targets. A button with data-show="quarry" opens the layer of that name: its targets
// (data-layer="quarry") appear, and permanent targets of other places (data-of="ship wagon") are hidden.

import { all, byId, drawAlways, isPressKey } from "../../js/dom.js";
import { findMap } from "../../js/map.js";

const board = () => byId("or");
// the targets of a layer, and the permanent ones of a place
const elementsOf = (name) => all(`[data-layer="${name}"], [data-of~="${name}"]`, board());
let openLayer = ""; // name of the open layer

const isWithin = (name) => Boolean(name) && openLayer.startsWith(`${name}:`);

function apply() {
  const root = board();
  if (!root) return;
  if (openLayer && !elementsOf(openLayer).length) openLayer = "";
  root.classList.toggle("has-open", openLayer !== "");
  const shown = new Set(openLayer ? elementsOf(openLayer) : []);
  for (const one of all("[data-layer], [data-of]", root)) {
    one.classList.toggle("is-open", shown.has(one) || isWithin(one.dataset.layer));
  }
  for (const one of all("[data-show]")) {
    one.setAttribute("aria-pressed", String(openLayer === one.dataset.show || isWithin(one.dataset.show)));
  }
}
function showLayer() {
  const [first] = elementsOf(openLayer);
  const map = first?.closest("svg[data-map]");
  (map ?? first)?.closest(".zone")?.scrollIntoView({ block: "nearest", behavior: "smooth" });
  if (map) findMap(map).showResting();
  const spot = first?.matches("[tabindex], button") ? first : first?.querySelector("[tabindex], button");
  if (spot) spot.focus({ preventScroll: true });
}
function toggleLayer(name) {
  openLayer = openLayer === name ? "" : name;
  apply();
  if (openLayer) showLayer();
}

document.addEventListener("click", (event) => {
  const opener = event.target.closest?.("[data-show]");
  if (opener) toggleLayer(opener.dataset.show);
});
document.addEventListener("keydown", (event) => {
  const opener = event.target.closest?.("[data-show]:not(button)");
  if (opener && isPressKey(event)) {
    event.preventDefault();
    toggleLayer(opener.dataset.show);
  } else if (event.key === "Escape" && openLayer) toggleLayer(openLayer);
});
drawAlways(apply);
// The composer of plans loads with the first plan: the page itself knows of none. Controls that are pressed
// earlier wait for it. Each is then pressed once, so that an impatient second press does not confirm.
const CONTROLS = "#or-plan button, [data-fits], [data-fill], [data-tile]";
const waiting = new Set();
async function loadComposer() {
  await import("./lazy/plan-composer.js");
  document.removeEventListener("click", waitForComposer, true);
  for (const control of waiting) control.click();
  waiting.clear();
}
function waitForComposer(event) {
  const control = byId("or-plan") && event.target.closest?.(CONTROLS);
  if (!control) return;
  event.stopImmediatePropagation();
  waiting.add(control);
  void loadComposer();
}
document.addEventListener("click", waitForComposer, true);
drawAlways(() => byId("or-plan") && loadComposer());
