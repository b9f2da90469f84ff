// Catan's island: two taps move a barbarian, and a button shows coordinates.

import { all, byId, isPressKey, setChosen } from "../../js/dom.js";
import { draft } from "../../js/play.js";

const root = document.documentElement;
let chosen = ""; // the path of the tapped tent

function choose(path) {
  chosen = path;
  byId("ct-map")?.classList.toggle("has-chosen", Boolean(chosen));
  for (const tent of all(".ct-from")) setChosen(tent, tent.dataset.from === chosen);
}
function pressTent(target) {
  const tent = target.closest(".ct-from");
  const goal = target.closest(".ct-to");
  if (tent) choose(tent.dataset.from === chosen ? "" : tent.dataset.from);
  if (goal && chosen) {
    const { verb, to } = goal.dataset;
    draft([`${verb} ${chosen} ${to}`]);
    choose("");
  }
  return tent || goal;
}
function drawCodes() {
  byId("ct-codes")?.setAttribute("aria-pressed", String(root.classList.contains("ct-coded")));
}
byId("table").addEventListener("click", ({ target }) => {
  pressTent(target);
  if (!target.closest("[data-codes]")) return;
  root.classList.toggle("ct-coded");
  drawCodes();
});
byId("table").addEventListener("keydown", (event) => {
  if (isPressKey(event) && pressTent(event.target)) event.preventDefault();
});
document.addEventListener("longtable:changed", () => {
  choose("");
  drawCodes();
});
