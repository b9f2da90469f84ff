// Stepping through a match without loading pages: a position after the other is fetched, of each only
// the pieces that no other one had (games/boards/page_chunks.py), kept, and the next ones before they are
// asked for. What is shown is always what was asked for last. Everything is a link without this.
"use strict";

(() => {
  const AHEAD = 8; // positions that are fetched before they are asked for
  const MOST = 400; // hashes in a request
  const HURRY = 250; // ms: a step that follows so soon is not seen moving
  const QUIET = 300; // ms after which a step is one to stay at: it is said, and the address names it
  const STUB = /<template data-h="([\w-]{8})"><\/template>/g;
  const HASH = /data-h="([\w-]{8})"/g;
  const STEPS = { ArrowLeft: "previous", ArrowRight: "next", Home: "first", End: "last" };

  const by = (id) => /** @type {any} */ (document.getElementById(id));
  const [viewer, table, range, run, lines] = ["viewer", "table", "viewer-range", "viewer-play", "viewer-lines"].map(by);
  const last = Number(viewer.dataset.last);
  const calm = matchMedia("(prefers-reduced-motion: reduce)");
  let at = Number(viewer.dataset.at); // the move after which the board is seen
  let wanted = at;
  let way = 1; // whether it goes on or back
  let eyes = viewer.dataset.viewedSeat;

  // What was fetched

  /** @type {Map<string, string>} hash → HTML of a piece of any position */
  const pieces = new Map();
  /** @type {Map<number, string>} move → HTML of the board after it, pieces that were known as stubs */
  let kept = new Map();
  /** @type {Map<number, Promise<void>>} */
  let coming = new Map();

  function keep(number, text) {
    const holder = document.createElement("template");
    holder.innerHTML = text;
    for (const one of holder.content.querySelectorAll("[data-h]:not(template)")) pieces.set(one.dataset.h ?? "", one.outerHTML);
    kept.set(number, text);
  }

  // What a page of this moment has is most of what another moment nearby looks like.
  function have(number) {
    const near = [...kept.keys()].toSorted((one, other) => Math.abs(one - number) - Math.abs(other - number));
    const text = kept.get(near[0]) ?? "";
    return [...text.matchAll(HASH)].slice(0, MOST).map(([, hash]) => hash).join(",");
  }

  const isReading = () => Boolean(table.querySelector("[data-in-words][open]"));
  function query(number, words = false) {
    const asked = new URLSearchParams({ move: number });
    if (eyes !== viewer.dataset.own) asked.set("seat", eyes);
    if (words) asked.set("words", "1");
    return `?${asked}`;
  }

  async function ask(number) {
    const into = kept;
    const address = viewer.dataset.step + query(number, isReading());
    const headers = { "HX-Request": "true", "X-Have": have(number) };
    const answer = await fetch(address, { headers });
    if (!answer.ok) throw new Error(answer.statusText, { cause: answer });
    const text = await answer.text();
    if (into === kept) keep(number, text);
  }
  function bring(number) {
    if (kept.has(number)) return;
    if (!coming.has(number)) {
      const among = coming;
      among.set(number, ask(number).finally(() => among.delete(number)));
    }
    return coming.get(number);
  }
  function forget() {
    kept = new Map();
    coming = new Map();
  }

  let reads = false;
  const lacking = () =>
    Array.from({ length: AHEAD }, (_none, n) => at + way * (n + 1)).find((n) => n >= 0 && n <= last && !kept.has(n));
  async function readAhead() {
    const next = reads ? undefined : lacking();
    if (next === undefined) return;
    reads = true;
    try {
      await bring(next);
    } catch {
      return; // whoever goes there hears of it
    } finally {
      reads = false;
    }
    void readAhead();
  }

  // Showing it

  let shownAt = 0;
  async function show(number) {
    const text = kept.get(number)?.replace(STUB, (_stub, hash) => pieces.get(hash) ?? "");
    const now = performance.now();
    table.dataset.skipsAnimation = Math.abs(number - at) > 1 || now - shownAt < HURRY ? "yes" : "";
    shownAt = now;
    at = number;
    await htmx.swap({ sourceElement: table, target: table, text, swap: "innerMorph" });
    document.dispatchEvent(new CustomEvent("longtable:changed"));
    tell();
    void readAhead();
  }

  let quiet = 0;
  function tell() {
    const { text = "", by: seat } = by("board").dataset;
    const mark = viewer.querySelector(".viewer-text-line .seat-mark");
    mark.hidden = seat === undefined;
    mark.dataset.seat = seat;
    viewer.querySelector(".viewer-count").textContent = `${at}/${last}`;
    viewer.querySelector(".viewer-text").textContent = text;
    range.value = at;
    lead();
    light();
    clearTimeout(quiet);
    quiet = setTimeout(() => {
      const told = viewer.dataset.moveText.replace("{n}", at).replace("{total}", last).replace("{text}", text);
      by("viewer-announcement").textContent = told;
      history.replaceState(history.state, "", query(at));
    }, QUIET);
  }

  // Links lead where they say, also into a new window.
  function lead() {
    for (const [name, to] of Object.entries({ first: 0, previous: at - 1, next: at + 1, last })) {
      const leads = to !== at && to >= 0 && to <= last;
      const link = by(`viewer-${name}`);
      if (leads) link.href = query(to);
      else link.removeAttribute("href");
      link.toggleAttribute("aria-disabled", !leads);
      if (leads) link.removeAttribute("role");
      else link.setAttribute("role", "link");
    }
    for (const link of viewer.querySelectorAll("a[data-viewed-seat]")) {
      link.href = `?move=${at}&seat=${link.dataset.viewedSeat}`;
      link.toggleAttribute("aria-current", link.dataset.viewedSeat === eyes);
    }
    for (const field of viewer.querySelectorAll('[type="hidden"][name="move"]')) field.value = at;
  }

  function light() {
    lines.querySelector("[aria-current]")?.removeAttribute("aria-current");
    const line = lines.querySelector(`[data-number="${at}"]:not(.system-line)`);
    line?.firstElementChild.setAttribute("aria-current", "step");
    if (!line || line.hidden) return;
    const [box, shown] = [line.getBoundingClientRect(), lines.getBoundingClientRect()];
    if (box.top < shown.top || box.bottom > shown.bottom) lines.scrollTop += box.top - (shown.top + shown.bottom) / 2;
  }

  async function follow() {
    const next = wanted;
    way = Math.sign(next - at) || way;
    if (!kept.has(next)) table.setAttribute("aria-busy", "true"); // its look costs more than a step
    await bring(next);
    if (kept.has(next)) await show(next);
    if (wanted !== at || !kept.has(at)) await follow();
  }

  let goes = false;
  async function go(number) {
    wanted = Math.min(last, Math.max(0, number));
    if (goes) return;
    goes = true;
    try {
      if (wanted !== at || !kept.has(at)) await follow();
    } catch (error) {
      if (error instanceof Error && error.cause) location.assign(query(wanted)); // the page says what is wrong
      viewer.querySelector(".viewer-text").textContent = viewer.dataset.offline;
      wanted = range.value = at;
      rest();
    } finally {
      goes = false;
      table.removeAttribute("aria-busy");
    }
  }

  // Going on by itself

  let timer = 0;
  function rest() {
    clearTimeout(timer);
    timer = 0;
    run.setAttribute("aria-pressed", "false");
  }
  function play() {
    run.setAttribute("aria-pressed", "true");
    const next = async () => {
      await go(at + 1);
      if (at === last) rest();
      else if (timer) timer = setTimeout(next, Number(by("viewer-speed").value));
    };
    timer = setTimeout(next);
    if (at === last) wanted = at = -1;
  }

  // Being asked

  function turn(number) {
    rest();
    void go(number);
  }
  const targets = { first: () => 0, previous: () => wanted - 1, next: () => wanted + 1, last: () => last };

  document.addEventListener("keydown", (event) => {
    const target = targets[STEPS[event.key]];
    if (!target || event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    if (event.target.closest("input, select, textarea, dialog")) return;
    event.preventDefault();
    turn(target());
  });
  viewer.addEventListener("click", (event) => {
    const link = event.target.closest('a[href^="?move="]');
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    if (link.dataset.viewedSeat && link.dataset.viewedSeat !== eyes) {
      eyes = link.dataset.viewedSeat;
      forget();
    }
    turn(targets[link.id.replace("viewer-", "")]?.() ?? Number(new URLSearchParams(link.search).get("move")));
  });
  range.addEventListener("input", () => turn(Number(range.value)));
  run.addEventListener("click", () => (timer ? rest() : play()));
  table.addEventListener("toggle", ({ target }) => {
    if (!target.matches("[data-in-words]") || !target.querySelector("[data-unloaded]")) return;
    forget();
    void go(at);
  }, true);

  const filter = by("viewer-filter");
  filter.addEventListener("change", () => {
    const { player, kind } = Object.fromEntries(new FormData(filter));
    for (const line of lines.children) {
      const { seat, kinds = "" } = line.dataset;
      line.hidden = (player !== "" && player !== seat) || (kind !== "" && !kinds.split(" ").includes(kind));
    }
    light();
  });

  keep(at, table.innerHTML);
  run.hidden = viewer.querySelector(".viewer-speed").hidden = calm.matches;
  light();
  void readAhead();
})();
