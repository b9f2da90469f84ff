// Puerto Rico: places workers with a few taps, and marks what changed. The rules stay on the server: this
// module sends the list of moves that leads to the wanted circles.

import { all } from "../../js/dom.js";
import { setMoves } from "../../js/play.js";

const placing = () => document.querySelector("[data-placing]");
/** @returns {HTMLButtonElement[]} */
const circles = () => all(".pr [data-circle]");
const isPressed = (circle) => circle.getAttribute("aria-pressed") === "true";

/** @type {{ start: string, at: Map<string, number> } | null} unsent workers by slot, for one start position */
let wanted = null;

// The placement on the server: each slot with its size and workers, the pool, and the fixed slots.
function readState(bar) {
  const slots = new Map();
  for (const circle of circles()) {
    const slot = slots.get(circle.dataset.circle) ?? { size: 0, at: 0 };
    slot.size += 1;
    slot.at += circle.dataset.was === "true" ? 1 : 0;
    slots.set(circle.dataset.circle, slot);
  }
  return { slots, pool: Number(bar.dataset.pool), fixed: fixedIn(bar), done: false };
}

const fixedIn = (bar) => new Set(bar.dataset.fixed.split(" ").filter(Boolean));

// The moves that the rules list (rules 5.5), to know which ones they play automatically.
function listMoves(state) {
  const open = [...state.slots].filter(([key]) => !state.fixed.has(key));
  const free = open.reduce((sum, [, slot]) => sum + slot.size - slot.at, 0);
  const moves = [];
  for (const [key, slot] of open) {
    for (let n = 0; n <= slot.size; n += 1) {
      const left = state.pool + slot.at - n;
      if (n !== slot.at && left >= 0 && left <= free - (slot.size - slot.at)) {
        moves.push([key, n]);
      }
    }
  }
  if (state.pool === 0) moves.push(["", 0]);
  return moves;
}

function placeWorkers(state, key, n) {
  if (!key) {
    state.done = true;
    return;
  }
  const slot = state.slots.get(key);
  state.pool += slot.at - n;
  slot.at = n;
  state.fixed.add(key);
}

// The moves that lead to the wanted numbers: first the slots that lose workers, then the others.
// The rules play the only possible move automatically, so it must not be sent.
function movesTo(state, target) {
  const keys = [...target.keys()];
  const change = (key) => target.get(key) - state.slots.get(key).at;
  const order = [...keys.filter((key) => change(key) < 0), ...keys.filter((key) => change(key) > 0)];
  const moves = [];
  const settle = () => {
    for (let only = listMoves(state); !state.done && only.length === 1; only = listMoves(state)) {
      placeWorkers(state, ...only[0]);
    }
  };
  for (const key of order) {
    if (state.done || change(key) === 0) continue;
    moves.push(`staff ${key} ${target.get(key)}`);
    placeWorkers(state, key, target.get(key));
    settle();
  }
  if (!state.done) moves.push("done");
  return moves;
}

function readCircles() {
  const at = new Map();
  for (const circle of circles()) {
    const key = circle.dataset.circle ?? "";
    at.set(key, (at.get(key) ?? 0) + Number(isPressed(circle)));
  }
  return at;
}

// Barrels by good in a craftsman phase (rules 5.6): limited by workers on fields and in buildings.
function barrelsOf(bar, at) {
  const makers = JSON.parse(bar.dataset.makers);
  return (good) => {
    const growing = at.get(good) ?? 0;
    if (good === "corn") return growing;
    const making = (makers[good] ?? []).reduce((sum, key) => sum + (at.get(key) ?? 0), 0);
    return Math.min(growing, making);
  };
}

function setText(thing, text) {
  if (thing.textContent !== text) thing.textContent = text;
}

// Updates all places that show the production of my island.
function showProduction(barrels) {
  for (const output of all(".pr-mine [data-made], [data-placing] [data-made]")) {
    const n = barrels(output);
    output.hidden = n === 0;
    setText(output.querySelector("[data-n]"), String(n));
  }
}

// Draws the wanted placement. It is idempotent, and called after each change of the page.
function draw() {
  const bar = placing();
  if (!bar) {
    wanted = null;
    showProduction((output) => Number(output.querySelector("[data-n]").dataset.n));
    return;
  }
  if (wanted && wanted.start !== bar.dataset.placing) wanted = null;
  const fixed = fixedIn(bar);
  const filled = new Map();
  let left = Number(bar.dataset.pool);
  for (const circle of circles()) {
    const key = circle.dataset.circle ?? "";
    const number = filled.get(key) ?? 0;
    filled.set(key, number + 1);
    const was = circle.dataset.was === "true";
    const on = wanted ? number < (wanted.at.get(key) ?? 0) : was;
    circle.setAttribute("aria-pressed", String(on));
    circle.classList.toggle("is-ghost", on !== was);
    circle.disabled = fixed.has(key);
    left += Number(was) - Number(on);
  }
  for (const circle of circles()) {
    circle.classList.toggle("is-lit", left > 0 && !isPressed(circle) && !circle.disabled);
  }
  for (const output of all("[data-pool-left]")) setText(output, String(left));
  const at = readCircles();
  const barrels = barrelsOf(bar, at);
  showProduction((output) => barrels(output.dataset.made));
  setMoves(bar.querySelector("[data-placing-done]"), left ? [] : movesTo(readState(bar), at));
  /** @type {HTMLElement} */ (bar.querySelector("[data-placing-reset]")).hidden = wanted === null;
}

function toggle(circle) {
  const at = readCircles();
  const key = circle.dataset.circle ?? "";
  const spare = Number(document.querySelector("output[data-pool-left]")?.textContent);
  const on = isPressed(circle);
  if (!on && spare === 0) return;
  at.set(key, at.get(key) + (on ? -1 : 1));
  wanted = { start: placing()?.dataset.placing ?? "", at };
  draw();
}

document.addEventListener("click", (event) => {
  const target = event.target.closest?.(".pr [data-circle], [data-placing-reset]");
  if (!target || !placing()) return;
  if (!target.matches("[data-placing-reset]")) return void toggle(target);
  wanted = null;
  draw();
});

// What changed since my last visit: the board lists the keys, and the elements have them.
function markNews() {
  const board = document.querySelector("[data-news-of]");
  if (!board) return;
  /** @type {any} */
  const pairs = board.dataset.newsOf?.split(" ").map((one) => one.split("@"));
  /** @type {Map<string, string>} */
  const news = new Map(pairs);
  for (const thing of all("[data-news]", board)) {
    const key = thing.dataset.news;
    thing.classList.toggle("is-new", news.has(key));
    const seat = news.get(key);
    if (seat) thing.dataset.seat = seat;
    else delete thing.dataset.seat;
  }
}

// The page is morphed in place, so draw the wanted placement again.
const update = () => {
  draw();
  markNews();
};
for (const name of ["htmx:after:swap", "htmx:after:settle"]) document.addEventListener(name, update);
update();
