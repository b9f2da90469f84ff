// Turns and places my tile before the move is sent. lazy/features.js highlights features. Everything
// that this module draws is drawn again after each change.

import { all, byId, drawAlways, isPressKey } from "../../js/dom.js";
import { findMap } from "../../js/map.js";
import { showPreview } from "../../js/play.js";

const TILE = 100;
const TURN_SCALE = 0.6; // pixels a unit at which the turn of a tile is visible
const [MIN_SCALE, MAX_SCALE] = [1, 1.8]; // pixels a unit while a piece is placed
const svg = () => byId("carc-map");
/** @returns {any} */
const board = () => document.querySelector(".carc");
const boardMap = () => findMap(svg());
const numbers = (text) => text.split(/[ ,_]/).map(Number);
const corner = ([x, y]) => [x * TILE, -y * TILE, TILE, TILE];
function set(one, name, value) {
  if (one.getAttribute(name) !== value) one.setAttribute(name, value);
}
function showBox(box, least = 0) {
  const { view } = boardMap();
  if (view.scale >= least && boardMap().isInView(box)) return;
  boardMap().show({ x: box[0] + 50, y: box[1] + 50, scale: Math.max(view.scale, least) }, true);
}

// My tile: which of my hand, its turn and its place

let tile = "";
let turn = 0;
let ghost = ""; // "x,y"
const CELL = ".carc-cell[data-fits]";
const handTiles = () => all("button.carc-held");
// The ways to place my tile at a cell.
function placements(cell) {
  return JSON.parse(cell?.dataset.fits ?? "[]")
    .filter((row) => row[1] === tile)
    .map(([move, , turned, total, preview, isFinal]) => ({ move, turn: turned, total, preview, isFinal }));
}
const ghostPlacements = () => placements(byId(`c${ghost.replace(",", "_")}`));
const chosen = () => ghostPlacements().find((placement) => placement.turn === turn);

function placeGhost(cell) {
  const [first] = placements(cell);
  ghost = cell.dataset.cell;
  if (!chosen()) turn = first.turn;
  draw();
  showBox(corner(numbers(ghost)), TURN_SCALE);
}
function rotate() {
  const mine = handTiles().find((one) => one.dataset.tile === tile);
  if (!mine) return;
  const turns = ghost ? ghostPlacements().map((placement) => placement.turn) : numbers(mine.dataset.turns);
  turn = turns[(turns.indexOf(turn) + 1) % turns.length];
  draw();
}
function choose({ dataset }) {
  if (dataset.tile === tile) rotate();
  else {
    tile = dataset.tile;
    turn = 0;
    draw();
  }
}
function removeGhost() {
  ghost = "";
  draw();
}

function draw() {
  const hand = handTiles();
  if (!hand.some((one) => one.dataset.tile === tile)) {
    tile = hand[0]?.dataset.tile ?? "";
    turn = 0;
  }
  if (!chosen()) ghost = "";
  const cells = all(CELL);
  const every = cells.flatMap(placements);
  if (every.length && !every.some((placement) => placement.turn === turn)) turn = every[0].turn;
  const mine = hand.find((one) => one.dataset.tile === tile);
  for (const one of hand) {
    set(one, "aria-pressed", String(one === mine));
    set(one.querySelector("use"), "transform", `rotate(${one === mine ? turn : 0} 50 50)`);
  }
  for (const cell of cells) drawCell(cell);
  drawGhost(chosen());
  if (mine) drawButtons(chosen(), every.length > 0);
}
function drawCell(cell) {
  const open = placements(cell);
  const here = open.find((placement) => placement.turn === turn);
  cell.classList.toggle("is-off", !open.length || cell.dataset.cell === ghost);
  cell.classList.toggle("is-lit", Boolean(here));
  cell.classList.toggle("is-alternative", !here);
  const { total = "", preview = "" } = here ?? open[0] ?? {};
  set(cell, "data-preview", preview);
  set(cell, "aria-label", `${cell.dataset.label}: ${total} ${preview}`);
  cell.lastElementChild.textContent = total;
}
function drawGhost(placement) {
  const group = byId("carc-ghost");
  group.classList.toggle("is-off", !placement);
  group.toggleAttribute("data-lit", Boolean(placement));
  delete group.dataset.cell;
  if (!placement) return;
  const [art, total] = group.children;
  set(group, "transform", `translate(${corner(numbers(ghost)).slice(0, 2)})`);
  Object.assign(group.dataset, { cell: ghost, turn, preview: placement.preview });
  set(art, "transform", `rotate(${turn} 50 50)`);
  set(art.firstElementChild, "href", `${board().dataset.sprite}#${tile}`);
  total.textContent = placement.total;
  set(group, "aria-label", `${group.dataset.label}: ${placement.total} ${placement.preview}`);
}
function drawButtons(placement, isFitting) {
  const place = byId("carc-place");
  place.disabled = !placement;
  byId("carc-drop").hidden = !placement;
  byId("carc-message").textContent = isFitting ? "" : byId("carc-message").dataset.none;
  place.value = placement?.move ?? "";
  place.dataset.preview = placement?.preview ?? "";
  if (placement?.isFinal) place.dataset.final = place.dataset.sure;
  else delete place.dataset.final;
  showPreview(place.dataset.preview);
}

// The extent of features: a module that loads with the first look at one

/** @type {Promise<typeof import("./lazy/features.js")> | null} */
let features = null;
function withFeatures(then) {
  features ??= import("./lazy/features.js").then((module) => module.loadRegions().then(() => module));
  void features.then((module) => svg() && then(module));
}
const describe = (ask) => withFeatures((shown) => shown.describe(ask(shown)));
const describeAt = ({ clientX, clientY }) => describe((shown) => shown.segmentAt(clientX, clientY));
const clearDescription = () => features && describe(() => "");
const showFarms = () => withFeatures((shown) => shown.toggleFarms());

// Pointers and keys

let frame = 0;
document.addEventListener("pointermove", (event) => {
  if (event.pointerType !== "mouse" || !svg()) return;
  cancelAnimationFrame(frame);
  frame = requestAnimationFrame(() => {
    if (event.target.closest?.("#carc-map") && !event.target.closest("[role=button]")) describeAt(event);
    else clearDescription();
  });
});
document.addEventListener("click", (event) => {
  const at = (selector) => event.target.closest?.(selector);
  if (!svg()) return;
  if (at(CELL)) placeGhost(at(CELL));
  else if (at("button.carc-held")) choose(at("button.carc-held"));
  else if (at("#carc-ghost")) rotate();
  else if (at("#carc-drop")) removeGhost();
  else if (at("#carc-farms")) showFarms();
  else if (at("[data-place]")) {
    const { place } = at("[data-place]").dataset;
    showBox(corner(numbers(place)));
    svg().scrollIntoView({ block: "nearest" });
    describe(() => place);
  } else if (at("#carc-map") && !at("[role=button]")) describeAt(event);
});
document.addEventListener("keydown", (event) => {
  const { target, key } = event;
  if (!svg() || event.ctrlKey || event.metaKey || event.altKey) return;
  if (target.closest?.("input:not([type=radio]), textarea, select")) return;
  const isPress = isPressKey(event);
  if (isPress && target.matches?.(CELL)) {
    placeGhost(target);
    byId("carc-place").focus();
  } else if ((isPress && target.id === "carc-ghost") || key.toLowerCase() === "r") rotate();
  else if (key.toLowerCase() === "f") showFarms();
  else {
    if (key === "Escape") removeGhost();
    return;
  }
  event.preventDefault();
});

// Shows what my new tile joins while a piece is placed, and then the former view again.

/** @type {any} */
let before = null;
let focused = "";
function followFocus() {
  const focus = board().dataset.decision === "piece" ? svg().dataset.focus : "";
  if (focus === focused) return;
  focused = focus;
  if (focus) before ??= { ...boardMap().view, wasMoved: boardMap().wasMoved };
  boardMap().closeUp = focus ? { box: numbers(focus), least: MIN_SCALE, most: MAX_SCALE } : null;
  if (focus || !before.wasMoved) boardMap().showResting();
  else boardMap().show(before, true);
  if (!focus) before = null;
}
const onZoom = ({ svg: map, view }) => map.style.setProperty("--pixel", 1 / view.scale);
function update() {
  if (!svg()) return;
  boardMap().onChange(onZoom);
  onZoom(boardMap());
  clearDescription();
  if (features) withFeatures((shown) => shown.drawFarms());
  followFocus();
}
document.addEventListener("longtable:changed", () => setTimeout(update));
drawAlways(() => svg() && draw());
update();
