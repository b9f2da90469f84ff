// Keeps the number of tables that wait for me current: in the header, the page's title, the lists of
// my tables and the link to the next one. A table's page has its own socket (table.js).

const RETRY_FIRST = 1000;
const RETRY_MAX = 60000;
const PAUSE = 1000; // ms between two refreshes of the lists
const HIDDEN_LONG = 3.6e6;
const CLOSE_AFTER = 5000; // ms: Chromium loses a notification that it is about to show while they are listed
const badge = /** @type {HTMLElement} */ (document.getElementById("waiting-mark"));
const lists = document.querySelector("[data-lists]");
/** @type {WebSocket | null} */
let socket = null;
let retry = RETRY_FIRST;
let reconnectTimer = 0;
let idleTimer = 0;
let hasGap = true; // messages may be lost
let closeTimer = 0;
let isRefreshing = false;
let isStale = false;

function showCount(count) {
  badge.textContent = count || "";
  const title = document.title.replace(/^\(\d+\) /, "");
  document.title = count ? `(${count}) ${title}` : title;
  const counter = document.querySelector("main [data-waiting]");
  if (counter) counter.dataset.waiting = count;
  const next = document.getElementById("next-table");
  if (!next) return;
  next.hidden = !count || next.dataset.here === "1";
  /** @type {HTMLElement} */ (next.querySelector("b")).textContent = String(count - Number(next.dataset.less));
}

async function refreshLists() {
  isStale = isRefreshing;
  if (isRefreshing || !lists) return;
  isRefreshing = true;
  try {
    await htmx.ajax("GET", lists.dataset.lists, { target: lists, swap: "innerMorph" });
  } finally {
    setTimeout(() => {
      isRefreshing = false;
      if (isStale) refreshLists();
    }, PAUSE);
  }
}

function onWaiting(news) {
  if (news.table || hasGap || String(news.waiting || "") !== badge.textContent) refreshLists();
  hasGap = false;
  if (!("waiting" in news)) return;
  showCount(news.waiting);
  clearTimeout(closeTimer);
  closeTimer = setTimeout(() => closeTurns(news.waiting).catch(() => {}), CLOSE_AFTER);
}

// Closes notifications of turns that were made on another device.
async function closeTurns(count) {
  const registration = await navigator.serviceWorker?.getRegistration("/");
  const shown = (await registration?.getNotifications?.()) ?? [];
  const turns = shown.filter((one) => one.data?.turn);
  if (!turns.length) return;
  const answer = count && (await fetch("/api/my-tables/"));
  if (answer && !answer.ok) return;
  const waits = answer ? (await answer.json()).map((one) => one.key) : [];
  for (const one of turns) if (!waits.includes(one.tag)) one.close();
}

function connect() {
  clearTimeout(reconnectTimer);
  if (socket || document.getElementById("table")) return;
  const opened = new WebSocket(`${location.origin.replace("http", "ws")}/ws/me/`);
  socket = opened;
  opened.addEventListener("message", (event) => {
    retry = RETRY_FIRST;
    const detail = JSON.parse(event.data);
    document.dispatchEvent(new CustomEvent("longtable:waiting", { detail }));
  });
  opened.addEventListener("close", () => {
    if (socket !== opened) return;
    socket = null;
    hasGap = true;
    reconnectTimer = setTimeout(connect, retry * (0.75 + Math.random() / 2));
    retry = Math.min(retry * 2, RETRY_MAX);
  });
}

function disconnect() {
  clearTimeout(reconnectTimer);
  hasGap = true;
  socket?.close();
  socket = null;
}

document.addEventListener("longtable:waiting", ({ detail }) => onWaiting(detail));
document.addEventListener("htmx:after:swap", () => {
  const counter = document.querySelector("main [data-waiting]");
  if (counter) showCount(Number(counter.dataset.waiting));
});
document.addEventListener("visibilitychange", () => {
  clearTimeout(idleTimer);
  if (document.hidden) idleTimer = setTimeout(disconnect, HIDDEN_LONG);
  else connect();
});
addEventListener("pagehide", disconnect);
addEventListener("pageshow", connect);
void import("./lazy/bell.js");
