// Since my last move: the panel that tells all of it, where each line is on the board, and the moves
// on the board itself, from how I left it to now. The board of now is put aside meanwhile, and
// nothing is played: leaving brings it back as it is.
"use strict";

(() => {
  const FIRST_PAUSE = 400; // ms
  const calm = matchMedia("(prefers-reduced-motion: reduce)");
  const panel = () => /** @type {HTMLElement} */ (document.getElementById("since-last-move-details"));
  /** @returns {any} */
  const part = (name) => panel().querySelector(`[data-replay="${name}"]`);
  const kept = new Map(); // number of a move → what is seen after it
  let shownSeen = ""; // up to which move the panel tells

  const seen = () => document.getElementById("since-last-move")?.dataset.seen ?? "";

  // The panel

  async function fill(address) {
    if (shownSeen === seen() && panel().firstElementChild) return true;
    const answer = await fetch(address, { headers: { "HX-Request": "true" } });
    if (!answer.ok) {
      location.assign(address);
      return false;
    }
    panel().innerHTML = await answer.text();
    shownSeen = seen();
    return true;
  }

  function unfold(is) {
    panel().hidden = !is;
    document.getElementById("since-last-move-open")?.setAttribute("aria-expanded", is);
  }

  async function toggle(opener) {
    if (!panel().hidden) return void unfold(false);
    if (!await fill(opener.href)) return;
    unfold(true);
    panel().focus({ preventScroll: true });
  }

  // Where on the board

  function light(places) {
    places[0].scrollIntoView({ block: "center", behavior: calm.matches ? "auto" : "smooth" });
    for (const place of places) {
      place.classList.remove("is-flashing");
      requestAnimationFrame(() => place.classList.add("is-flashing"));
    }
  }

  function show(line) {
    const { movedBy, zoneShown } = line.dataset;
    const zone = zoneShown && document.getElementById(zoneShown);
    const seat = CSS.escape(movedBy ?? "");
    const places = zone ? [zone] : [...document.querySelectorAll(`[data-board] .is-new[data-by="${seat}"]`)];
    if (places.length) light(places);
    else if (line.hash) location.hash = line.hash;
  }

  // Watching

  /** @type {number | null} */
  let at = null; // the number of the move after which the board is seen; null: it is that of now
  /** @type {Node[]} */
  let now = []; // nodes of the board of now, while another one is seen
  let timer = 0;

  const told = () => /** @type {HTMLElement} */ (panel().querySelector(".since-last-move-details"));
  const from = () => Number(told().dataset.from);
  const to = () => Number(told().dataset.to);

  function swap(nodes) {
    const gone = [];
    for (let next = panel().nextSibling; next; next = panel().nextSibling) {
      gone.push(next);
      next.remove();
    }
    panel().after(...nodes);
    return gone;
  }
  function changed() {
    document.dispatchEvent(new CustomEvent("longtable:changed"));
  }

  async function after(number) {
    if (!kept.has(number)) {
      const url = `${told().dataset.step}?move=${number}`;
      const answer = await fetch(url, { headers: { "HX-Request": "true" } });
      if (!answer.ok) throw new Error(answer.statusText);
      const page = document.createElement("template");
      page.innerHTML = await answer.text();
      const board = page.content.getElementById("board");
      kept.set(number, { board, text: board?.dataset.text });
    }
    return kept.get(number);
  }

  function put({ board }) {
    window.longtable.remember();
    const nodes = swap([...board.cloneNode(true).childNodes]);
    if (!now.length) now = nodes;
    changed();
    const news = [...document.querySelectorAll("[data-board] .is-new")].find((one) => one.checkVisibility());
    news?.scrollIntoView({ block: "nearest", behavior: "auto" });
  }

  async function step(by) {
    const number = Math.min(Math.max((at ?? from() - by) + by, from()), to());
    let found;
    try {
      found = await after(number);
    } catch {
      return void leave();
    }
    if (panel().hidden) return;
    at = number;
    put(found);
    const [place, said] = [part("place"), part("said")];
    place.textContent = String(number - from());
    said.textContent = number === from() ? said.dataset.start : found.text;
    part("back").disabled = number === from();
    part("on").disabled = number === to();
    if (number < to()) after(number + 1).catch(() => {});
  }

  function rest() {
    clearTimeout(timer);
    timer = 0;
    part("run")?.setAttribute("aria-pressed", "false");
  }
  function run() {
    part("run").setAttribute("aria-pressed", "true");
    const next = async () => {
      if (at === to()) return void leave();
      await step(1);
      if (timer) timer = setTimeout(next, Number(part("pace").value));
    };
    timer = setTimeout(next, FIRST_PAUSE);
  }

  async function watch(opener) {
    if (at !== null) return void leave();
    if (!await fill(opener.dataset.detailsUrl)) return;
    panel().hidden = false;
    panel().classList.add("is-replaying");
    /** @type {HTMLElement} */ (panel().querySelector(".replay")).hidden = false;
    part("run").hidden = part("pace").parentElement.hidden = calm.matches;
    await step(0);
    part(calm.matches ? "on" : "run").focus({ preventScroll: true });
    if (!calm.matches) run();
  }

  function restore() {
    if (now.length) swap(now);
    now = [];
  }
  function leave() {
    rest();
    restore();
    at = null;
    const bar = panel().querySelector(".replay");
    if (bar) bar.hidden = true;
    panel().classList.remove("is-replaying");
    unfold(false);
    changed();
    document.getElementById("prompt")?.focus({ preventScroll: true });
  }

  const DOES = {
    back: () => void (rest(), step(-1)),
    on: () => void (rest(), step(1)),
    run: () => (timer ? rest() : at === to() ? leave() : run()),
    leave,
  };
  document.addEventListener("click", (event) => {
    DOES[event.target.closest("button[data-replay]")?.dataset.replay]?.();
  });
  const KEYS = { ArrowLeft: DOES.back, ArrowRight: DOES.on, Escape: leave };
  document.addEventListener("keydown", (event) => {
    if (at === null || !KEYS[event.key] || event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.target.closest("input, select, textarea")) return;
    event.preventDefault();
    event.stopPropagation();
    KEYS[event.key]();
  }, true);

  // The page is renewed under the board of another time.

  const isTable = (event) => event.detail.ctx.target?.id === "table";
  document.addEventListener("htmx:before:swap", (event) => {
    if (isTable(event)) restore();
  });
  document.addEventListener("htmx:after:swap", (event) => {
    if (!isTable(event)) return;
    if (at !== null && seen() === shownSeen) put(kept.get(at));
    else if (at !== null) leave();
    else if (seen() !== shownSeen) unfold(false);
  });

  window.longtable.showSinceLastMove = (pressed) => {
    if (pressed.id === "since-last-move-open") toggle(pressed);
    else if (pressed.id === "since-last-move-replay") watch(pressed);
    else show(pressed);
  };
})();
