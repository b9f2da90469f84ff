// The board of Carcassonne: panning and zooming, laying and turning my tile before it is handed
// in, and features lit up under the pointer. The page is morphed in place after every change:
// nodes are looked up anew each time, and what this script drew is drawn again.
"use strict";

(() => {
  const SVG = "http://www.w3.org/2000/svg";
  const TILE = 100;
  const LEAST = 0.12;
  const MOST = 5;
  const DRAG = 6; // pixels that make a drag out of a tap
  const READABLE = 0.5; // pixels a unit at which a whole board is still pleasant to read
  const FAR = 0.5; // below it pieces are drawn larger than they are
  const coarse = matchMedia("(pointer: coarse)");
  const still = matchMedia("(prefers-reduced-motion: reduce)");

  const board = () => document.querySelector(".carc");
  const map = () => document.getElementById("carc-map");
  const by = (id) => document.getElementById(id);
  const part = (name) => by(`carc-${name}`);

  // The view: what lies in the middle, and how many pixels a unit has

  let view = null;
  let moving = 0;
  let touched = false; // whether the person moved the view since it last moved by itself
  let before = null; // the view to go back to after a piece was put

  function size() {
    const box = map().getBoundingClientRect();
    return { left: box.left, top: box.top, wide: box.width || 1, tall: box.height || 1 };
  }
  function numbers(text) {
    return text.split(" ").map(Number);
  }
  function apply() {
    const { wide, tall } = size();
    const w = wide / view.scale;
    const h = tall / view.scale;
    const text = [view.x - w / 2, view.y - h / 2, w, h].map((n) => n.toFixed(2)).join(" ");
    if (map().getAttribute("viewBox") !== text) map().setAttribute("viewBox", text);
    map().classList.toggle("is-far", view.scale < FAR);
  }
  function limited(next) {
    const [left, top, wide, tall] = numbers(map().dataset.box);
    return {
      scale: Math.min(MOST, Math.max(LEAST, next.scale)),
      x: Math.min(left + wide, Math.max(left, next.x)),
      y: Math.min(top + tall, Math.max(top, next.y)),
    };
  }
  function show(next, smooth = false) {
    const goal = limited(next);
    cancelAnimationFrame(moving);
    if (!smooth || !view || still.matches) {
      view = goal;
      apply();
      return;
    }
    const from = view;
    const start = performance.now();
    const step = (now) => {
      const t = Math.min(1, (now - start) / 220);
      const k = 1 - (1 - t) ** 3;
      view = {
        scale: from.scale * (goal.scale / from.scale) ** k,
        x: from.x + (goal.x - from.x) * k,
        y: from.y + (goal.y - from.y) * k,
      };
      if (!map()) return;
      apply();
      if (t < 1) moving = requestAnimationFrame(step);
    };
    moving = requestAnimationFrame(step);
  }
  function fitting([left, top, wide, tall], most) {
    const room = size();
    return {
      x: left + wide / 2,
      y: top + tall / 2,
      scale: Math.min(room.wide / wide, room.tall / tall, most),
    };
  }
  const whole = () => fitting(numbers(map().dataset.box), 1.6);
  function newest() {
    const [left, top, wide, tall] = numbers(board().dataset.focus);
    const near = fitting([left - 150, top - 150, wide + 300, tall + 300], 1.25);
    if (near.scale >= READABLE) return near;
    const [x, y] = lastCell();
    return { x: x + 50, y: y + 50, scale: READABLE };
  }
  function opening() {
    const all = whole();
    show(all.scale >= READABLE ? all : newest());
  }
  function zoom(factor, clientX, clientY) {
    const { left, top, wide, tall } = size();
    const dx = (clientX === undefined ? 0 : clientX - left - wide / 2) / view.scale;
    const dy = (clientY === undefined ? 0 : clientY - top - tall / 2) / view.scale;
    const scale = Math.min(MOST, Math.max(LEAST, view.scale * factor));
    const k = 1 - view.scale / scale;
    show({ scale, x: view.x + dx * k, y: view.y + dy * k }, clientX === undefined);
    touched = true;
  }
  function pan(dx, dy, smooth) {
    show({ ...view, x: view.x + dx / view.scale, y: view.y + dy / view.scale }, smooth);
    touched = true;
  }
  function look(what) {
    touched = true;
    if (what === "in") zoom(1.4);
    else if (what === "out") zoom(1 / 1.4);
    else if (what === "all") show(whole(), true);
    else show(newest(), true);
  }
  function isInView([left, top, wide, tall]) {
    const room = size();
    return (
      Math.abs(left + wide / 2 - view.x) < (room.wide / view.scale - wide) / 2 &&
      Math.abs(top + tall / 2 - view.y) < (room.tall / view.scale - tall) / 2
    );
  }
  function unit(clientX, clientY) {
    const { left, top, wide, tall } = size();
    return {
      x: view.x + (clientX - left - wide / 2) / view.scale,
      y: view.y + (clientY - top - tall / 2) / view.scale,
    };
  }

  // My tile, laid and turned here before it is handed in

  let ghost = null; // {cell, tile, turns, at}

  const cells = () => [...document.querySelectorAll(".carc-cell")];
  const cellOf = (name) => by(`c${name.replace(",", "_")}`);
  function held() {
    const chosen = document.querySelector("input[name=carc-tile]:checked");
    if (chosen) return chosen.value;
    return cells()[0]?.dataset.turns.split(":")[0];
  }
  function turnsAt(cell, tile) {
    const found = cell.dataset.turns.split(" ").find((text) => text.split(":")[0] === tile);
    return found ? found.split(":")[1].split(",") : [];
  }
  function lay(cell) {
    const tile = held();
    const turns = turnsAt(cell, tile);
    if (!turns.length) return;
    if (ghost?.cell === cell.dataset.cell && ghost.tile === tile) turn();
    else ghost = { cell: cell.dataset.cell, tile, turns, at: 0 };
    drawGhost();
    const [x, y] = ghost.cell.split(",").map(Number);
    const least = coarse.matches ? 0.7 : 0.4; // large enough to see which way it lies
    if (view.scale < least || !isInView([x * TILE, -y * TILE, TILE, TILE])) {
      show({ x: x * TILE + 50, y: -y * TILE + 50, scale: Math.max(view.scale, least) }, true);
    }
  }
  function turn() {
    if (!ghost) return;
    ghost.at = (ghost.at + 1) % ghost.turns.length;
    drawGhost();
  }
  function drop() {
    ghost = null;
    drawGhost();
  }
  function hand() {
    if (!ghost) return;
    const named = board().dataset.named ? ` ${ghost.tile}` : "";
    window.longtable.draft([`place ${ghost.cell} ${ghost.turns[ghost.at]}${named}`]);
  }
  function drawGhost() {
    const layer = part("ghost");
    const open = cells();
    const tile = held();
    if (ghost && (!cellOf(ghost.cell) || !turnsAt(cellOf(ghost.cell), ghost.tile).length)) ghost = null;
    if (ghost && ghost.tile !== tile) ghost = null;
    for (const cell of open) {
      cell.classList.toggle("is-off", !turnsAt(cell, tile).length);
      cell.classList.toggle("is-dim", Boolean(ghost));
      cell.classList.toggle("is-under", ghost?.cell === cell.dataset.cell);
    }
    let group = layer.firstElementChild;
    if (!ghost) {
      group?.remove();
    } else {
      if (!group) {
        group = document.createElementNS(SVG, "g");
        group.append(document.createElementNS(SVG, "use"), document.createElementNS(SVG, "rect"));
        group.lastChild.setAttribute("width", TILE);
        group.lastChild.setAttribute("height", TILE);
        layer.append(group);
      }
      const [x, y] = ghost.cell.split(",").map(Number);
      const place = `translate(${x * TILE} ${-y * TILE}) rotate(${ghost.turns[ghost.at]} 50 50)`;
      const art = `${board().dataset.sprite}#${ghost.tile}`;
      group.setAttribute("transform", place);
      if (group.firstChild.getAttribute("href") !== art) group.firstChild.setAttribute("href", art);
      group.dataset.turn = ghost.turns[ghost.at];
    }
    drawActions(open.some((cell) => !cell.classList.contains("is-off")));
  }
  function drawActions(fits) {
    const say = part("say");
    if (!say) return;
    const text = !ghost
      ? fits ? say.dataset.tap : say.dataset.none
      : ghost.turns.length > 1 ? say.dataset.turn : say.dataset.only;
    if (say.textContent !== text) say.textContent = text;
    part("turn").hidden = !ghost || ghost.turns.length < 2;
    part("lay").hidden = !ghost;
    part("drop").hidden = !ghost;
  }

  // Features: where they reach, and what they are worth

  let regions = null; // "p-0" -> Path2D
  let lit = "";
  const pencil = document.createElement("canvas").getContext("2d");

  let learning = null;
  function learnRegions() {
    learning ??= fetchRegions();
    return learning;
  }
  async function fetchRegions() {
    const text = await (await fetch(board().dataset.sprite)).text();
    const found = new Map();
    for (const [, id, outline] of text.matchAll(/<path id="([a-z_]+-\d+)" d="([^"]*)"/g)) {
      found.set(id, outline);
    }
    regions = found;
  }
  function regionsOf(tile) {
    const found = [];
    for (let n = 0; regions.has(`${tile}-${n}`); n += 1) {
      const key = `${tile}-${n}`;
      if (typeof regions.get(key) === "string") regions.set(key, new Path2D(regions.get(key)));
      found.push(regions.get(key));
    }
    return found;
  }
  function segmentAt(clientX, clientY) {
    if (!regions) return null;
    const { x, y } = unit(clientX, clientY);
    const column = Math.floor(x / TILE);
    const row = -Math.floor(y / TILE);
    const tile = by(`t${column}_${row}`);
    if (!tile) return null;
    let dx = x - column * TILE;
    let dy = y + row * TILE;
    for (let n = Number(tile.dataset.turn); n > 0; n -= 90) [dx, dy] = [dy, TILE - dx];
    const found = regionsOf(tile.dataset.tile);
    // roads lie over farms, and cities over both: the last that fits among the first kinds
    const hits = found.map((outline, n) => (pencil.isPointInPath(outline, dx, dy, "evenodd") ? n : -1));
    const hit = hits.find((n) => n >= 0);
    return hit === undefined ? null : `${column},${row},${hit}`;
  }
  const land = () => [...document.querySelectorAll("#carc-land [data-places], #carc-empty [data-places]")];
  const featureOf = (place) => land().find((one) => ` ${one.dataset.places} `.includes(` ${place} `));

  function area(feature) {
    const group = document.createElementNS(SVG, "g");
    const [leader] = feature.dataset.leaders.split(" ");
    if (leader) group.dataset.seat = leader;
    for (const place of feature.dataset.places.split(" ")) {
      const [x, y, n] = place.split(",");
      const tile = by(`t${x}_${y}`);
      if (!tile) continue;
      const use = document.createElementNS(SVG, "use");
      use.setAttribute("href", `${board().dataset.sprite}#${tile.dataset.tile}-${n}`);
      use.setAttribute("transform", tile.getAttribute("transform"));
      group.append(use);
    }
    return group;
  }
  function light(feature) {
    const id = feature ? `${feature.dataset.places}|${feature.dataset.text}` : "";
    if (id === lit) return;
    lit = id;
    part("glow").querySelector(".is-one")?.remove();
    const card = part("card");
    card.hidden = !feature;
    if (!feature) return;
    const group = area(feature);
    group.classList.add("is-one");
    part("glow").append(group);
    const title = card.querySelector("a");
    title.textContent = feature.dataset.title;
    title.href = feature.dataset.note;
    card.lastElementChild.textContent = feature.dataset.text;
    const [leader] = feature.dataset.leaders.split(" ");
    if (leader) card.dataset.seat = leader;
    else delete card.dataset.seat;
  }

  let farms = false;
  function drawFarms() {
    for (const old of part("glow").querySelectorAll(".is-farm-area")) old.remove();
    document.querySelector("[data-farms]").setAttribute("aria-pressed", String(farms));
    if (!farms) return;
    for (const feature of land().filter((one) => one.dataset.terrain === "farm")) {
      const group = area(feature);
      group.classList.add("is-farm-area");
      group.classList.toggle("is-free", !feature.dataset.leaders);
      part("glow").prepend(group);
    }
  }

  // Pointers: drag to pan, two fingers to zoom, a tap does what lies under it

  const fingers = new Map();
  let dragged = false;
  let spread = 0;
  let asked = 0;

  const isMap = (target) => Boolean(target.closest?.("#carc-map"));
  function middle() {
    const all = [...fingers.values()];
    return {
      x: all.reduce((sum, one) => sum + one.x, 0) / all.length,
      y: all.reduce((sum, one) => sum + one.y, 0) / all.length,
    };
  }
  function apart() {
    const [a, b] = [...fingers.values()];
    return b ? Math.hypot(a.x - b.x, a.y - b.y) : 0;
  }
  document.addEventListener("pointerdown", (event) => {
    if (!isMap(event.target) || event.button > 0) return;
    if (!fingers.size) dragged = false;
    cancelAnimationFrame(moving);
    fingers.set(event.pointerId, { x: event.clientX, y: event.clientY, fromX: event.clientX, fromY: event.clientY });
    spread = apart();
  });
  document.addEventListener("pointermove", (event) => {
    const finger = fingers.get(event.pointerId);
    if (!finger) {
      if (event.pointerType === "mouse" && board()) hover(event);
      return;
    }
    if (!map()) return;
    const far = Math.hypot(event.clientX - finger.fromX, event.clientY - finger.fromY);
    if (!dragged && far < DRAG && fingers.size < 2) return;
    if (!dragged) {
      dragged = true;
      map().setPointerCapture(event.pointerId);
      map().classList.add("is-dragged");
    }
    const was = middle();
    finger.x = event.clientX;
    finger.y = event.clientY;
    const is = middle();
    const wide = apart();
    if (spread && wide) {
      zoom(wide / spread, is.x, is.y);
      spread = wide;
    }
    pan(was.x - is.x, was.y - is.y);
  });
  for (const name of ["pointerup", "pointercancel"]) {
    document.addEventListener(name, (event) => {
      fingers.delete(event.pointerId);
      spread = apart();
      for (const finger of fingers.values()) {
        finger.fromX = finger.x;
        finger.fromY = finger.y;
      }
      if (!fingers.size) map()?.classList.remove("is-dragged");
    });
  }
  document.addEventListener(
    "click",
    (event) => {
      if (!dragged || !isMap(event.target)) return;
      dragged = false;
      event.stopPropagation();
      event.preventDefault();
    },
    true,
  );
  document.addEventListener(
    "wheel",
    (event) => {
      if (!isMap(event.target)) return;
      event.preventDefault();
      const lines = event.deltaMode === 1 ? 24 : 1;
      if (event.shiftKey || Math.abs(event.deltaX) > Math.abs(event.deltaY)) {
        pan((event.deltaX || event.deltaY) * lines, event.shiftKey ? 0 : event.deltaY * lines);
      } else {
        zoom(Math.exp((-event.deltaY * lines) / (event.ctrlKey ? 120 : 480)), event.clientX, event.clientY);
      }
    },
    { passive: false },
  );
  let resting = null; // where the mouse was last
  function hover(event) {
    resting = event;
    cancelAnimationFrame(asked);
    asked = requestAnimationFrame(() => {
      if (!map()) return;
      const { clientX, clientY } = resting;
      const target = document.elementFromPoint(clientX, clientY) ?? document.body;
      if (isMap(target) && !target.closest(".carc-cell")) {
        if (!regions) {
          learnRegions().then(() => hover(resting));
          return;
        }
        const place = segmentAt(clientX, clientY);
        light(place ? featureOf(place) : null);
      } else if (!target.closest?.("#carc-land")) {
        light(null);
      }
    });
  }

  // Taps

  document.addEventListener("click", (event) => {
    const target = event.target;
    if (!board() || !target.closest) return;
    const cell = target.closest(".carc-cell");
    if (cell) return lay(cell);
    const button = target.closest(".carc button");
    if (button?.dataset.view) return look(button.dataset.view);
    if (button?.dataset.pan) {
      const [x, y] = numbers(button.dataset.pan);
      return pan(x * size().wide * 0.3, y * size().tall * 0.3, true);
    }
    if (button?.dataset.farms !== undefined) {
      farms = !farms;
      return drawFarms();
    }
    if (button?.dataset.do) return { turn, lay: hand, drop }[button.dataset.do]();
    if (button?.dataset.places) {
      light(button);
      const [x, y] = button.dataset.places.split(",").map(Number);
      if (!isInView([x * TILE, -y * TILE, TILE, TILE])) show({ ...view, x: x * TILE + 50, y: -y * TILE + 50 }, true);
      return undefined;
    }
    if (isMap(target) && !target.closest("[data-move]")) {
      const { clientX, clientY } = event;
      const answer = () => {
        const place = segmentAt(clientX, clientY);
        light(place ? featureOf(place) : null);
      };
      if (regions) answer();
      else learnRegions().then(answer);
    }
    return undefined;
  });
  document.addEventListener("focusin", (event) => {
    const button = event.target.closest?.("#carc-land button");
    if (button) light(button);
    const spot = event.target.closest?.(".carc-cell, .carc-place");
    if (!spot || !event.target.matches(":focus-visible")) return;
    const box = spot.getBBox();
    const move = spot.getAttribute("transform")?.match(/-?[\d.]+/g)?.map(Number) ?? [0, 0];
    const at = [box.x + move[0], box.y + move[1], box.width, box.height];
    if (!isInView(at)) show({ ...view, x: at[0] + at[2] / 2, y: at[1] + at[3] / 2 }, true);
  });
  document.addEventListener("change", (event) => {
    if (event.target.name === "carc-tile") drawGhost();
  });

  // Keys

  const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
  document.addEventListener("keydown", (event) => {
    if (!event.target.closest?.(".carc-frame") || event.ctrlKey || event.metaKey || event.altKey) return;
    const cell = event.target.closest(".carc-cell");
    const key = event.key;
    if (cell && (key === "Enter" || key === " ")) {
      lay(cell);
      (part("turn").hidden ? part("lay") : part("turn")).focus();
    } else if (ARROWS[key] && event.target.type !== "radio") {
      const [x, y] = ARROWS[key];
      pan(x * size().wide * 0.18, y * size().tall * 0.18, true);
    } else if (key === "+" || key === "=") look("in");
    else if (key === "-") look("out");
    else if (key === "0") look("all");
    else if (key === "n" || key === "N") look("last");
    else if (key === "r" || key === "R") turn();
    else if (key === "p" || key === "P") hand();
    else if (key === "f" || key === "F") {
      farms = !farms;
      drawFarms();
    } else if (key === "Escape") {
      drop();
      light(null);
    } else return;
    event.preventDefault();
  });

  // After every change of the page

  document.addEventListener("htmx:before:morph:attr", (event) => {
    const { attrName } = event.detail ?? {};
    if (attrName === "viewBox" && event.target.id === "carc-map") event.preventDefault();
  });

  let seen = "";
  function follow() {
    const focus = board().dataset.focus;
    const places = document.querySelectorAll(".carc-place");
    if (places.length) {
      const fine = coarse.matches ? 2.05 : 1.35;
      const [left, top] = document.querySelector(".carc-last") ? lastCell() : [view.x, view.y];
      const tile = [left, top, TILE, TILE];
      if (!before) before = { ...view };
      if (view.scale < fine || !isInView(tile)) {
        show({ x: left + 50, y: top + 50, scale: Math.max(view.scale, fine) }, true);
      }
      touched = false;
    } else {
      if (before && !touched) show(before, true);
      before = null;
      if (seen && focus !== seen) {
        const [left, top] = lastCell();
        if (!isInView([left, top, TILE, TILE]) && !fingers.size) {
          show({ ...view, x: left + 50, y: top + 50 }, true);
        }
      }
    }
    seen = focus;
  }
  function lastCell() {
    const last = document.querySelector("#carc-news .carc-last");
    return [Number(last.getAttribute("x")), Number(last.getAttribute("y"))];
  }
  function askHere() {
    const sure = by("sure");
    if (sure && document.activeElement !== sure) sure.focus({ preventScroll: true });
  }
  let folded = false;
  function changed() {
    if (!map()) return;
    if (!view) opening();
    light(null);
    if (resting) hover(resting);
    drawGhost();
    drawFarms();
    follow();
    apply();
    askHere();
    const moves = by("moves");
    if (moves && !folded) {
      folded = true; // once: whoever opens the list keeps it open
      moves.open = false;
    }
  }
  document.documentElement.classList.add("carc-live");
  document.addEventListener("longtable:changed", changed);
  addEventListener("resize", () => map() && view && apply());
  changed();
})();
