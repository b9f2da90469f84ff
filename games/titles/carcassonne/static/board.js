// My tile turned and laid before it is handed in, and features lit up under the pointer. The map is
// js/map.js. What this script drew is drawn again after every change.
"use strict";

(() => {
  const TILE = 100;
  const TURNABLE = 0.6; // pixels a unit: one sees which way a tile lies
  const [STANDING, CLOSEST] = [1, 1.8]; // to put a piece
  const by = (id) => document.getElementById(id);
  const all = (selector) => [...document.querySelectorAll(selector)];
  const svg = () => by("carc-map");
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
    by("carc-say").textContent = isFitting ? "" : by("carc-say").dataset.none;
    place.value = way?.move ?? "";
    place.dataset.preview = way?.preview ?? "";
    if (way?.isFinal) place.dataset.final = place.dataset.sure;
    else delete place.dataset.final;
    window.longtable.say?.(place.dataset.preview);
  }

  // Features: where they reach

  let regions = null; // "p-0" -> {kind, ports, outline}
  let learning = null;
  const pencil = document.createElement("canvas").getContext("2d");
  const REGION = /<path id="(\w+-\d+)" data-kind="(\w+)" data-ports="([^"]*)" d="([^"]*)"/g;
  async function learn() {
    const text = await (await fetch(board().dataset.sprite)).text();
    regions = new Map();
    for (const [, id, kind, ports, outline] of text.matchAll(REGION)) {
      regions.set(id, { kind, ports: ports ? numbers(ports) : [], outline: new Path2D(outline) });
    }
  }
  function whenLearnt(then) {
    learning ??= learn();
    learning.then(() => svg() && then());
  }
  // The tile at a cell: its segments in its own turn, and how it is turned.
  function lying(x, y) {
    const one = by(`t${x}_${y}`);
    if (!one) return null;
    const { tile: id, turn: turned } = one.dataset;
    const found = [];
    while (regions.has(`${id}-${found.length}`)) found.push(regions.get(`${id}-${found.length}`));
    return { id, found, turns: turned / 90, place: one.getAttribute("transform") };
  }
  function segmentAt(clientX, clientY) {
    const at = plan().unit(clientX, clientY);
    const [column, row] = [Math.floor(at.x / TILE), -Math.floor(at.y / TILE)];
    const there = lying(column, row);
    let [x, y] = [at.x - column * TILE, at.y + row * TILE];
    for (let n = there?.turns; n > 0; n -= 1) [x, y] = [y, TILE - x];
    const number = there?.found.findIndex(({ outline }) => pencil.isPointInPath(outline, x, y, "evenodd"));
    return number >= 0 ? `${column},${row},${number}` : "";
  }
  // All parts of the feature of a part: what crosses an edge goes on behind it.
  const SIDES = [[0, 1], [1, 0], [0, -1], [-1, 0]];
  function extent(from) {
    const parts = new Set([from]);
    for (const part of parts) {
      const [x, y, n] = numbers(part);
      const { found, turns } = lying(x, y);
      for (const port of found[n].ports) {
        const turned = (port + 3 * turns) % 12;
        const side = Math.floor(turned / 3);
        const there = [x + SIDES[side][0], y + SIDES[side][1]];
        const next = lying(...there);
        const facing = (3 * side + 8 - (turned % 3) + 12 - 3 * next?.turns) % 12;
        const number = next?.found.findIndex(({ ports }) => ports.includes(facing));
        if (number >= 0) parts.add(`${there},${number}`);
      }
    }
    return parts;
  }
  const ownerOf = (parts) => all(".carc-features [data-place]").find((one) => parts.has(one.dataset.place));
  function light(part, name) {
    const parts = extent(part);
    const owner = ownerOf(parts);
    const group = document.createElementNS(svg().namespaceURI, "g");
    group.setAttribute("class", owner ? name : `${name} is-free`);
    if (owner) group.dataset.seat = owner.dataset.leader;
    for (const one of parts) {
      const [x, y, n] = numbers(one);
      const { id, place } = lying(x, y);
      const use = document.createElementNS(svg().namespaceURI, "use");
      use.setAttribute("href", `${board().dataset.sprite}#${id}-${n}`);
      use.setAttribute("transform", place);
      group.append(use);
    }
    by("carc-glow").append(group);
    return { parts, owner };
  }
  function unlight(name) {
    for (const old of all(`#carc-glow .${name}`)) old.remove();
  }
  let shown = "";
  function tell(part) {
    if (part === shown) return;
    shown = part;
    unlight("is-one");
    if (!part) return;
    const { parts, owner } = light(part, "is-one");
    const [x, y, n] = numbers(part);
    const { kinds, tiles, free } = board().dataset;
    const size = new Set([...parts].map((one) => one.replace(/,\d+$/, ""))).size;
    const kind = JSON.parse(kinds)[lying(x, y).found[n].kind];
    window.longtable.say?.(
      owner ? `${owner.dataset.title}: ${owner.dataset.text}` : `${kind}. ${tiles.replace("%n", size)}. ${free}`,
    );
  }
  const tellAt = ({ clientX, clientY }) => whenLearnt(() => tell(segmentAt(clientX, clientY)));

  let isFarming = false;
  function drawFarms() {
    unlight("is-farm-area");
    set(by("carc-farms"), "aria-pressed", String(isFarming));
    const seen = new Set();
    for (const one of isFarming ? all("#carc-map [data-tile]") : []) {
      const [x, y] = numbers(one.id.slice(1));
      for (const [n, { kind }] of lying(x, y).found.entries()) {
        if (kind !== "farm" || seen.has(`${x},${y},${n}`)) continue;
        for (const part of light(`${x},${y},${n}`, "is-farm-area").parts) seen.add(part);
      }
    }
  }
  function showFarms() {
    isFarming = !isFarming;
    whenLearnt(drawFarms);
  }

  // Pointers and keys

  let asked = 0;
  document.addEventListener("pointermove", (event) => {
    if (event.pointerType !== "mouse" || !svg()) return;
    cancelAnimationFrame(asked);
    asked = requestAnimationFrame(() => {
      if (event.target.closest?.("#carc-map") && !event.target.closest("[role=button]")) tellAt(event);
      else tell("");
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
      whenLearnt(() => tell(place));
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

  let before = null;
  let focused = "";
  function follow() {
    const focus = board().dataset.asked === "piece" ? svg().dataset.focus : "";
    if (focus === focused) return;
    focused = focus;
    if (focus) {
      before ??= { ...plan().view, touched: plan().touched };
      const near = window.longtable.views.fit(numbers(focus), plan().room, CLOSEST);
      plan().show({ ...near, scale: Math.max(near.scale, STANDING) }, true);
    } else {
      if (before.touched) plan().show(before, true);
      else plan().rest();
      before = null;
    }
  }
  const sized = ({ svg: map, view }) => map.style.setProperty("--pixel", 1 / view.scale);
  function changed() {
    if (!svg()) return;
    plan().on("change", sized);
    sized(plan());
    draw();
    tell("");
    if (regions) drawFarms();
    follow();
  }
  document.addEventListener("longtable:changed", () => setTimeout(changed));
  changed();
})();
