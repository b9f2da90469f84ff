// The page of a table: receives the table's version on a socket, fetches the page's part when it is
// out of date, and shows a lost connection. The page works without this script, less conveniently.

import { byId } from "./dom.js";
import { isCalm } from "./motion.js";
import { haveHeader, parseHtml, readChunks, replaceStubs } from "./page-chunks.js";

const table = byId("table");
const RETRY_FIRST = 500;
const RETRY_MAX = 15000;
const REPORT_EVERY = 30000;
const REFRESH_EVERY = 60000;
const ACTIVITY_EVERY = 10000;
const SCROLL_TIME = 1000;
const MAX_PRESS = 3000;

const position = () => byId("position")?.dataset ?? {};
const version = () => Number(position().version ?? 0);
const since = () => position().since ?? "";
const newestMessage = () => Number(byId("chat-messages")?.dataset.newest);
const openFold = () => document.querySelector("[data-in-words][open]");
let known = version();
let fetching = false;
let isRefreshDue = false; // requested while a request was in flight
let updated = Promise.resolve(); // resolves when all scripts know the newest part
/** @type {WebSocket | null} */
let socket = null;
let retry = RETRY_FIRST;

// Updates wait while a finger is down: otherwise another thing could lie under it, or the pressed one
// could be gone. The response to one's own request does not wait.

let lifted = Promise.resolve();
document.addEventListener("pointerdown", () => {
  lifted = new Promise((done) => {
    const up = () => setTimeout(done); // after its click
    addEventListener("pointerup", up, { once: true });
    addEventListener("pointercancel", up, { once: true });
    setTimeout(done, MAX_PRESS);
  });
});

// Fetching the part of the page that changes

/** Fetch the part of the page that moves change. Resolves when all scripts know it. */
export async function refresh() {
  isRefreshDue = fetching;
  if (fetching) return;
  fetching = true;
  try {
    const url = `${table.dataset.fragment}?since=${since()}${openFold() ? "&words=1" : ""}`;
    const before = position().status;
    await lifted;
    await htmx.ajax("GET", url, { target: table, swap: "innerMorph" });
    if (table.dataset.reloads && position().status !== before) location.reload();
  } catch {
    setOffline(true);
  } finally {
    fetching = false;
  }
  if (isRefreshDue) refresh();
  else if (version() < known) setTimeout(catchUp, RETRY_FIRST);
  else reportPage();
  await updated;
}

// Chunks of the page: what the server need not send again

let chunks = readChunks(table);
const isOfTable = (request) => request.target === table;
const knownChunks = () => haveHeader([...chunks.keys()]);

/** @returns {string | null} the HTML with its stubs filled; null if a chunk is missing */
function fillStubs(text) {
  const found = readChunks(parseHtml(text));
  let isIncomplete = false;
  const filled = replaceStubs(text, (hash) => {
    const html = chunks.get(hash) ?? found.get(hash);
    if (html === undefined) isIncomplete = true;
    else found.set(hash, html);
    return html;
  });
  chunks = isIncomplete ? new Map() : found;
  return isIncomplete ? null : filled;
}

document.addEventListener("htmx:config:request", ({ detail: { ctx } }) => {
  if (isOfTable(ctx) && chunks.size) ctx.request.headers["X-Have"] = knownChunks();
});
document.addEventListener("htmx:after:request", (event) => {
  const { ctx } = event.detail;
  if (!isOfTable(ctx)) return;
  const text = fillStubs(ctx.text);
  if (text === null) {
    event.preventDefault();
    isRefreshDue = true;
  } else ctx.text = text;
});

// The socket pushes HTML while it knows what this page has (`reportPage`). A push that is older than
// another response lacks my newest draft, so it is dropped.

const VERSION = /id="position" data-version="(\d+)"/;
const isOld = (text) => Number(VERSION.exec(text)?.[1] ?? Infinity) <= version();
const isBusy = () => fetching || table.hasAttribute("aria-busy");

function reportPage() {
  if (table.dataset.reloads) return;
  const words = Boolean(openFold());
  const page = { version: version(), since: since(), words, have: knownChunks() };
  send({ page: isBusy() ? null : page });
}

async function applyPush(part) {
  if (isBusy()) return;
  fetching = true;
  try {
    const html = part.stream().pipeThrough(new DecompressionStream("gzip"));
    const body = await new Response(html).text();
    const text = isOld(body) ? undefined : fillStubs(body);
    if (text === null) known += 1; // a chunk is missing: fetch everything
    else if (text !== undefined) {
      await lifted;
      await htmx.swap({ sourceElement: table, target: table, text, swap: "innerMorph" });
    }
  } finally {
    fetching = false;
  }
  catchUp();
}

// The response to my own request brings the new version itself.
function catchUp() {
  if (isBusy()) return;
  if (isRefreshDue || version() < known) refresh();
  else reportPage();
}

// The response to a form of the menu is on the page, so the menu closes.
document.addEventListener("submit", ({ submitter }) => {
  const menu = /** @type {HTMLElement | null | undefined} */ (submitter?.closest("#more:popover-open"));
  menu?.hidePopover();
});

// New lines of the log come in above those that are visible, which stay in place. Then it scrolls up.

const newest = () => /** @type {HTMLElement | null} */ (document.querySelector("#log-lines > li"));
/** @type {{ line: HTMLElement, top: number } | null} */
let remembered = null;
let scrollsUntil = 0; // when the scroll ends

function rememberLines() {
  const line = newest();
  remembered = line && { line, top: line.offsetTop };
}
function restoreLines() {
  const log = byId("log-read");
  if (!log || !remembered?.line.isConnected || remembered.line === newest()) return;
  const wasUp = log.scrollTop < 1 || performance.now() < scrollsUntil;
  log.scrollTop += remembered.line.offsetTop - remembered.top;
  if (!wasUp) return;
  scrollsUntil = performance.now() + SCROLL_TIME;
  const behavior = isCalm() ? "instant" : "smooth";
  requestAnimationFrame(() => requestAnimationFrame(() => log.scrollTo({ top: 0, behavior })));
}

// The contents of folds are only fetched while a fold is open.

function syncWords() {
  table.setAttribute("hx-vals:inherited", JSON.stringify(openFold() ? { words: "1" } : {}));
  if (document.querySelector("[data-in-words][open] [data-unloaded]")) setTimeout(refresh);
}
document.addEventListener("toggle", (event) => {
  if (!event.target.matches("[data-in-words]")) return;
  syncWords();
  catchUp();
}, true);

// The socket

function setOffline(is) {
  const badge = byId("connection");
  table.classList.toggle("offline", is);
  if (!badge) return;
  badge.hidden = !is;
  badge.textContent = (is && table.dataset.offline) || "";
}

function connect() {
  const opened = new WebSocket(`${location.origin.replace("http", "ws")}${table.dataset.socket}`);
  socket = opened;
  opened.addEventListener("open", () => {
    retry = RETRY_FIRST;
    setOffline(false);
    reportPresence();
    reportPage();
  });
  opened.addEventListener("message", (event) => {
    if (event.data instanceof Blob) {
      applyPush(event.data);
      return;
    }
    const message = JSON.parse(event.data);
    if ("version" in message) {
      known = Math.max(known, message.version);
      catchUp();
    }
    if ("chat" in message && message.chat !== newestMessage() && table.dataset.chat) {
      htmx.ajax("GET", table.dataset.chat, { target: "#chat-lines", swap: "innerMorph" });
    }
    if ("unread" in message) {
      document.dispatchEvent(new CustomEvent("longtable:waiting", { detail: message }));
    }
  });
  opened.addEventListener("close", () => {
    setOffline(true);
    setTimeout(connect, retry * (0.75 + Math.random() / 2));
    retry = Math.min(retry * 2, RETRY_MAX);
  });
}

function send(message) {
  if (socket?.readyState === WebSocket.OPEN) socket.send(JSON.stringify(message));
}

// Presence: whether the page is visible, and how long ago the last key, pointer or touch was.
let lastActive = 0; // 0 before the first activity
let lastReport = 0;
let reportTimer = 0;
function reportPresence() {
  clearTimeout(reportTimer);
  reportTimer = 0;
  if (lastActive) lastReport = Date.now();
  const idle = lastActive ? { idle: (Date.now() - lastActive) / 1000 } : {};
  send({ looking: !document.hidden, ...idle });
}
function noteActivity(event) {
  if (!event.isTrusted) return;
  lastActive = Date.now();
  reportTimer ||= setTimeout(reportPresence, Math.max(0, lastReport + ACTIVITY_EVERY - lastActive));
}

// Shows requests in flight, and errors.
document.addEventListener("htmx:before:request", () => {
  table.setAttribute("aria-busy", "true");
  reportPage();
});
document.addEventListener("htmx:finally:request", () => {
  table.removeAttribute("aria-busy");
  setTimeout(catchUp);
});
document.addEventListener("htmx:error", () => setOffline(true));
document.addEventListener("htmx:before:swap", rememberLines);
// Scripts measure in the next frame, before it is drawn: then there is one layout, and not in the task
// that parsed and morphed the part.
const nextFrame = () => new Promise((done) => (document.hidden ? done(0) : requestAnimationFrame(done)));
let isAnnounced = true;
function announceChange() {
  if (isAnnounced) return;
  isAnnounced = true;
  restoreLines();
  document.dispatchEvent(new CustomEvent("longtable:changed"));
}
document.addEventListener("htmx:after:swap", () => {
  known = Math.max(known, version());
  syncWords();
  isAnnounced = false;
  updated = nextFrame().then(announceChange);
});

// A press before that frame meets the page as scripts leave it: with a composed plan, for example.
for (const kind of ["click", "keydown"]) document.addEventListener(kind, announceChange, { capture: true });

// A page that nobody else changes needs no socket.
if (table.dataset.socket) {
  for (const kind of ["keydown", "pointerdown", "pointermove", "touchstart", "wheel"]) {
    document.addEventListener(kind, noteActivity, { capture: true, passive: true });
  }
  document.addEventListener("visibilitychange", () => {
    if (!document.hidden) lastActive = Date.now();
    reportPresence();
    if (!document.hidden) refresh();
  });
  setInterval(reportPresence, REPORT_EVERY);
  setInterval(refresh, REFRESH_EVERY);
  connect();
}
