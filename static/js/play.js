// Moves on the page of a table: `data-move` drafts a move or a list of moves, `data-keep` replaces
// drafted moves, `data-undo` removes one, and `data-final` needs a second press.
"use strict";

(() => {
  const found = document.getElementById("table");
  if (!found) return;
  const table = found;
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

  // Submits the form with these additional fields: [[name, value], …].
  /** @type {Longtable["send"]} */
  function send(fields, action = "") {
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

  /** @type {Longtable["draft"]} */
  function draft(moves, keep, sure = false) {
    if (!moves.length) return;
    /** @type {Field[]} */
    const fields = moves.map((move) => ["move", move]);
    if (keep !== undefined) fields.push(["keep", keep]);
    if (sure) fields.push(["sure", "1"]);
    send(fields);
  }

  function undoMove(place) {
    send([["at", place]], document.getElementById("undo")?.getAttribute("formaction") ?? "");
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
    const sure = spot.dataset.final || (table.dataset.sure ?? "").replace("{move}", spot.textContent.trim());
    armed = { spot, html: spot.matches(".button") ? spot.innerHTML : null };
    if (armed.html !== null) spot.textContent = sure;
    spot.classList.add("is-armed");
    showPreview(spot.dataset.preview || (armed.html === null ? spot.dataset.final || table.dataset.again : ""));
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
    if (spot && table.contains(spot)) press(event, spot);
    else disarm();
  });
  document.addEventListener("keydown", (event) => {
    const spot = event.target.closest?.(SPOT);
    if (!spot || spot.matches("button, a")) return;
    if (event.key === "Enter" || event.key === " ") press(event, spot);
  });

  // The preview line of the turn bar: what a move would change.

  function showPreview(text) {
    const line = document.getElementById("preview");
    if (!line) return;
    line.textContent = text;
    line.hidden = !text;
  }
  function previewOf(target) {
    const thing = target?.closest?.("[data-preview]");
    return thing && table.contains(thing) ? thing.dataset.preview : "";
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
  function spotOf(element) {
    const { left, top, width, height } = element.getBoundingClientRect();
    return { element, x: left + width / 2, y: top + height / 2 };
  }
  // The next spot in a direction ([1, 0] is to the right); straight ahead counts more.
  /** @type {Longtable["findToward"]} */
  function findToward(spots, from, [dx, dy]) {
    /** @type {Spot | null} */
    let best = null;
    let least = Infinity;
    for (const spot of spots) {
      const ahead = (spot.x - from.x) * dx + (spot.y - from.y) * dy;
      const aside = Math.abs((spot.x - from.x) * dy) + Math.abs((spot.y - from.y) * dx);
      const cost = ahead + 2 * aside;
      if (ahead > 1 && aside <= 2 * ahead && cost < least) {
        best = spot;
        least = cost;
      }
    }
    return best;
  }

  function moveFocus(from, direction) {
    const targets = [...document.querySelectorAll(BOARD_TARGETS)].filter((one) => one.checkVisibility());
    findToward(targets.map(spotOf), spotOf(from), direction)?.element?.focus();
  }
  document.addEventListener("keydown", (event) => {
    if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey) return;
    const at = event.target;
    if (at.closest?.("input, select, textarea, [role=radiogroup], [role=spinbutton]")) return;
    const undo = document.getElementById("undo");
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
  window.longtable = { ...window.longtable, draft, undoMove, send, showPreview, findToward };
})();
