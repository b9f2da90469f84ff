// Since my last move: the panel with all details, the place of each line on the board, and a replay of
// the moves on the board. A replay sets the current board aside, so nothing can be played meanwhile;
// stopping it brings the board back.

import { captureBoard } from "../animation.js";
import { all, byId } from "../dom.js";
import { isCalm } from "../motion.js";

const FIRST_PAUSE = 400; // ms
const panel = () => byId("since-last-move-details");
/** @returns {any} */
const part = (name) => panel().querySelector(`[data-replay="${name}"]`);
const positions = new Map(); // number of a move → the position after it
let loadedFor = ""; // the value of `seen` for which the panel was loaded

const seen = () => byId("since-last-move")?.dataset.seen ?? "";

// The panel

async function loadPanel(address) {
  if (loadedFor === seen() && panel().firstElementChild) return true;
  const answer = await fetch(address, { headers: { "HX-Request": "true" } });
  if (!answer.ok) {
    location.assign(address);
    return false;
  }
  panel().innerHTML = await answer.text();
  loadedFor = seen();
  return true;
}

function setOpen(is) {
  panel().hidden = !is;
  byId("since-last-move-open")?.setAttribute("aria-expanded", is);
}

async function togglePanel(opener) {
  if (!panel().hidden) return void setOpen(false);
  if (!await loadPanel(opener.href)) return;
  setOpen(true);
  panel().focus({ preventScroll: true });
}

// The place on the board

function flash(places) {
  places[0].scrollIntoView({ block: "center", behavior: isCalm() ? "auto" : "smooth" });
  for (const place of places) {
    place.classList.remove("is-flashing");
    requestAnimationFrame(() => place.classList.add("is-flashing"));
  }
}

function showOnBoard(line) {
  const { movedBy, zoneShown } = line.dataset;
  const zone = zoneShown && byId(zoneShown);
  const seat = CSS.escape(movedBy ?? "");
  const places = zone ? [zone] : all(`[data-board] .is-new[data-by="${seat}"]`);
  if (places.length) flash(places);
  else if (line.hash) location.hash = line.hash;
}

// The replay

/** @type {number | null} */
let at = null; // the board shows the position after this move; null: the current one
/** @type {Node[]} */
let currentBoard = []; // nodes of the current board during a replay
let timer = 0;

const summary = () => /** @type {HTMLElement} */ (panel().querySelector(".since-last-move-details"));
const firstMove = () => Number(summary().dataset.from);
const lastMove = () => Number(summary().dataset.to);

function swapBoard(nodes) {
  const gone = [];
  for (let next = panel().nextSibling; next; next = panel().nextSibling) {
    gone.push(next);
    next.remove();
  }
  panel().after(...nodes);
  return gone;
}
function announceChange() {
  document.dispatchEvent(new CustomEvent("longtable:changed"));
}

async function positionAfter(number) {
  if (!positions.has(number)) {
    const url = `${summary().dataset.step}?move=${number}`;
    const answer = await fetch(url, { headers: { "HX-Request": "true" } });
    if (!answer.ok) throw new Error(answer.statusText);
    const page = document.createElement("template");
    page.innerHTML = await answer.text();
    const board = page.content.getElementById("board");
    positions.set(number, { board, text: board?.dataset.text });
  }
  return positions.get(number);
}

function showPosition({ board }) {
  captureBoard();
  const nodes = swapBoard([...board.cloneNode(true).childNodes]);
  if (!currentBoard.length) currentBoard = nodes;
  announceChange();
  const news = all("[data-board] .is-new").find((one) => one.checkVisibility());
  news?.scrollIntoView({ block: "nearest", behavior: "auto" });
}

async function step(by) {
  const number = Math.min(Math.max((at ?? firstMove() - by) + by, firstMove()), lastMove());
  let found;
  try {
    found = await positionAfter(number);
  } catch {
    return void stopReplay();
  }
  if (panel().hidden) return;
  at = number;
  showPosition(found);
  const [position, text] = [part("position"), part("text")];
  position.textContent = String(number - firstMove());
  text.textContent = number === firstMove() ? text.dataset.start : found.text;
  part("previous").disabled = number === firstMove();
  part("next").disabled = number === lastMove();
  if (number < lastMove()) positionAfter(number + 1).catch(() => {});
}

function pause() {
  clearTimeout(timer);
  timer = 0;
  part("play")?.setAttribute("aria-pressed", "false");
}
function play() {
  part("play").setAttribute("aria-pressed", "true");
  const next = async () => {
    if (at === lastMove()) return void stopReplay();
    await step(1);
    if (timer) timer = setTimeout(next, Number(part("speed").value));
  };
  timer = setTimeout(next, FIRST_PAUSE);
}

async function startReplay(opener) {
  if (at !== null) return void stopReplay();
  if (!await loadPanel(opener.dataset.detailsUrl)) return;
  panel().hidden = false;
  panel().classList.add("is-replaying");
  /** @type {HTMLElement} */ (panel().querySelector(".replay")).hidden = false;
  part("play").hidden = part("speed").parentElement.hidden = isCalm();
  await step(0);
  part(isCalm() ? "next" : "play").focus({ preventScroll: true });
  if (!isCalm()) play();
}

function restoreBoard() {
  if (currentBoard.length) swapBoard(currentBoard);
  currentBoard = [];
}
function stopReplay() {
  pause();
  restoreBoard();
  at = null;
  const bar = panel().querySelector(".replay");
  if (bar) bar.hidden = true;
  panel().classList.remove("is-replaying");
  setOpen(false);
  announceChange();
  byId("prompt")?.focus({ preventScroll: true });
}

const ACTIONS = {
  previous: () => void (pause(), step(-1)),
  next: () => void (pause(), step(1)),
  play: () => (timer ? pause() : at === lastMove() ? stopReplay() : play()),
  stop: stopReplay,
};
document.addEventListener("click", (event) => {
  ACTIONS[event.target.closest("button[data-replay]")?.dataset.replay]?.();
});
const KEYS = { ArrowLeft: ACTIONS.previous, ArrowRight: ACTIONS.next, Escape: stopReplay };
document.addEventListener("keydown", (event) => {
  if (at === null || !KEYS[event.key] || event.altKey || event.ctrlKey || event.metaKey) return;
  if (event.target.closest("input, select, textarea")) return;
  event.preventDefault();
  event.stopPropagation();
  KEYS[event.key]();
}, true);

// The page can be replaced during a replay.

const isTable = (event) => event.detail.ctx.target?.id === "table";
document.addEventListener("htmx:before:swap", (event) => {
  if (isTable(event)) restoreBoard();
});
document.addEventListener("htmx:after:swap", (event) => {
  if (!isTable(event)) return;
  if (at !== null && seen() === loadedFor) showPosition(positions.get(at));
  else if (at !== null) stopReplay();
  else if (seen() !== loadedFor) setOpen(false);
});

/** @param {any} pressed a line of the news, or a button for all of them */
export function showSinceLastMove(pressed) {
  if (pressed.id === "since-last-move-open") togglePanel(pressed);
  else if (pressed.id === "since-last-move-replay") startReplay(pressed);
  else showOnBoard(pressed);
}
