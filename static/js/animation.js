// Animates what changed on the board. The name of a piece is the value of `data-piece`, or the
// pictures it uses. Pieces of one name are alike: each new one comes from the nearest that is gone, or
// is set down. Changed numbers (`data-count`) show the difference, and a gain flies in from its
// `data-source` (with `data-yields`, only after a throw). Dice (`data-throw`) tumble. The page holds
// the new position before anything moves. A press ends all animations, and still counts.

import { all, byId } from "./dom.js";
import { animate, finishAnimations, motionLevel } from "./motion.js";

const TOLERANCE = 4; // pixels, or units of a map: less is no move
const MAX_MOVES = 40; // at once; if more pieces move, none is animated
const OWN = { piece: 240, all: 400 }; // ms of one piece, and of all
const THEIRS = { piece: 420, all: 2500 };
const SEAT_DELAY = 160; // ms from one seat's pieces to the next's
const DROP = 18; // pixels from which a piece is set down
const MAX_LINES = 2; // entries of the log
const CAPTION_TIME = 2600; // ms

// Arithmetic

/**
 * The pieces that are new in their places: [piece, where it came from or null].
 *
 * @param {Place[]} before
 * @param {Place[]} now
 */
export function findMovedPieces(before, now) {
  /** @type {[Place, Place | null][]} */
  const found = [];
  for (const [name, places] of Map.groupBy(now, (place) => place.name)) {
    const gone = before.filter((place) => place.name === name);
    const fresh = places.filter((place) => {
      const stayed = gone.findIndex((old) => old.frame === place.frame && distance(old, place) < TOLERANCE);
      if (stayed >= 0) gone.splice(stayed, 1);
      return stayed < 0;
    });
    for (const place of fresh) found.push([place, takeNearest(gone, place)]);
  }
  return found;
}
const distance = (one, other) => Math.hypot(one.x - other.x, one.y - other.y);
const pixelsApart = (one, other) => Math.hypot(one.left - other.left, one.top - other.top);
function takeNearest(gone, place) {
  if (!gone.length) return null;
  const at = gone.reduce((best, old, n) => (pixelsApart(old, place) < pixelsApart(gone[best], place) ? n : best), 0);
  return gone.splice(at, 1)[0];
}

// Reading the page

const table = byId("table");

function nameOf(element) {
  const pictures = element.matches("use") ? [element] : all("use", element);
  return element.dataset.piece || pictures.map((one) => one.getAttribute("href")?.split("#")[1]).join(" ");
}

// The frame of a piece: its map, with units that pan and zoom do not change, or an element's id.
const frameOf = (element) => element.closest("[data-map]") ?? element.parentElement.closest("[id]");
function matrixOf(frame) {
  if (frame.matches("[data-map]")) return frame.getScreenCTM();
  const { left, top } = frame.getBoundingClientRect();
  return new DOMMatrix([1, 0, 0, 1, left, top]);
}

function places() {
  const scales = new Map();
  return all("[data-piece]", table).flatMap((element) => {
    if (!element.checkVisibility({ visibilityProperty: true })) return [];
    const box = element.getBoundingClientRect();
    const [left, top] = [box.left + box.width / 2, box.top + box.height / 2];
    const frame = frameOf(element);
    if (!scales.has(frame)) scales.set(frame, matrixOf(frame).inverse());
    const { x, y } = new DOMPoint(left, top).matrixTransform(scales.get(frame));
    return [{ name: nameOf(element), element, frame: frame.id, x, y, left, top }];
  });
}
// These places with their position on the screen now, after the page has changed.
function toScreen(places) {
  const scales = new Map();
  return places.map((place) => {
    const { frame, x, y } = place;
    if (!scales.has(frame)) {
      const found = byId(frame);
      scales.set(frame, found && matrixOf(found));
    }
    const scale = scales.get(frame);
    if (!scale) return place;
    const { x: left, y: top } = new DOMPoint(x, y).matrixTransform(scale);
    return { ...place, left, top };
  });
}
const countKey = (element) => `${element.closest("[id]").id} ${element.dataset.count}`;
const numberOf = (element) => Number(element.textContent.match(/-?\d+/)?.[0]);
const readCounts = () =>
  all("[data-count]", table).map((element) => ({
    element,
    key: countKey(element),
    number: numberOf(element),
  }));
const entries = () => all("#log-lines > [data-number]", table);

/** @type {any} the page before the change */
let before = null;
let isOwnMove = false;

/** Note where everything is, before the page changes; the next change is animated from there. */
export function captureBoard() {
  finishAnimations();
  if (document.hidden || table.dataset.skipsAnimation) return;
  const last = Number(entries()[0]?.dataset.number ?? 0);
  const page = { places: places(), counts: readCounts(), thrown: readThrow() };
  before = { ...page, last, isTurn: isTurn(), isOver: isOver() };
}

// Moving

/** @type {HTMLElement | null} */
let caption = null;

// A distance in pixels of the screen, in the units of an element.
function toUserUnits(element, dx, dy) {
  const matrix = element instanceof SVGGraphicsElement && element.ownerSVGElement && element.getScreenCTM();
  if (!matrix) return [dx, dy];
  const { a, b, c, d } = matrix.inverse();
  return [a * dx + c * dy, b * dx + d * dy];
}

const isSeen = ({ left, top }) => left >= 0 && left <= innerWidth && top >= 0 && top <= innerHeight;

function movePiece([place, from], pace, delay) {
  const { element } = place;
  if (motionLevel() === "brief" || !from) setDown(element, pace.piece, delay);
  else slide(element, from.left - place.left, from.top - place.top, pace.piece, delay);
}
function slide(element, right, down, duration, delay) {
  const [dx, dy] = toUserUnits(element, right, down);
  const start = { transform: `translate(${dx}px, ${dy}px)` };
  animate(element, [start, { transform: "none" }], duration, delay, { composite: "add" });
}
function setDown(element, duration, delay) {
  slide(element, 0, -DROP, duration, delay);
  animate(element, [{ opacity: 0 }, { opacity: 1 }], duration / 2, delay);
}

// Seat by seat, all within the time.
function movePieces(moves, pace) {
  const bySeat = Map.groupBy(moves, ([{ element }]) => element.closest("[data-seat]")?.dataset.seat ?? "");
  const step = Math.min(SEAT_DELAY, (pace.all - pace.piece) / Math.max(1, bySeat.size));
  [...bySeat.values()].forEach((some, turn) => some.forEach((move) => movePiece(move, pace, turn * step)));
}

function showGains(old) {
  const changed = [];
  const were = new Map(old.map(({ key, number }) => [key, number]));
  const gain = ({ key, number }) => number - were.get(key);
  for (const one of readCounts().filter((one) => gain(one) && one.element.checkVisibility())) {
    const [element, by] = [one.element, gain(one)];
    changed.push(element);
    const animation = animate(element, [{ scale: 1.35 }, { scale: 1 }], 700);
    if (!animation) continue;
    element.dataset.gain = by > 0 ? `+${by}` : `−${-by}`;
    animation.onfinish = () => delete element.dataset.gain;
  }
  return changed;
}

const readThrow = () => table.querySelector("[data-throw]")?.dataset.throw;

function tumble() {
  all("[data-throw] > *", table).forEach((die, n) => {
    const turn = n % 2 ? -320 : 280;
    animate(die, [{ rotate: `${turn}deg`, scale: 0.4 }, { rotate: "0deg", scale: 1 }], 420 + 80 * n);
  });
}

// Sounds go by material.
const materialOf = (element, usual) => element.closest("[data-sound]")?.dataset.sound ?? usual;
const isShownToMe = (element) => Boolean(element.closest("#dock, .is-me, [data-board]"));

// The newest lines of the log.
function showCaption(news) {
  caption?.remove();
  if (!news.length) return;
  const shown = Object.assign(document.createElement("div"), { className: "caption" });
  shown.setAttribute("aria-hidden", "true");
  for (const entry of news.slice(0, MAX_LINES).toReversed()) {
    const line = document.createElement("p");
    line.dataset.seat = entry.dataset.seat;
    line.textContent = all("p", entry).map((one) => (one.firstChild?.textContent ?? "").trim()).join(" ");
    shown.append(line);
  }
  table.append(shown);
  setTimeout(() => shown.remove(), CAPTION_TIME);
  caption = shown;
}

async function playEffects(line, isEnd, gained) {
  if (motionLevel() !== "full" || !(line || isEnd || gained.length)) return;
  const { flyNumber, showMoment, showResult } = await import("./lazy/effects.js");
  for (const [number, source] of gained) flyNumber(number, source, THEIRS.piece);
  if (isEnd) showResult();
  else if (line) showMoment(line);
}

const isOver = () => Boolean(document.querySelector(".result"));
const isTurn = () => Boolean(document.querySelector("#turn-bar.is-mine"));

function animateAll() {
  if (!before) return;
  const was = before;
  before = null;
  const pieces = findMovedPieces(toScreen(was.places), places());
  const moves = pieces.filter(([place, from]) => isSeen(place) || (from && isSeen(from)));
  if (moves.length <= MAX_MOVES) movePieces(moves, isOwnMove ? OWN : THEIRS);
  const sounds = new Set(moves.map(([{ element }]) => materialOf(element, "wood")));
  const isThrown = readThrow() !== was.thrown;
  const gained = [];
  for (const number of showGains(was.counts).filter(isShownToMe)) {
    sounds.add(materialOf(number, "coin"));
    const from = `[data-source="${number.dataset.count}"]${isThrown ? "" : ":not([data-yields])"}`;
    const source = number.dataset.gain?.startsWith("+") && table.querySelector(from);
    if (source) gained.push([number, source]);
  }
  if (isThrown) {
    tumble();
    sounds.add("dice");
  }
  const news = entries().filter((one) => Number(one.dataset.number) > was.last);
  if (!isOwnMove && motionLevel() !== "off") showCaption(news.filter((one) => one.dataset.seat));
  if (!was.isTurn && isTurn()) {
    animate(byId("prompt"), [{ translate: "-12px 0", opacity: 0 }, {}], 500);
    sounds.add("turn");
  }
  const isEnd = isOver() && !was.isOver;
  const [line] = news.flatMap((one) => all("[data-highlight]", one).toReversed());
  void playEffects(line, isEnd, gained);
  if (isEnd) sounds.add("end");
  else if (line) sounds.add("highlight");
  document.dispatchEvent(new CustomEvent("longtable:sounds", { detail: [...sounds] }));
  isOwnMove = false;
}

document.addEventListener("htmx:before:request", ({ detail: { ctx } }) => {
  if (ctx.target === table) isOwnMove = ctx.request.method === "POST";
});
document.addEventListener("htmx:before:swap", ({ detail: { ctx } }) => {
  if (ctx.target === table) captureBoard();
});
document.addEventListener("longtable:changed", animateAll);
for (const pressed of ["pointerdown", "keydown"]) {
  document.addEventListener(pressed, () => {
    finishAnimations();
    caption?.remove();
  }, true);
}
