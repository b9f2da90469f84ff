// The map of Clans of Caledonia. `data-choose="cow"` selects that unit; a second press deselects it.
// `data-ways` lists the moves of a space: "cow=12" places one for £12, "row@4,2" and "swap@cow" are free.

import { all, byId, drawAlways, fill, isPressKey, setChosen } from "../../js/dom.js";
import { findMap } from "../../js/map.js";
import { restingView } from "../../js/map-view.js";

const READABLE = 0.92; // pixels a unit: below that, costs are not readable
const REACH_SCALE = 0.68; // pixels a unit, on a phone while a unit is chosen
const PHONE_WIDTH = 500;
const LOOKS = ["is-off", "is-lit", "is-away", "is-short"];
const boardMap = () => findMap(byId("cal-map"));
/** @type {any} */
let texts = {};
let chosen = ""; // unit
/** @type {boolean | undefined} */
let isSettled; // whether settlements are shown, once somebody chose

const pounds = (n) => fill(texts.pound, { n });

// The moves on a space. `lacks`: how many pounds are missing. `isAway`: needs another shipping level.
function waysOf({ dataset, classList }) {
  const isAway = classList.contains("is-far-off");
  const ways = dataset.ways.split(" ").map((way) => {
    const [key, value] = way.split(/[=@]/);
    const [verb, unit] = way.includes("@") ? [key, value] : [texts.verb, key];
    const art = verb === "row" ? "worker" : unit;
    const total = verb === texts.verb ? Number(value) : 0;
    const [name, brings] = texts.units[art];
    const change = total ? `${pounds(texts.money)} → ${pounds(texts.money - total)}` : "";
    return {
      art,
      total,
      verb,
      isAway,
      unit: verb === "row" ? way : unit,
      lacks: Math.max(0, total + (isAway ? texts.ship : 0) - texts.money),
      move: verb === "swap" ? `swap ${dataset.at} ${unit}` : `${verb} ${unit} ${dataset.at}`,
      label: fill(texts.labels[verb], { u: name, s: dataset.name, o: texts.names?.[unit], p: pounds(total) }),
      preview: verb === "row" ? "" : [change, brings, dataset.brings].filter(Boolean).join(" · "),
    };
  });
  return ways.filter((way) => !chosen || way.unit === chosen);
}
function why({ isAway, lacks }) {
  return isAway ? fill(texts.away, { p: pounds(texts.ship) }) : fill(texts.short, { p: pounds(lacks) });
}

function show(spot) {
  const ways = waysOf(spot);
  const now = ways.filter((way) => !way.isAway && !way.lacks);
  const one = now[0] ?? ways.find((way) => chosen || !way.isAway);
  const look = !one ? "is-off" : now.length ? "is-lit" : one.isAway ? "is-away" : "is-short";
  for (const each of LOOKS) spot.classList.toggle(each, each === look);
  spot.classList.toggle("is-fourth", Boolean(texts.units[chosen]?.[2]));
  const isSingle = now.length === 1;
  const isPlacing = now.length > 1 && one.verb === "place";
  const totals = isPlacing ? now.map((way) => way.total) : [Math.min(...now.map((way) => way.total))];
  const least = totals.map(pounds).join(" · ");
  const label = isSingle ? one.label : now.length ? fill(texts.from, { s: spot.dataset.name, p: least }) : one && `${one.label}: ${why(one)}`;
  const values = {
    role: now.length ? "button" : "img",
    tabindex: now.length ? "0" : null,
    "data-move": isSingle ? one.move : null,
    "data-sheet": now.length > 1 ? "cal-sheet" : null,
    "data-lit": now.length > 1 ? "" : null,
    "data-preview": isSingle ? one.preview : label,
    "aria-label": isSingle && one.preview ? `${label}. ${one.preview}` : label,
  };
  for (const [key, value] of Object.entries(values)) {
    if (one && value !== null) spot.setAttribute(key, value);
    else spot.removeAttribute(key);
  }
  if (!one) return;
  const text = now.length ? (one.verb === texts.verb ? least : "") : !chosen ? "" : one.isAway ? `+${pounds(texts.ship)}` : why(one);
  const [box, line] = spot.querySelector(".cal-pill").children;
  line.textContent = text;
  box.setAttribute("width", text.length * 11 + 15);
  box.setAttribute("x", -(text.length * 11 + 15) / 2);
}
function draw() {
  if (!byId("cal")) return;
  const options = all("#cal [data-choose]");
  if (!options.some((one) => one.dataset.choose === chosen)) chosen = "";
  for (const one of options) setChosen(one, one.dataset.choose === chosen);
  const isShown = isSettled ?? "over" in byId("cal").dataset;
  byId("cal").classList.toggle("is-settled", isShown);
  byId("cal-settle").setAttribute("aria-pressed", String(isShown));
  texts = JSON.parse(byId("cal-spots").dataset.texts ?? "{}");
  if (texts.units) all("#cal-spots [data-ways]").forEach(show);
}

// The sheet with the moves on a space, which opens next. Those that are too dear say what is missing.
function fillSheet(spot) {
  const sheet = byId("cal-sheet");
  const rows = waysOf(spot).filter((way) => !way.isAway).map((way) => {
    const row = byId("cal-way").content.firstElementChild.cloneNode(true);
    const use = row.querySelector("use");
    use.setAttribute("href", use.getAttribute("href").replace("#", `#${way.art}`));
    row.disabled = way.lacks > 0;
    row.classList.toggle("is-blocked", row.disabled);
    row.lastChild.textContent = row.disabled ? `${way.label}: ${why(way)}` : way.label;
    if (!row.disabled) Object.assign(row.dataset, { move: way.move, preview: way.preview });
    return row;
  });
  sheet.replaceChildren(sheet.querySelector(".sheet-close"), ...rows);
}
function choose(unit) {
  chosen = chosen === unit ? "" : unit;
  draw();
  const { box, focus, targets, viewport, bounds } = boardMap();
  if (viewport.wide > PHONE_WIDTH) boardMap().apply();
  else {
    const readable = chosen ? REACH_SCALE : bounds.readable;
    boardMap().show(restingView({ ...bounds, box, focus, targets, viewport, readable }), true);
  }
  if (chosen) byId("cal-map-zone").scrollIntoView({ block: "nearest" });
}

document.addEventListener("click", ({ target }) => {
  const option = target.closest?.("#cal [data-choose]");
  if (option) choose(option.dataset.choose);
});
document.addEventListener("keydown", ({ target, key }) => {
  const option = key === "Enter" && target.closest?.("#cal [data-choose]:not(button)");
  if (option) choose(option.dataset.choose);
  else if (key === "Escape" && chosen) choose(chosen);
});
for (const kind of ["pointerover", "focusin", "click", "keydown"]) {
  document.addEventListener(kind, (/** @type {any} */ event) => {
    if (!event.target.closest?.("#cal-map-zone")) return;
    const spot = event.target.closest(".cal-spot");
    const isClick = kind === "click";
    if (isClick || isPressKey(event)) {
      if (spot?.dataset.sheet) fillSheet(spot);
      if (!isClick || !event.target.closest("#cal-settle")) return;
      isSettled = !byId("cal").matches(".is-settled");
      draw();
    } else byId("cal-route")?.setAttribute("d", spot?.dataset.path ? `M${spot.dataset.path}` : "M0 0");
  }, true);
}

// What is composed (trades, production, exchanges) loads when something can be, or with its first press.
let hasCards = false;
const loadCards = () => import("./lazy/cards.js").then(() => (hasCards = true));
document.addEventListener("click", ({ target }) => {
  const button = target.closest?.(".cal [data-more]");
  if (button && !hasCards) void loadCards().then(() => button.click());
});
function onZoom({ svg, view }) {
  svg.style.setProperty("--pixel", 1 / view.scale);
  svg.classList.toggle("is-small", view.scale < READABLE);
}
function update() {
  if (document.querySelector("[data-picking],.cal-production,[data-exchange]")) void loadCards();
  if (!byId("cal-map")) return;
  boardMap().onChange(onZoom);
  boardMap().apply();
}
document.addEventListener("longtable:changed", () => setTimeout(update));
drawAlways(draw);
update();
