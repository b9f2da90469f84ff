// The page of a table: hears the table's version, fetches its own part when it is behind, and shows
// when the connection is lost. Everything works without it, less conveniently.
"use strict";

(() => {
  const found = document.getElementById("table");
  if (!found) return;
  const table = found;
  const RETRY_FIRST = 500;
  const RETRY_MOST = 15000;
  const LOOK_EVERY = 30000;
  const HEAL_EVERY = 60000;
  const USED_EVERY = 10000;
  const RISE = 1000;
  const PRESS_MOST = 3000;

  const by = (id) => document.getElementById(id);
  const position = () => by("position")?.dataset ?? {};
  const version = () => Number(position().version ?? 0);
  const since = () => position().since ?? "";
  const reading = () => document.querySelector("[data-in-words][open]");
  let known = version();
  let fetching = false;
  let isAsked = false; // for more, while something was being fetched
  let shown = Promise.resolve(); // when all scripts have seen the newest part
  /** @type {WebSocket | null} */
  let socket = null;
  let retry = RETRY_FIRST;

  // News wait while a finger is down: another thing would come to lie under it, or the pressed one be
  // gone, and the press with it. The answer to what one has sent oneself does not wait.

  let lifted = Promise.resolve();
  document.addEventListener("pointerdown", () => {
    lifted = new Promise((done) => {
      const up = () => setTimeout(done); // after its click
      addEventListener("pointerup", up, { once: true });
      addEventListener("pointercancel", up, { once: true });
      setTimeout(done, PRESS_MOST);
    });
  });

  // Fetching my own part of the page

  async function refresh() {
    isAsked = fetching;
    if (fetching) return;
    fetching = true;
    try {
      const url = `${table.dataset.fragment}?since=${since()}${reading() ? "&words=1" : ""}`;
      const before = position().status;
      await lifted;
      await htmx.ajax("GET", url, { target: table, swap: "innerMorph" });
      if (table.dataset.reloads && position().status !== before) location.reload();
    } catch {
      offline(true);
    } finally {
      fetching = false;
    }
    if (isAsked) refresh();
    else if (version() < known) setTimeout(refresh, RETRY_FIRST);
    else tell();
    await shown;
  }

  // News come drawn on the socket while that knows what this page has. Where another answer was
  // quicker, they lack what I have drafted since, or lead back.

  const VERSION = /id="position" data-version="(\d+)"/;
  const isOld = (text) => Number(VERSION.exec(text)?.[1] ?? Infinity) <= version();
  const isBusy = () => fetching || table.hasAttribute("aria-busy");

  function tell() {
    if (table.dataset.reloads) return;
    const words = Boolean(reading());
    const page = { version: version(), since: since(), words, have: window.longtable.have() };
    say({ page: isBusy() ? null : page });
  }

  async function bring(part) {
    if (isBusy()) return;
    fetching = true;
    try {
      const html = part.stream().pipeThrough(new DecompressionStream("gzip"));
      const told = await new Response(html).text();
      const text = isOld(told) ? undefined : window.longtable.whole(told);
      if (text === null) known += 1; // it lacks a piece: all is asked for
      else if (text !== undefined) {
        await lifted;
        await htmx.swap({ sourceElement: table, target: table, text, swap: "innerMorph" });
      }
    } finally {
      fetching = false;
    }
    settle();
  }

  // What I have just sent brings the new version itself.
  function settle() {
    if (isBusy()) return;
    if (isAsked || version() < known) refresh();
    else tell();
  }

  // What is sent from the menu is answered on the page: nothing may cover it.
  document.addEventListener("submit", ({ submitter }) => {
    const menu = /** @type {HTMLElement | null | undefined} */ (submitter?.closest("#more:popover-open"));
    menu?.hidePopover();
  });

  // New lines of the log come in above those one reads, which stay; then the log scrolls up to them.

  const newest = () => /** @type {HTMLElement | null} */ (document.querySelector("#log-lines > li"));
  const calm = matchMedia("(prefers-reduced-motion: reduce)");
  /** @type {{ line: HTMLElement, top: number } | null} */
  let held = null;
  let risen = 0; // when it will be up again

  function hold() {
    const line = newest();
    held = line && { line, top: line.offsetTop };
  }
  function reveal() {
    const log = by("log-read");
    if (!log || !held?.line.isConnected || held.line === newest()) return;
    const wasUp = log.scrollTop < 1 || performance.now() < risen;
    log.scrollTop += held.line.offsetTop - held.top;
    if (!wasUp) return;
    risen = performance.now() + RISE;
    const behavior = calm.matches ? "instant" : "smooth";
    requestAnimationFrame(() => requestAnimationFrame(() => log.scrollTo({ top: 0, behavior })));
  }

  // What is folded away comes to whose page has it open.

  function words() {
    table.setAttribute("hx-vals:inherited", JSON.stringify(reading() ? { words: "1" } : {}));
    if (document.querySelector("[data-in-words][open] [data-unloaded]")) setTimeout(refresh);
  }
  document.addEventListener("toggle", (event) => {
    if (!event.target.matches("[data-in-words]")) return;
    words();
    settle();
  }, true);

  // The socket

  function offline(is) {
    const badge = by("connection");
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
      offline(false);
      look();
      tell();
    });
    opened.addEventListener("message", (event) => {
      if (event.data instanceof Blob) {
        bring(event.data);
        return;
      }
      const message = JSON.parse(event.data);
      if ("version" in message) {
        known = Math.max(known, message.version);
        settle();
      }
      if (message.chat && table.dataset.chat) {
        htmx.ajax("GET", table.dataset.chat, { target: "#chat-lines", swap: "innerMorph" });
      }
      if ("unread" in message) {
        document.dispatchEvent(new CustomEvent("longtable:waiting", { detail: message }));
      }
    });
    opened.addEventListener("close", () => {
      offline(true);
      setTimeout(connect, retry * (0.75 + Math.random() / 2));
      retry = Math.min(retry * 2, RETRY_MOST);
    });
  }

  function say(told) {
    if (socket?.readyState === WebSocket.OPEN) socket.send(JSON.stringify(told));
  }

  // Whether somebody is in front of the page: its last key, pointer or touch.
  let used = 0; // when; 0 before the first
  let reported = 0; // when that was said last
  let report = 0; // the next time that it is said
  function look() {
    clearTimeout(report);
    report = 0;
    if (used) reported = Date.now();
    const idle = used ? { idle: (Date.now() - used) / 1000 } : {};
    say({ looking: !document.hidden, ...idle });
  }
  function use(event) {
    if (!event.isTrusted) return;
    used = Date.now();
    report ||= setTimeout(look, Math.max(0, reported + USED_EVERY - used));
  }

  // A request in flight is shown, and a lost one is said.
  document.addEventListener("htmx:before:request", () => {
    table.setAttribute("aria-busy", "true");
    tell();
  });
  document.addEventListener("htmx:finally:request", () => {
    table.removeAttribute("aria-busy");
    setTimeout(settle);
  });
  document.addEventListener("htmx:error", () => offline(true));
  document.addEventListener("htmx:before:swap", hold);
  // What scripts measure they measure in the next frame, before it is drawn: its layout is made once,
  // and not in the task that has read and morphed the part.
  const frame = () => new Promise((done) => (document.hidden ? done(0) : requestAnimationFrame(done)));
  function tellScripts() {
    reveal();
    document.dispatchEvent(new CustomEvent("longtable:changed"));
  }
  document.addEventListener("htmx:after:swap", () => {
    known = Math.max(known, version());
    words();
    shown = frame().then(tellScripts);
  });

  window.longtable = { ...window.longtable, refresh };

  // What nobody else changes needs no socket.
  if (!table.dataset.socket) return;
  for (const kind of ["keydown", "pointerdown", "pointermove", "touchstart", "wheel"]) {
    document.addEventListener(kind, use, { capture: true, passive: true });
  }
  document.addEventListener("visibilitychange", () => {
    if (!document.hidden) used = Date.now();
    look();
    if (!document.hidden) refresh();
  });
  setInterval(look, LOOK_EVERY);
  setInterval(refresh, HEAL_EVERY);
  connect();
})();
