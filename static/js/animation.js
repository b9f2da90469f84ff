// Animates the change from the old position to the new one. Pieces (`data-piece`) are named by their
// value, or by the pictures they use. Pieces of one name are alike: each new one comes from the
// nearest that is gone, or is set down. Changed numbers (`data-count`) show the difference, and a
// gain comes from its `data-source` (with `data-yields`, only after a throw). Dice (`data-throw`)
// tumble. The page holds the new position before anything moves; a press ends all animations and
// still counts. volume.js plays the sounds; lazy/effects.js has flights and captions.
"use strict";

(() => {
  const NEAR = 4; // pixels, or units of a map, within which a piece has not moved
  const MOST = 40; // things that move at once; more appear
  const MINE = { way: 240, all: 400 }; // ms of one piece, and of all
  const THEIRS = { way: 420, all: 2500 };
  const GROUP = 160; // ms from one seat's pieces to the next's
  const HEIGHT = 18; // pixels from which a piece is set down
  const TOLD = 2; // entries of the log in a caption
  const READ = 2600; // ms that a caption stands
  const EASE = "cubic-bezier(0.2, 0.7, 0.3, 1)";

  // Arithmetic

  // What is here and was not: [piece, where it came from or null].
  /** @type {Longtable["moved"]} */
  function moved(before, now) {
    const found = [];
    for (const [name, places] of Map.groupBy(now, (place) => place.name)) {
      const gone = before.filter((place) => place.name === name);
      const fresh = places.filter((place) => {
        const stayed = gone.findIndex((old) => old.frame === place.frame && apart(old, place) < NEAR);
        if (stayed >= 0) gone.splice(stayed, 1);
        return stayed < 0;
      });
      for (const place of fresh) found.push([place, nearestOf(gone, place)]);
    }
    return found;
  }
  const apart = (one, other) => Math.hypot(one.x - other.x, one.y - other.y);
  const away = (one, other) => Math.hypot(one.left - other.left, one.top - other.top);
  function nearestOf(gone, place) {
    if (!gone.length) return null;
    const at = gone.reduce((best, old, n) => (away(old, place) < away(gone[best], place) ? n : best), 0);
    return gone.splice(at, 1)[0];
  }

  // Reading the page

  const root = document.documentElement;
  const { effects = "" } = /** @type {HTMLScriptElement} */ (document.currentScript)?.dataset ?? {};
  const found = document.getElementById("table");
  const calm = matchMedia("(prefers-reduced-motion: reduce)");
  const kind = () => (calm.matches ? "off" : root.dataset.motion || "full");
  if (!found) {
    window.longtable = { ...window.longtable, moved };
    return;
  }
  const table = found;

  function nameOf(element) {
    const pictures = element.matches("use") ? [element] : [...element.querySelectorAll("use")];
    return element.dataset.piece || pictures.map((one) => one.getAttribute("href")?.split("#")[1]).join(" ");
  }

  // What a piece lies in: a map, in its own units however it is panned and zoomed, or what has an id.
  const frameOf = (element) => element.closest("[data-map]") ?? element.parentElement.closest("[id]");
  function scaleOf(frame) {
    if (frame.matches("[data-map]")) return frame.getScreenCTM();
    const { left, top } = frame.getBoundingClientRect();
    return new DOMMatrix([1, 0, 0, 1, left, top]);
  }

  function places() {
    const scales = new Map();
    return [...table.querySelectorAll("[data-piece]")].flatMap((element) => {
      if (!element.checkVisibility({ visibilityProperty: true })) return [];
      const box = element.getBoundingClientRect();
      const [left, top] = [box.left + box.width / 2, box.top + box.height / 2];
      const frame = frameOf(element);
      if (!scales.has(frame)) scales.set(frame, scaleOf(frame).inverse());
      const { x, y } = new DOMPoint(left, top).matrixTransform(scales.get(frame));
      return [{ name: nameOf(element), element, frame: frame.id, x, y, left, top }];
    });
  }
  // Where places are on the screen now, though the page around them has changed.
  function still(places) {
    const scales = new Map();
    return places.map((place) => {
      const { frame, x, y } = place;
      if (!scales.has(frame)) {
        const found = document.getElementById(frame);
        scales.set(frame, found && scaleOf(found));
      }
      const scale = scales.get(frame);
      if (!scale) return place;
      const { x: left, y: top } = new DOMPoint(x, y).matrixTransform(scale);
      return { ...place, left, top };
    });
  }
  const countKey = (element) => `${element.closest("[id]").id} ${element.dataset.count}`;
  const numberOf = (element) => Number(element.textContent.match(/-?\d+/)?.[0]);
  const counted = () =>
    [...table.querySelectorAll("[data-count]")].map((element) => ({
      element,
      key: countKey(element),
      number: numberOf(element),
    }));
  const entries = () => [...table.querySelectorAll("#log-lines > [data-number]")];

  /** @type {any} how the page was before it is renewed */
  let before = null;
  let isMine = false;

  function remember() {
    finish();
    if (document.hidden || table.dataset.skipsAnimation) return;
    const last = Number(entries()[0]?.dataset.number ?? 0);
    const seen = { places: places(), counts: counted(), thrown: thrown() };
    before = { ...seen, last, isTurn: isTurn(), isOver: isOver() };
  }

  // Moving

  let running = [];
  /** @type {HTMLElement | null} */
  let caption = null;

  function finish() {
    for (const animation of running) animation.finish();
    running = [];
  }

  function animate(element, frames, duration, delay = 0, more = {}) {
    if (kind() === "off") return null;
    const animation = element.animate(frames, { duration, delay, easing: EASE, fill: "backwards", ...more });
    running.push(animation);
    return animation;
  }

  // A way in pixels of the screen, in the units in which this element is drawn.
  function within(element, dx, dy) {
    const matrix = element instanceof SVGGraphicsElement && element.ownerSVGElement && element.getScreenCTM();
    if (!matrix) return [dx, dy];
    const { a, b, c, d } = matrix.inverse();
    return [a * dx + c * dy, b * dx + d * dy];
  }

  const isSeen = ({ left, top }) => left >= 0 && left <= innerWidth && top >= 0 && top <= innerHeight;

  function travel([place, from], pace, delay) {
    const { element } = place;
    if (kind() === "brief" || !from) setDown(element, pace.way, delay);
    else come(element, from.left - place.left, from.top - place.top, pace.way, delay);
  }
  function come(element, right, down, duration, delay) {
    const [dx, dy] = within(element, right, down);
    const start = { transform: `translate(${dx}px, ${dy}px)` };
    animate(element, [start, { transform: "none" }], duration, delay, { composite: "add" });
  }
  function setDown(element, duration, delay) {
    come(element, 0, -HEIGHT, duration, delay);
    animate(element, [{ opacity: 0 }, { opacity: 1 }], duration / 2, delay);
  }

  // One seat's pieces after another's, all of them within the time there is.
  function play(ways, pace) {
    const bySeat = Map.groupBy(ways, ([{ element }]) => element.closest("[data-seat]")?.dataset.seat ?? "");
    const step = Math.min(GROUP, (pace.all - pace.way) / Math.max(1, bySeat.size));
    [...bySeat.values()].forEach((some, turn) => some.forEach((way) => travel(way, pace, turn * step)));
  }

  function count(old) {
    const changed = [];
    const were = new Map(old.map(({ key, number }) => [key, number]));
    const gain = ({ key, number }) => number - were.get(key);
    for (const one of counted().filter((one) => gain(one) && one.element.checkVisibility())) {
      const [element, by] = [one.element, gain(one)];
      changed.push(element);
      animate(element, [{ scale: 1.35 }, { scale: 1 }], 700);
      if (kind() === "off") continue;
      element.dataset.gain = by > 0 ? `+${by}` : `−${-by}`;
      running.at(-1).onfinish = () => delete element.dataset.gain;
    }
    return changed;
  }

  const thrown = () => table.querySelector("[data-throw]")?.dataset.throw;

  function tumble() {
    const dice = [...table.querySelectorAll("[data-throw] > *")];
    dice.forEach((die, n) => {
      const turn = n % 2 ? -320 : 280;
      animate(die, [{ rotate: `${turn}deg`, scale: 0.4 }, { rotate: "0deg", scale: 1 }], 420 + 80 * n);
    });
  }

  // What of it can be heard: materials.
  const materialOf = (element, usual) => element.closest("[data-sound]")?.dataset.sound ?? usual;
  const isMineToSee = (element) => Boolean(element.closest("#dock, .is-me, [data-board]"));

  // What the others did, for as long as it takes to read it: the newest lines of the log.
  function tell(news) {
    caption?.remove();
    if (!news.length) return;
    const shown = Object.assign(document.createElement("div"), { className: "caption" });
    shown.setAttribute("aria-hidden", "true");
    for (const entry of news.slice(0, TOLD).toReversed()) {
      const line = document.createElement("p");
      line.dataset.seat = entry.dataset.seat;
      line.textContent = [...entry.querySelectorAll("p")].map((one) => (one.firstChild?.textContent ?? "").trim()).join(" ");
      shown.append(line);
    }
    table.append(shown);
    setTimeout(() => shown.remove(), READ);
    caption = shown;
  }

  async function perform(line, isEnd, gained) {
    if (kind() !== "full" || !(line || isEnd || gained.length)) return;
    await window.longtable.later(effects);
    for (const [number, source] of gained) window.longtable.fly(number, source, THEIRS.way);
    if (isEnd) window.longtable.stage();
    else if (line) window.longtable.moment(line);
  }

  const isOver = () => Boolean(document.querySelector(".result"));
  const isTurn = () => Boolean(document.querySelector("#turn-bar.is-mine"));

  function show() {
    if (!before) return;
    const was = before;
    before = null;
    const all = moved(still(was.places), places());
    const ways = all.filter(([place, from]) => isSeen(place) || (from && isSeen(from)));
    if (ways.length <= MOST) play(ways, isMine ? MINE : THEIRS);
    const sounds = new Set(ways.map(([{ element }]) => materialOf(element, "wood")));
    const isThrown = thrown() !== was.thrown;
    const gained = [];
    for (const number of count(was.counts).filter(isMineToSee)) {
      sounds.add(materialOf(number, "coin"));
      const from = `[data-source="${number.dataset.count}"]${isThrown ? "" : ":not([data-yields])"}`;
      const source = number.dataset.gain?.startsWith("+") && table.querySelector(from);
      if (source) gained.push([number, source]);
    }
    if (isThrown) {
      tumble();
      sounds.add("dice");
    }
    const news = entries().filter((one) => Number(one.dataset.number) > was.last);
    if (!isMine && kind() !== "off") tell(news.filter((one) => one.dataset.seat));
    if (!was.isTurn && isTurn()) {
      animate(document.getElementById("prompt"), [{ translate: "-12px 0", opacity: 0 }, {}], 500);
      sounds.add("turn");
    }
    const isEnd = isOver() && !was.isOver;
    const [line] = news.flatMap((one) => [...one.querySelectorAll("[data-moment]")].toReversed());
    void perform(line, isEnd, gained);
    if (isEnd) sounds.add("end");
    else if (line) sounds.add("moment");
    document.dispatchEvent(new CustomEvent("longtable:heard", { detail: [...sounds] }));
    isMine = false;
  }

  document.addEventListener("htmx:before:request", ({ detail: { ctx } }) => {
    if (ctx.target === table) isMine = ctx.request.method === "POST";
  });
  document.addEventListener("htmx:before:swap", ({ detail: { ctx } }) => {
    if (ctx.target === table) remember();
  });
  document.addEventListener("longtable:changed", show);
  for (const pressed of ["pointerdown", "keydown"]) {
    document.addEventListener(pressed, () => {
      finish();
      caption?.remove();
    }, true);
  }

  window.longtable = { ...window.longtable, moved, remember, animate };
})();
