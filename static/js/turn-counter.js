// Where I am awaited: mark, title, lists of my tables and the way to the next follow what happens.
// A table's page has its own socket (table.js).
"use strict";

(() => {
  const RETRY_FIRST = 1000;
  const RETRY_MOST = 60000;
  const PAUSE = 1000; // between looks at a list
  const HIDDEN_LONG = 3.6e6;
  const CLOSE_AFTER = 5000; // Chromium forgets one that it is showing while it is asked for them
  const mark = /** @type {HTMLElement} */ (document.getElementById("waiting-mark"));
  const lists = document.querySelector("[data-lists]");
  /** @type {WebSocket | null} */
  let socket = null;
  let retry = RETRY_FIRST;
  let later = 0; // next attempt to connect
  let rest = 0; // ends an idle one
  let missed = true; // news may be lost
  let closing = 0; // of notifications
  let looking = false;
  let behind = false;

  function show(count) {
    mark.textContent = count || "";
    const title = document.title.replace(/^\(\d+\) /, "");
    document.title = count ? `(${count}) ${title}` : title;
    const told = document.querySelector("main [data-waiting]");
    if (told) told.dataset.waiting = count;
    const next = document.getElementById("next-table");
    if (!next) return;
    next.hidden = !count || next.dataset.here === "1";
    /** @type {HTMLElement} */ (next.querySelector("b")).textContent = String(count - Number(next.dataset.less));
  }

  async function look() {
    behind = looking;
    if (looking || !lists) return;
    looking = true;
    try {
      await htmx.ajax("GET", lists.dataset.lists, { target: lists, swap: "innerMorph" });
    } finally {
      setTimeout(() => {
        looking = false;
        if (behind) look();
      }, PAUSE);
    }
  }

  function hear(news) {
    if (news.table || missed || String(news.waiting || "") !== mark.textContent) look();
    missed = false;
    if (!("waiting" in news)) return;
    show(news.waiting);
    clearTimeout(closing);
    closing = setTimeout(() => closeTurns(news.waiting).catch(() => {}), CLOSE_AFTER);
  }

  // What this device still shows of turns that were made elsewhere.
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
    clearTimeout(later);
    if (socket || document.getElementById("table")) return;
    const mine = new WebSocket(`${location.origin.replace("http", "ws")}/ws/me/`);
    socket = mine;
    mine.addEventListener("message", (event) => {
      retry = RETRY_FIRST;
      const detail = JSON.parse(event.data);
      document.dispatchEvent(new CustomEvent("longtable:waiting", { detail }));
    });
    mine.addEventListener("close", () => {
      if (socket !== mine) return;
      socket = null;
      missed = true;
      later = setTimeout(connect, retry * (0.75 + Math.random() / 2));
      retry = Math.min(retry * 2, RETRY_MOST);
    });
  }

  function leave() {
    clearTimeout(later);
    missed = true;
    socket?.close();
    socket = null;
  }

  document.addEventListener("longtable:waiting", ({ detail }) => hear(detail));
  document.addEventListener("htmx:after:swap", () => {
    const told = document.querySelector("main [data-waiting]");
    if (told) show(Number(told.dataset.waiting));
  });
  document.addEventListener("visibilitychange", () => {
    clearTimeout(rest);
    if (document.hidden) rest = setTimeout(leave, HIDDEN_LONG);
    else connect();
  });
  addEventListener("pagehide", leave);
  addEventListener("pageshow", connect);
  import(/** @type {string} */ (document.getElementById("bell")?.dataset.script));
})();
