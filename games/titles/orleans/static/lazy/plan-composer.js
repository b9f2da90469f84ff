// Orléans: composes a plan of taps, and sends it as one list of moves. The server says which tiles fit
// a slot (data-fits, the best first); this module knows which of them are still free.

import { all, byId, drawAlways, setChosen } from "../../../js/dom.js";
import { showPreview } from "../../../js/play.js";

const root = () => byId("or-plan");
const slots = () => all("#or-mine [data-fits]");
const fits = (slot) => slot.dataset.fits.split(" ");
const card = (slot) => slot.closest("[data-place]");
const storageKey = (what) => `or-${what} ${location.pathname}`;
const load = (what) => JSON.parse(localStorage.getItem(storageKey(what)) ?? "[]");
const store = (what, value) => localStorage.setItem(storageKey(what), JSON.stringify(value));
let plan = []; // [tile, "place type" of its slot]
let round = "";
let chosen = "";

// What the plan leaves in my market: tile → count.
function remainingTiles() {
  const rest = new Map();
  const add = (tile, n) => rest.set(tile, (rest.get(tile) ?? 0) + n);
  for (const disc of all("#or-mine [data-tile]")) add(disc.dataset.tile, 1);
  for (const [tile] of plan) add(tile, -1);
  return rest;
}
// slot → its step of the plan
function stepsBySlot() {
  const found = new Map();
  for (const step of plan) found.set(slots().find((one) => one.dataset.slot === step[1] && !found.has(one)), step);
  return found;
}
const inTower = (slot) => slot.startsWith("gunpowder_tower ");
// The free tiles that fit a slot.
function usableTiles(slot, rest) {
  const isFull = plan.filter(([, one]) => inTower(one)).length >= Number(root().dataset.tower);
  return inTower(slot.dataset.slot) && isFull ? [] : fits(slot).filter((tile) => rest.get(tile) > 0);
}
// The steps that fill all these slots, or null.
/** @returns {[string, string][] | null} */
function fillSlots(free, rest) {
  const [slot, ...others] = free;
  if (!slot) return [];
  for (const tile of usableTiles(slot, rest)) {
    const more = fillSlots(others, new Map(rest).set(tile, rest.get(tile) - 1));
    if (more) return [[tile, slot.dataset.slot], ...more];
  }
  return null;
}
function fillPlace(place) {
  const mine = stepsBySlot();
  const here = slots().filter((slot) => card(slot) === place);
  const free = here.filter((slot) => !mine.has(slot));
  if (!free.length) plan = plan.filter(([, one]) => !here.some((slot) => slot.dataset.slot === one));
  const steps = place.querySelector("[data-none]") ? null : fillSlots(free, remainingTiles());
  if (steps) plan.push(...steps);
  else showPreview(root().dataset.missing.replace("%p", place.dataset.name));
}
function tapSlot(slot) {
  const step = stepsBySlot().get(slot);
  const [best, ...others] = usableTiles(slot, remainingTiles());
  if (step) {
    const later = new Set(fits(slot).slice(fits(slot).indexOf(step[0]) + 1));
    const next = chosen ? "" : [best, ...others].find((tile) => later.has(tile));
    if (next) step[0] = next;
    else plan.splice(plan.indexOf(step), 1);
  } else if (best) plan.push([best === chosen || others.includes(chosen) ? chosen : best, slot.dataset.slot]);
  chosen = "";
}

function drawSlots(mine, rest) {
  let more = root().hasAttribute("data-tech");
  for (const slot of slots()) {
    const step = mine.get(slot);
    const ways = step ? [] : usableTiles(slot, rest);
    const art = slot.querySelector(".or-tile-on-slot");
    if (step) art.firstElementChild.setAttribute("href", `${root().dataset.sprite}#${step[0]}`);
    art.toggleAttribute("hidden", !step);
    const { free } = slot.dataset;
    const called = step && document.querySelector(`#or-mine [data-tile="${step[0]}"]`)?.ariaLabel;
    slot.setAttribute("aria-label", step ? `${free.split(/[:：]/)[0]}: ${called}` : free);
    slot.classList.toggle("is-planned", Boolean(step));
    slot.classList.toggle("is-able", ways.length > 0);
    slot.classList.toggle("is-lit", ways.includes(chosen));
    more ||= ways.length > 0;
  }
  for (const market of all("[data-market]")) {
    const gone = plan.map(([tile]) => tile);
    let wanted = chosen;
    for (const disc of all("[data-tile]", market)) {
      const { tile } = disc.dataset;
      disc.disabled = gone.includes(tile);
      if (disc.disabled) gone.splice(gone.indexOf(tile), 1);
      const isChosen = !disc.disabled && tile === wanted;
      if (isChosen) wanted = "";
      setChosen(disc, isChosen);
    }
  }
  return more;
}
// Marks the places, and returns those that are ready.
function drawPlaces(mine) {
  return all("#or-mine [data-place]").filter((place) => {
    const here = all(".or-slot", place);
    const n = here.filter((slot) => mine.has(slot) || slot.matches(".is-filled, .is-ghost")).length;
    const whole = n > 0 && (n === here.length || "loose" in place.dataset);
    const useless = whole && "why" in place.dataset;
    const marks = { "is-some": n && !whole, "is-ready": whole && !useless, "is-useless": useless, "is-blocked": useless };
    for (const mark in marks) place.classList.toggle(mark, marks[mark]);
    return whole;
  });
}
function drawBar(ready, rest, more) {
  const { dataset } = root();
  const part = (query) => root().querySelector(query);
  const names = (key, what = key) => {
    const told = ready.filter((place) => key in place.dataset).map((place) => place.dataset[what]);
    return told.length ? told.join(", ") : "";
  };
  const idle = [...rest.values()].reduce((sum, n) => sum + n, 0);
  const said = ready.length ? dataset.ready.replace("%p", names("name")) : dataset.unready;
  part(".or-line").textContent = `${said} · ${dataset.idle.replace("%n", idle)}`;
  const done = part("[data-plan-done]");
  // If nothing else can be placed, the rules end the plan.
  done.dataset.move = JSON.stringify([...plan.map((step) => `place ${step.join(" ")}`), ...(more ? ["done"] : [])]);
  const warning = !ready.length
    ? dataset.none
    : (names("why") && dataset.useless.replace("%p", names("why", "name"))) ||
      (names("scarce") && dataset.scarce.replace("%p", names("scarce"))) ||
      ("last" in dataset ? dataset.sure : "");
  if (warning) done.dataset.final = warning;
  else delete done.dataset.final;
  part("[data-clear]").hidden = !plan.length;
  part("[data-suggests]").hidden = plan.length > 0 || dataset.suggest === "[]";
  part("[data-again]").hidden = plan.length > 0 || !load("last").length;
}
function draw() {
  if (!root()) return;
  const { key } = root().dataset;
  if (round !== key) plan = load("plan")[0] === key ? load("plan")[1] : [];
  round = key;
  // The stored plan is of another position.
  if (stepsBySlot().has(undefined) || [...remainingTiles().values()].some((n) => n < 0)) plan = [];
  const mine = stepsBySlot();
  const more = drawSlots(mine, remainingTiles());
  drawBar(drawPlaces(mine), remainingTiles(), more);
  store("plan", [key, plan]);
}

document.addEventListener("click", (event) => {
  const at = root() && event.target.closest?.("#or-mine :is([data-fits], [data-fill]), [data-tile], #or-plan button");
  if (!at) return;
  const { fits: fitting, fill: filling, tile, clear, suggests, again } = at.dataset;
  if (fitting) tapSlot(at);
  else if (tile) chosen = chosen === tile ? "" : tile;
  else if (filling !== undefined) fillPlace(card(at));
  else if (clear !== undefined) plan = [];
  else if (suggests !== undefined) plan = JSON.parse(root().dataset.suggest).map(([one, ...slot]) => [one, slot.join(" ")]);
  else if (again !== undefined) load("last").forEach((key) => fillPlace(document.querySelector(`#or-mine [data-place="${key}"]`)));
  else store("last", [...new Set(plan.map(([, slot]) => slot.split(" ")[0]))]);
  draw();
});
drawAlways(draw);
