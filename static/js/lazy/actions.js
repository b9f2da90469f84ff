// "What can I do?": highlights everything that can be pressed, labels each kind of move on the board,
// and lists the moves. Their names come from the list of moves, which is fetched when this opens.

import { all, byId } from "../dom.js";
import { overlaps } from "../geometry.js";

const SPOT = '[data-move], button[name="move"]:not(:disabled)';
const TARGET = `:is([data-board], #dock) :is(${SPOT}, .is-lit, [data-lit]):not(.is-alternative)`;
const OPTION = "is-option";
const MAX_LABELS = 7; // of a group in its line
const GAP = 4; // px
const MAX_TRIES = 12;

const panel = () => byId("actions");
const tags = document.createElement("div");
tags.setAttribute("aria-hidden", "true");
/** @type {{ title: string, labels: string[], spots: HTMLElement[] }[]} */
let groups = [];
let frame = 0;

const isShown = (one) =>
  !one.closest("#moves, #actions") && one.checkVisibility({ visibilityProperty: true }) && one.getClientRects().length > 0;
/** @returns {HTMLElement[]} */
const shown = (selector) => all(selector).filter(isShown);

// The groups of the list of moves, from the page if it is open there, else fetched.
async function moveGroups() {
  const here = all("#moves .move-group");
  if (here.length) return here;
  const answer = await fetch(`${byId("table")?.dataset.fragment}?words=1`, {
    headers: { "HX-Request": "true" },
  });
  if (!answer.ok) throw new Error(answer.statusText);
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  return all("#moves .move-group", page);
}

/** @param {any} spot */
const movesOf = ({ value, dataset }) =>
  dataset.move?.startsWith("[") ? JSON.parse(dataset.move) : [dataset.move ?? value];

// Where to make moves: the spots that make them, else the openers of their sheets, else the elements
// that the presenter names as the way there.
function findSpots(moves, selectors) {
  const made = all(SPOT).filter(
    (one) => !one.closest("#moves") && movesOf(one).some((move) => moves.has(move)),
  );
  const openers = made.map((one) => `[data-sheet="${one.closest(".sheet")?.id}"]`);
  const found = [made.filter(isShown), openers.length ? shown(openers.join()) : [], ...selectors.map(shown)];
  return found.find((spots) => spots.length) ?? [];
}

function parseGroup(group) {
  const buttons = all('[name="move"]', group);
  const moves = new Set(buttons.map((button) => button.value));
  return {
    title: group.getAttribute("aria-label") ?? "",
    labels: buttons.map((button) => button.textContent.trim()),
    spots: findSpots(moves, JSON.parse(group.dataset.selectors ?? "[]")),
  };
}

function groupItem({ title, labels, spots }) {
  const item = document.createElement("li");
  const button = document.createElement("button");
  const heading = document.createElement("b");
  const more = labels.length > MAX_LABELS ? [`… (${labels.length})`] : [];
  heading.textContent = title;
  button.type = "button";
  button.append(heading, ` ${[...labels.slice(0, MAX_LABELS), ...more].join(" · ")}`);
  button.addEventListener("click", () => showSpots(spots));
  item.append(button);
  return item;
}

// Focuses the first spot of a group, and makes all of them flash.
function showSpots(spots) {
  panel().hidePopover();
  const [first] = spots;
  if (!first) {
    const moves = /** @type {HTMLDetailsElement | null} */ (document.querySelector("#moves"));
    if (moves) moves.open = true;
    moves?.scrollIntoView({ block: "center" });
    return;
  }
  first.scrollIntoView({ block: "center", inline: "center" });
  first.focus({ preventScroll: true });
  for (const spot of spots) {
    spot.classList.remove("is-flashing");
    requestAnimationFrame(() => spot.classList.add("is-flashing"));
  }
}

// Places each name over the first visible spot of its group, clear of other names.
function placeNames() {
  tags.replaceChildren();
  const over = panel().getBoundingClientRect();
  const occupied = [over];
  const top = byId("turn-bar")?.getBoundingClientRect().bottom ?? 0;
  for (const { title, spots } of groups) {
    const boxes = spots.map((one) => one.getBoundingClientRect());
    const spot = boxes.find((box) => box.top > top && box.bottom < innerHeight && !overlaps(box, over));
    if (!spot) continue;
    const tag = Object.assign(document.createElement("span"), { className: "action-name", textContent: title });
    tags.append(tag);
    const { width, height } = tag.getBoundingClientRect();
    const left = Math.max(GAP, Math.min((spot.left + spot.right - width) / 2, innerWidth - width - GAP));
    let down = Math.max(top + GAP, spot.top - height - GAP);
    const box = () => new DOMRect(left, down, width, height);
    for (let n = 0; n < MAX_TRIES && occupied.some((one) => overlaps(one, box())); n++) down += height + GAP;
    occupied.push(box());
    tag.style.setProperty("--left", `${left}px`);
    tag.style.setProperty("--top", `${down}px`);
  }
}

function close() {
  for (const one of document.querySelectorAll(`.${OPTION}`)) one.classList.remove(OPTION);
  tags.remove();
  groups = [];
}

async function open(opener) {
  let found;
  try {
    found = await moveGroups();
  } catch {
    return void location.assign(opener.href);
  }
  groups = found.map(parseGroup);
  panel().querySelector("ul")?.replaceChildren(...groups.map(groupItem));
  panel().showPopover();
  byId("actions-title")?.focus();
  for (const one of [...shown(TARGET), ...groups.flatMap(({ spots }) => spots)]) one.classList.add(OPTION);
  document.body.append(tags);
  placeNames();
}

document.addEventListener("toggle", (event) => {
  if (event.target === panel() && event.newState === "closed") close();
}, true);
document.addEventListener("htmx:before:swap", () => panel()?.hidePopover());
for (const event of ["scroll", "resize"]) {
  addEventListener(event, () => {
    cancelAnimationFrame(frame);
    if (groups.length) frame = requestAnimationFrame(placeNames);
  }, { capture: true, passive: true });
}

/** @param {HTMLAnchorElement} opener */
export function toggleActions(opener) {
  if (panel().matches(":popover-open")) panel().hidePopover();
  else open(opener);
}
