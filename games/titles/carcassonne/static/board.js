// My tile turned and laid before it is handed in. The map is js/map.js, features are lit up by
// lazy/features.js. What this script drew is drawn again after every change.
"use strict";

(() => {
  const TILE = 100;
  const TURNABLE = 0.6; // pixels a unit: one sees which way a tile lies
  const [STANDING, CLOSEST] = [1, 1.8]; // to put a piece
  /** @returns {any} */
  const by = (id) => document.getElementById(id);
  const all = (selector) => [...document.querySelectorAll(selector)];
  const svg = () => by("carc-map");
  /** @returns {any} */
  const board = () => document.querySelector(".carc");
  const plan = () => window.longtable.map(svg());
  const numbers = (text) => text.split(/[ ,_]/).map(Number);
  const corner = ([x, y]) => [x * TILE, -y * TILE, TILE, TILE];
  function set(one, name, value) {
    if (one.getAttribute(name) !== value) one.setAttribute(name, value);
  }
  function bring(box, least = 0) {
    const { view } = plan();
    if (view.scale >= least && plan().isInView(box)) return;
    plan().show({ x: box[0] + 50, y: box[1] + 50, scale: Math.max(view.scale, least) }, true);
  }

  // My tile: which of my hand, how it is turned, and where it lies

  let tile = "";
  let turn = 0;
  let ghost = ""; // "x,y"
  const CELL = ".carc-cell[data-fits]";
  const held = () => all("button.carc-held");
  // The ways to lay my tile at a cell.
  function fits(cell) {
    return JSON.parse(cell?.dataset.fits ?? "[]")
      .filter((row) => row[1] === tile)
      .map(([move, , turned, total, preview, isFinal]) => ({ move, turn: turned, total, preview, isFinal }));
  }
  const ways = () => fits(by(`c${ghost.replace(",", "_")}`));
  const chosen = () => ways().find((way) => way.turn === turn);

  function lay(cell) {
    const [first] = fits(cell);
    ghost = cell.dataset.cell;
    if (!chosen()) turn = first.turn;
    draw();
    bring(corner(numbers(ghost)), TURNABLE);
  }
  function rotate() {
    const mine = held().find((one) => one.dataset.tile === tile);
    if (!mine) return;
    const turns = ghost ? ways().map((way) => way.turn) : numbers(mine.dataset.turns);
    turn = turns[(turns.indexOf(turn) + 1) % turns.length];
    draw();
  }
  function choose({ dataset }) {
    if (dataset.tile === tile) rotate();
    else {
      tile = dataset.tile;
      turn = 0;
      draw();
    }
  }
  function drop() {
    ghost = "";
    draw();
  }

  function draw() {
    const hand = held();
    if (!hand.some((one) => one.dataset.tile === tile)) {
      tile = hand[0]?.dataset.tile ?? "";
      turn = 0;
    }
    if (!chosen()) ghost = "";
    const cells = all(CELL);
    const every = cells.flatMap(fits);
    if (every.length && !every.some((way) => way.turn === turn)) turn = every[0].turn;
    const mine = hand.find((one) => one.dataset.tile === tile);
    for (const one of hand) {
      set(one, "aria-pressed", String(one === mine));
      set(one.querySelector("use"), "transform", `rotate(${one === mine ? turn : 0} 50 50)`);
    }
    for (const cell of cells) drawCell(cell);
    drawGhost(chosen());
    if (mine) drawButtons(chosen(), every.length > 0);
  }
  function drawCell(cell) {
    const open = fits(cell);
    const here = open.find((way) => way.turn === turn);
    cell.classList.toggle("is-off", !open.length || cell.dataset.cell === ghost);
    cell.classList.toggle("is-lit", Boolean(here));
    cell.classList.toggle("is-alternative", !here);
    const { total = "", preview = "" } = here ?? open[0] ?? {};
    set(cell, "data-preview", preview);
    set(cell, "aria-label", `${cell.dataset.label}: ${total} ${preview}`);
    cell.lastElementChild.textContent = total;
  }
  function drawGhost(way) {
    const group = by("carc-ghost");
    group.classList.toggle("is-off", !way);
    group.toggleAttribute("data-lit", Boolean(way));
    delete group.dataset.cell;
    if (!way) return;
    const [art, total] = group.children;
    set(group, "transform", `translate(${corner(numbers(ghost)).slice(0, 2)})`);
    Object.assign(group.dataset, { cell: ghost, turn, preview: way.preview });
    set(art, "transform", `rotate(${turn} 50 50)`);
    set(art.firstElementChild, "href", `${board().dataset.sprite}#${tile}`);
    total.textContent = way.total;
    set(group, "aria-label", `${group.dataset.label}: ${way.total} ${way.preview}`);
  }
  function drawButtons(way, isFitting) {
    const place = by("carc-place");
    place.disabled = !way;
    by("carc-drop").hidden = !way;
    by("carc-message").textContent = isFitting ? "" : by("carc-message").dataset.none;
    place.value = way?.move ?? "";
    place.dataset.preview = way?.preview ?? "";
    if (way?.isFinal) place.dataset.final = place.dataset.sure;
    else delete place.dataset.final;
    window.longtable.say?.(place.dataset.preview);
  }

  // Where features reach is shown by a script that comes when it is first asked for.

  /** @type {Promise<unknown> | null} */
  let features = null;
  function withFeatures(then) {
    features ??= window.longtable.later(board().dataset.features)
      .then(() => window.longtable.features.learnt());
    features.then(() => svg() && then(window.longtable.features));
  }
  const tell = (ask) => withFeatures((shown) => shown.tell(ask(shown)));
  const tellAt = ({ clientX, clientY }) => tell((shown) => shown.segmentAt(clientX, clientY));
  const tellNothing = () => features && tell(() => "");
  const showFarms = () => withFeatures((shown) => shown.toggleFarms());

  // Pointers and keys

  let asked = 0;
  document.addEventListener("pointermove", (event) => {
    if (event.pointerType !== "mouse" || !svg()) return;
    cancelAnimationFrame(asked);
    asked = requestAnimationFrame(() => {
      if (event.target.closest?.("#carc-map") && !event.target.closest("[role=button]")) tellAt(event);
      else tellNothing();
    });
  });
  document.addEventListener("click", (event) => {
    const at = (selector) => event.target.closest?.(selector);
    if (!svg()) return;
    if (at(CELL)) lay(at(CELL));
    else if (at("button.carc-held")) choose(at("button.carc-held"));
    else if (at("#carc-ghost")) rotate();
    else if (at("#carc-drop")) drop();
    else if (at("#carc-farms")) showFarms();
    else if (at("[data-place]")) {
      const { place } = at("[data-place]").dataset;
      bring(corner(numbers(place)));
      svg().scrollIntoView({ block: "nearest" });
      tell(() => place);
    } else if (at("#carc-map") && !at("[role=button]")) tellAt(event);
  });
  document.addEventListener("keydown", (event) => {
    const { target, key } = event;
    if (!svg() || event.ctrlKey || event.metaKey || event.altKey) return;
    if (target.closest?.("input:not([type=radio]), textarea, select")) return;
    const isPress = key === "Enter" || key === " ";
    if (isPress && target.matches?.(CELL)) {
      lay(target);
      by("carc-place").focus();
    } else if ((isPress && target.id === "carc-ghost") || key.toLowerCase() === "r") rotate();
    else if (key.toLowerCase() === "f") showFarms();
    else {
      if (key === "Escape") drop();
      return;
    }
    event.preventDefault();
  });

  // What my new tile joins is brought into view, and afterwards what was in view before.

  /** @type {any} */
  let before = null;
  let focused = "";
  function follow() {
    const focus = board().dataset.asked === "piece" ? svg().dataset.focus : "";
    if (focus === focused) return;
    focused = focus;
    if (focus) before ??= { ...plan().view, touched: plan().touched };
    plan().near = focus ? { box: numbers(focus), least: STANDING, most: CLOSEST } : null;
    if (focus || !before.touched) plan().rest();
    else plan().show(before, true);
    if (!focus) before = null;
  }
  const sized = ({ svg: map, view }) => map.style.setProperty("--pixel", 1 / view.scale);
  function changed() {
    if (!svg()) return;
    plan().on("change", sized);
    sized(plan());
    draw();
    tellNothing();
    if (features) withFeatures((shown) => shown.drawFarms());
    follow();
  }
  document.addEventListener("longtable:changed", () => setTimeout(changed));
  changed();
})();
