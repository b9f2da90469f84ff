// Steps through a match without loading pages. Positions are fetched and cached, each as only the chunks
// that no cached one has (games/boards/page_chunks.py), and the next ones are prefetched. The page
// always ends at the position that was requested last. Without this script the controls are links.

import { byId } from "./dom.js";
import { isCalm } from "./motion.js";
import { haveHeader, parseHtml, readChunks, replaceStubs } from "./page-chunks.js";

const PREFETCH = 8; // positions
const FAST_STEP = 250; // ms: a step that follows so soon is not animated
const SETTLE_TIME = 300; // ms without a step, after which the move is announced and the address changes
const HASH = /data-h="([\w-]{8})"/g;
const STEPS = { ArrowLeft: "previous", ArrowRight: "next", Home: "first", End: "last" };

const [viewer, table, range, playButton, lines] = ["viewer", "table", "viewer-range", "viewer-play", "viewer-lines"].map(byId);
const last = Number(viewer.dataset.last);
let at = Number(viewer.dataset.at); // the board is shown after this move
let wanted = at;
let direction = 1; // 1 or -1
let viewedSeat = viewer.dataset.viewedSeat;

// The cache

/** @type {Map<string, string>} hash → HTML of a chunk of any position */
const chunks = new Map();
/** @type {Map<number, string>} move → HTML of the board after it, known chunks as stubs */
let positions = new Map();
/** @type {Map<number, Promise<void>>} */
let requests = new Map();

function cachePosition(number, text) {
  for (const [hash, html] of readChunks(parseHtml(text))) chunks.set(hash, html);
  positions.set(number, text);
}

// The hashes of the nearest cached position, which shares most chunks.
function knownParts(number) {
  const near = [...positions.keys()].toSorted((one, other) => Math.abs(one - number) - Math.abs(other - number));
  const text = positions.get(near[0]) ?? "";
  return haveHeader([...text.matchAll(HASH)].map(([, hash]) => hash));
}

const hasOpenFold = () => Boolean(table.querySelector("[data-in-words][open]"));
function query(number, words = false) {
  const asked = new URLSearchParams({ move: number });
  if (viewedSeat !== viewer.dataset.own) asked.set("seat", viewedSeat);
  if (words) asked.set("words", "1");
  return `?${asked}`;
}

async function fetchPosition(number) {
  const into = positions;
  const address = viewer.dataset.step + query(number, hasOpenFold()) + viewer.dataset.comments;
  const headers = { "HX-Request": "true", "X-Have": knownParts(number) };
  const answer = await fetch(address, { headers });
  if (!answer.ok) throw new Error(answer.statusText, { cause: answer });
  const text = await answer.text();
  if (into === positions) cachePosition(number, text);
}
function ensurePosition(number) {
  if (positions.has(number)) return;
  if (!requests.has(number)) {
    const among = requests;
    among.set(number, fetchPosition(number).finally(() => among.delete(number)));
  }
  return requests.get(number);
}
function clearPositions() {
  positions = new Map();
  requests = new Map();
}

let isPrefetching = false;
const nextMissing = () =>
  Array.from({ length: PREFETCH }, (_none, n) => at + direction * (n + 1)).find((n) => n >= 0 && n <= last && !positions.has(n));
async function prefetch() {
  const next = isPrefetching ? undefined : nextMissing();
  if (next === undefined) return;
  isPrefetching = true;
  try {
    await ensurePosition(next);
  } catch {
    return; // a step to that position reports the error
  } finally {
    isPrefetching = false;
  }
  void prefetch();
}

// Showing a position

let shownAt = 0;
async function show(number) {
  const text = replaceStubs(positions.get(number) ?? "", (hash) => chunks.get(hash) ?? "");
  const now = performance.now();
  table.dataset.skipsAnimation = Math.abs(number - at) > 1 || now - shownAt < FAST_STEP ? "yes" : "";
  shownAt = now;
  at = number;
  await htmx.swap({ sourceElement: table, target: table, text, swap: "innerMorph" });
  document.dispatchEvent(new CustomEvent("longtable:changed"));
  announceMove();
  void prefetch();
}

let announceTimer = 0;
function announceMove() {
  const { text = "", by: seat } = byId("board").dataset;
  const mark = viewer.querySelector(".viewer-text-line .seat-mark");
  mark.hidden = seat === undefined;
  mark.dataset.seat = seat;
  viewer.querySelector(".viewer-count").textContent = `${at}/${last}`;
  viewer.querySelector(".viewer-text").textContent = text;
  range.value = at;
  updateLinks();
  highlightLogEntry();
  clearTimeout(announceTimer);
  announceTimer = setTimeout(() => {
    const told = viewer.dataset.moveText.replace("{n}", at).replace("{total}", last).replace("{text}", text);
    byId("viewer-announcement").textContent = told;
    history.replaceState(history.state, "", query(at));
  }, SETTLE_TIME);
}

// The links also work in a new window.
function updateLinks() {
  for (const [name, to] of Object.entries({ first: 0, previous: at - 1, next: at + 1, last })) {
    const isEnabled = to !== at && to >= 0 && to <= last;
    const link = byId(`viewer-${name}`);
    if (isEnabled) link.href = query(to);
    else link.removeAttribute("href");
    link.toggleAttribute("aria-disabled", !isEnabled);
    if (isEnabled) link.removeAttribute("role");
    else link.setAttribute("role", "link");
  }
  for (const link of viewer.querySelectorAll("a[data-viewed-seat]")) {
    link.href = `?move=${at}&seat=${link.dataset.viewedSeat}`;
    link.toggleAttribute("aria-current", link.dataset.viewedSeat === viewedSeat);
  }
  for (const field of viewer.querySelectorAll('[type="hidden"][name="move"]')) field.value = at;
}

function highlightLogEntry() {
  lines.querySelector("[aria-current]")?.removeAttribute("aria-current");
  const line = lines.querySelector(`[data-number="${at}"]:not(.system-line)`);
  line?.firstElementChild.setAttribute("aria-current", "step");
  if (!line || line.hidden) return;
  const [box, shown] = [line.getBoundingClientRect(), lines.getBoundingClientRect()];
  if (box.top < shown.top || box.bottom > shown.bottom) lines.scrollTop += box.top - (shown.top + shown.bottom) / 2;
}

async function showWanted() {
  const next = wanted;
  direction = Math.sign(next - at) || direction;
  if (!positions.has(next)) table.setAttribute("aria-busy", "true"); // set only now, because it changes styles
  await ensurePosition(next);
  if (positions.has(next)) await show(next);
  if (wanted !== at || !positions.has(at)) await showWanted();
}

let isGoing = false;
async function go(number) {
  wanted = Math.min(last, Math.max(0, number));
  if (isGoing) return;
  isGoing = true;
  try {
    if (wanted !== at || !positions.has(at)) await showWanted();
  } catch (error) {
    if (error instanceof Error && error.cause) location.assign(query(wanted)); // that page says what is wrong
    viewer.querySelector(".viewer-text").textContent = viewer.dataset.offline;
    wanted = range.value = at;
    stopPlaying();
  } finally {
    isGoing = false;
    table.removeAttribute("aria-busy");
  }
}

// Playing automatically

let timer = 0;
function stopPlaying() {
  clearTimeout(timer);
  timer = 0;
  playButton.setAttribute("aria-pressed", "false");
}
function play() {
  playButton.setAttribute("aria-pressed", "true");
  const next = async () => {
    await go(at + 1);
    if (at === last) stopPlaying();
    else if (timer) timer = setTimeout(next, Number(byId("viewer-speed").value));
  };
  timer = setTimeout(next);
  if (at === last) wanted = at = -1;
}

// Controls

function goManually(number) {
  stopPlaying();
  void go(number);
}
const targets = { first: () => 0, previous: () => wanted - 1, next: () => wanted + 1, last: () => last };

document.addEventListener("keydown", (event) => {
  const target = targets[STEPS[event.key]];
  if (!target || event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
  if (event.target.closest("input, select, textarea, dialog")) return;
  event.preventDefault();
  goManually(target());
});
viewer.addEventListener("click", (event) => {
  const link = event.target.closest('a[href^="?move="]');
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  if (link.dataset.viewedSeat && link.dataset.viewedSeat !== viewedSeat) {
    viewedSeat = link.dataset.viewedSeat;
    clearPositions();
  }
  goManually(targets[link.id.replace("viewer-", "")]?.() ?? Number(new URLSearchParams(link.search).get("move")));
});
range.addEventListener("input", () => goManually(Number(range.value)));
playButton.addEventListener("click", () => (timer ? stopPlaying() : play()));
table.addEventListener("toggle", ({ target }) => {
  if (!target.matches("[data-in-words]") || !target.querySelector("[data-unloaded]")) return;
  clearPositions();
  void go(at);
}, true);

const filter = byId("viewer-filter");
filter.addEventListener("change", () => {
  const { player, kind } = Object.fromEntries(new FormData(filter));
  for (const line of lines.children) {
    const { seat, kinds = "" } = line.dataset;
    line.hidden = (player !== "" && player !== seat) || (kind !== "" && !kinds.split(" ").includes(kind));
  }
  highlightLogEntry();
});

cachePosition(at, table.innerHTML);
playButton.hidden = viewer.querySelector(".viewer-speed").hidden = isCalm();
highlightLogEntry();
void prefetch();
