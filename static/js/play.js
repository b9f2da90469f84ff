// Moves on the page of a table: `data-move` drafts a move or a list of moves, `data-keep` replaces
// drafted moves, `data-undo` removes one, and `data-final` needs a second press.

import { all, byId, isPressKey } from "./dom.js";
import { findToward, spotOf } from "./geometry.js";

const table = byId("table"); // a form alone has none
const SPOT = "[data-move], [data-undo]";
const TARGET =
  '[data-move], [data-cell], [data-sheet], [data-undo], button[name="move"]:not(:disabled), [data-lit]';
const PRESSABLE = `${SPOT}, button[name="move"]`;
/** @returns {HTMLFormElement | null} */
const form = () => document.querySelector("#move-form");

// Sending

function hiddenInput(name, value) {
  const input = document.createElement("input");
  Object.assign(input, { type: "hidden", name, value });
  return input;
}

/**
 * Submit the form with these additional fields.
 *
 * @param {Field[]} fields
 * @param {string} action its address, if that is another one
 */
export function send(fields, action = "") {
  const sender = form();
  if (!sender) return;
  const more = fields.map(([name, value]) => hiddenInput(name, value));
  sender.querySelectorAll("input[name=move]").forEach((input) => input.remove());
  sender.append(...more);
  const button = document.createElement("button");
  if (action) button.setAttribute("formaction", action);
  button.hidden = true;
  sender.append(button);
  sender.requestSubmit(button);
  for (const one of [...more, button]) one.remove();
}

/**
 * Draft these moves.
 *
 * @param {string[]} moves
 * @param {string} [keep] how many drafted moves stay; the others are replaced
 * @param {boolean} sure whether a final move was confirmed
 */
export function draft(moves, keep, sure = false) {
  if (!moves.length) return;
  /** @type {Field[]} */
  const fields = moves.map((move) => ["move", move]);
  if (keep !== undefined) fields.push(["keep", keep]);
  if (sure) fields.push(["sure", "1"]);
  send(fields);
}

/**
 * Make a button draft these moves; without moves it is disabled.
 *
 * @param {any} button
 * @param {string[]} moves
 * @param {string} [says] its text
 */
export function setMoves(button, moves, says) {
  button.disabled = !moves.length;
  if (moves.length) button.dataset.move = moves.length > 1 ? JSON.stringify(moves) : moves[0];
  else delete button.dataset.move;
  if (says !== undefined && button.textContent !== says) button.textContent = says;
}

function undoMove(place) {
  send([["at", place]], byId("undo")?.getAttribute("formaction"));
}

// A button may have an address of its own.
document.addEventListener("submit", (event) => {
  if (event.target.id !== "move-form") return;
  const to = event.submitter?.getAttribute("formaction") ?? event.target.getAttribute("action") ?? "";
  event.target.setAttribute("hx-post", to);
}, true);

function movesOf(spot) {
  const text = spot.dataset.move;
  return text.startsWith("[") ? JSON.parse(text) : [text];
}

function play(spot, sure) {
  if (spot.dataset.move !== undefined) draft(movesOf(spot), spot.dataset.keep, sure);
  else if (spot.dataset.undo !== undefined) undoMove(spot.dataset.undo);
  else if (sure) draft([spot.value], undefined, true);
  else return false;
  return true;
}

// Final moves: the first press arms the button, the second plays the move.

/** @type {{ spot: HTMLElement, html: string | null } | null} */
let armed = null;
function disarm() {
  if (!armed) return;
  armed.spot.classList.remove("is-armed");
  if (armed.html !== null) armed.spot.innerHTML = armed.html;
  armed = null;
  showPreview("");
}
function arm(spot) {
  disarm();
  const sure = spot.dataset.final || (table?.dataset.sure ?? "").replace("{move}", spot.textContent.trim());
  armed = { spot, html: spot.matches(".button") ? spot.innerHTML : null };
  if (armed.html !== null) spot.textContent = sure;
  spot.classList.add("is-armed");
  showPreview(spot.dataset.preview || (armed.html === null ? spot.dataset.final || table?.dataset.again : ""));
}
const mustArm = (spot) =>
  spot.dataset.final !== undefined && document.querySelector("#position[data-confirms-final]");

function press(event, spot) {
  if (mustArm(spot) && armed?.spot !== spot) {
    event.preventDefault();
    event.stopPropagation();
    arm(spot);
    return;
  }
  const sure = armed?.spot === spot;
  disarm();
  if (play(spot, sure)) event.preventDefault();
}

document.addEventListener("click", (event) => {
  const spot = event.target.closest(PRESSABLE);
  if (spot && table?.contains(spot)) press(event, spot);
  else disarm();
});
document.addEventListener("keydown", (event) => {
  const spot = event.target.closest?.(SPOT);
  if (!spot || spot.matches("button, a")) return;
  if (isPressKey(event)) press(event, spot);
});

/**
 * Show what a move would change, in the preview line of the turn bar.
 *
 * @param {string} [text] nothing hides the line
 */
export function showPreview(text = "") {
  const line = byId("preview");
  if (!line) return;
  line.textContent = text;
  line.hidden = !text;
}
function previewOf(target) {
  const thing = target?.closest?.("[data-preview]");
  return thing && table?.contains(thing) ? thing.dataset.preview : "";
}
// The focused target keeps its preview when the page changes or moves under a resting pointer.
const focusedPreview = () => previewOf(document.querySelector(":focus-visible"));
for (const kind of ["pointerover", "focusin"]) {
  document.addEventListener(kind, (/** @type {any} */ event) => {
    if (event.pointerType !== "touch" && !armed) showPreview(previewOf(event.target) || focusedPreview());
  });
}
document.addEventListener("longtable:changed", () => {
  if (!armed) showPreview(focusedPreview());
});

// Keys: arrows move the focus between targets, Backspace undoes, Escape disarms.

const DIRECTIONS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
const BOARD_TARGETS = `[data-board] :is(${TARGET}), #dock :is(${TARGET})`;
function moveFocus(from, direction) {
  const targets = all(BOARD_TARGETS).filter((one) => one.checkVisibility());
  findToward(targets.map(spotOf), spotOf(from), direction)?.element?.focus();
}
document.addEventListener("keydown", (event) => {
  if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey) return;
  const at = event.target;
  if (at.closest?.("input, select, textarea, [role=radiogroup], [role=spinbutton]")) return;
  const undo = byId("undo");
  if (event.key === "Escape") disarm();
  else if (event.key === "Backspace" && undo) {
    event.preventDefault();
    undo.click();
  } else if (DIRECTIONS[event.key] && at.matches?.(TARGET) && at.closest("[data-board], #dock")) {
    event.preventDefault();
    moveFocus(at, DIRECTIONS[event.key]);
  }
});

document.addEventListener("htmx:before:swap", () => {
  disarm();
  showPreview("");
});
