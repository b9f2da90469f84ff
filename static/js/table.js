// The page of a table: hears the table's version, fetches its own part when it is behind, and shows
// when the connection is lost. Everything works without it, less conveniently.
"use strict";

(() => {
  const table = document.getElementById("table");
  if (!table) return;
  const RETRY_FIRST = 500;
  const RETRY_MOST = 15000;
  const LOOK_EVERY = 30000;
  const HEAL_EVERY = 60000;

  const position = () => document.getElementById("position");
  const version = () => Number(position()?.dataset.version ?? 0);
  let known = version();
  let fetching = false;
  let socket = null;
  let retry = RETRY_FIRST;

  // Fetching my own part of the page

  async function refresh() {
    if (fetching) return;
    fetching = true;
    try {
      const since = position()?.dataset.since ?? "";
      const words = reading() ? "&words=1" : "";
      const url = `${table.dataset.fragment}?since=${encodeURIComponent(since)}${words}`;
      const before = position()?.dataset.status;
      await htmx.ajax("GET", url, { target: "#table", swap: "innerMorph" });
      known = Math.max(known, version());
      if (table.dataset.whole && position()?.dataset.status !== before) location.reload();
    } catch {
      offline(true);
    } finally {
      fetching = false;
    }
    if (version() < known) setTimeout(refresh, RETRY_FIRST);
    else tell();
  }

  // News come drawn on the socket as long as it knows what this page has.

  const isBusy = () => fetching || table.hasAttribute("aria-busy");

  function tell() {
    if (socket?.readyState !== WebSocket.OPEN || table.dataset.whole) return;
    const page = {
      version: version(),
      since: position()?.dataset.since ?? "",
      words: Boolean(reading()),
      have: window.longtable.have(),
    };
    socket.send(JSON.stringify({ page: isBusy() ? null : page }));
  }

  async function bring(part) {
    if (isBusy()) return;
    fetching = true;
    try {
      const html = part.stream().pipeThrough(new DecompressionStream("gzip"));
      const text = window.longtable.whole(await new Response(html).text());
      if (text === null) known += 1; // what it has is not what it said: everything is asked for
      else await htmx.swap({ sourceElement: table, target: table, text, swap: "innerMorph" });
    } finally {
      fetching = false;
    }
    settle();
  }

  function heard(number) {
    known = Math.max(known, number);
    settle();
  }
  // What I have just sent brings the new version itself.
  function settle() {
    if (isBusy()) return;
    if (version() < known) refresh();
    else tell();
  }

  // The position in words is told to those who read it: whose page has that part open.

  function reading() {
    return document.querySelector("[data-in-words][open]");
  }
  function words() {
    const open = reading();
    table.setAttribute("hx-vals:inherited", JSON.stringify(open ? { words: "1" } : {}));
    if (open && !open.querySelector(".board-panel")) setTimeout(refresh);
  }
  document.addEventListener("toggle", (event) => {
    if (!event.target.matches("[data-in-words]")) return;
    words();
    settle();
  }, true);

  // The socket

  function offline(is) {
    const badge = document.getElementById("connection");
    table.classList.toggle("offline", is);
    if (!badge) return;
    badge.hidden = !is;
    badge.textContent = is ? table.dataset.offline : "";
    badge.classList.toggle("danger", is);
  }

  function connect() {
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    socket = new WebSocket(`${scheme}://${location.host}${table.dataset.socket}`);
    socket.addEventListener("open", () => {
      retry = RETRY_FIRST;
      offline(false);
      look();
      tell();
    });
    socket.addEventListener("message", (event) => {
      if (event.data instanceof Blob) {
        bring(event.data);
        return;
      }
      const message = JSON.parse(event.data);
      if ("version" in message) heard(message.version);
      if (message.chat) refreshChat();
      if ("waiting" in message) {
        document.dispatchEvent(new CustomEvent("longtable:waiting", { detail: message }));
      }
    });
    socket.addEventListener("close", () => {
      offline(true);
      setTimeout(connect, retry * (0.75 + Math.random() / 2));
      retry = Math.min(retry * 2, RETRY_MOST);
    });
  }

  function look() {
    if (socket?.readyState === WebSocket.OPEN) {
      socket.send(JSON.stringify({ looking: document.visibilityState === "visible" }));
    }
  }

  async function refreshChat() {
    const lines = document.getElementById("chat-lines");
    const typed = document.getElementById("chat-text")?.value;
    if (!lines || !table.dataset.chat) return;
    await htmx.ajax("GET", table.dataset.chat, { target: "#chat-lines", swap: "innerMorph" });
    const input = document.getElementById("chat-text");
    if (input && typed) input.value = typed;
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
  document.addEventListener("htmx:after:swap", () => {
    known = Math.max(known, version());
    words();
    document.dispatchEvent(new CustomEvent("longtable:changed"));
  });

  window.longtable = { ...window.longtable, refresh };
  document.addEventListener("visibilitychange", () => {
    look();
    if (document.visibilityState === "visible") refresh();
  });
  setInterval(look, LOOK_EVERY);
  setInterval(refresh, HEAL_EVERY);
  connect();
})();
