// Sheets (choices next to their opener), the full-screen views and the jump row of phones: marks for
// targets and news in each zone, a look at a zone, and scrolling to a new decision.

import { all, byId, isPressKey } from "./dom.js";
import { placeBeside } from "./geometry.js";
import { motionLevel } from "./motion.js";

const LONG_PRESS = 450; // ms
const TARGET = '[data-move]:not(.is-alternative), button[name="move"], [data-lit], .is-lit';

// A sheet opens next to its opener. On a phone the stylesheet puts it at the bottom.

const sheetOf = (opener) => opener && byId(opener.dataset.sheet);
function openSheet(opener) {
  const sheet = sheetOf(opener);
  if (!sheet) return;
  sheet.showPopover(opener instanceof HTMLElement ? { source: opener } : {});
  placeBeside(sheet, opener);
  const first = sheet.querySelector(":is(button:enabled, a):not(.sheet-close)") ?? sheet.querySelector("button");
  first?.focus({ preventScroll: true });
}
// A press on the opener of an open sheet closes it: the popover closes before the click.
/** @type {Element | null} */
let closing = null;
document.addEventListener("pointerdown", (event) => {
  const opener = event.target.closest("[data-sheet]");
  closing = sheetOf(opener)?.matches(":popover-open") ? opener : null;
}, true);
document.addEventListener("click", (event) => {
  const opener = event.target.closest("[data-sheet]");
  if (opener && opener === closing) sheetOf(opener)?.hidePopover();
  else if (opener) openSheet(opener);
  else if (event.target.closest(".sheet [data-move]:not(.is-armed), .sheet button[name=move]:not([data-final]), .sheet [data-send]")) {
    event.target.closest(".sheet")?.hidePopover();
  }
});
document.addEventListener("keydown", (event) => {
  const opener = event.target.closest?.("[data-sheet]:not(button)");
  if (!opener || !isPressKey(event)) return;
  event.preventDefault();
  openSheet(opener);
});

// On a phone a sheet stands on the dock, whose height depends on its content.

const dock = byId("dock");
if (dock) {
  new ResizeObserver(() => {
    const isBelow = getComputedStyle(dock).position === "fixed";
    const { style } = document.documentElement;
    if (isBelow) style.setProperty("--floor", `${dock.offsetHeight}px`);
    else style.removeProperty("--floor");
  }).observe(dock);
}

// The board alone, in a wide window: hides the log, the chat and the site's menu.

const { classList } = document.documentElement;
document.addEventListener("click", (event) => {
  if (!event.target.closest("[data-board-only]")) return;
  localStorage.setItem("alone", classList.toggle("is-board-only") ? "1" : "0");
});
document.addEventListener("click", (event) => {
  if (!event.target.closest("[data-full-screen]")) return;
  if (document.fullscreenElement) document.exitFullscreen();
  else document.documentElement.requestFullscreen();
});

// The jump row marks zones with targets, and counts what is new in each.

function updateJumpRow() {
  const chips = all("#jump-row [data-zone]").map((chip) => {
    const zone = byId(chip.dataset.zone);
    const lit = [...(zone?.querySelectorAll(TARGET) ?? [])].some((one) => one.checkVisibility({ visibilityProperty: true }));
    return { chip, lit, news: zone?.querySelectorAll(".is-new").length ?? 0 };
  });
  for (const { chip, lit, news } of chips) {
    chip.classList.toggle("has-lit", lit);
    if (news) chip.dataset.news = String(news);
    else delete chip.dataset.news;
  }
  const row = byId("jump-row");
  const chip = row?.querySelector(".has-lit");
  if (row && chip) row.scrollLeft = chip.offsetLeft - (row.clientWidth - chip.offsetWidth) / 2;
}

// On a phone, scrolls to a new decision that is out of sight.

const phone = matchMedia("(max-width: 40rem)");
const ELSEWHERE = "#moves, #seats, [popover]";
let lastPrompt = "";

function scrollToDecision(behavior) {
  const now = document.querySelector("#turn-bar.is-mine #prompt")?.textContent ?? "";
  const isNew = now !== lastPrompt;
  lastPrompt = now;
  const isBusy = peeked || document.querySelector("input:focus, textarea:focus, :popover-open, [data-tutorial]");
  if (!isNew || !now || isBusy || !phone.matches) return;
  const targets = all(`[data-board] :is(${TARGET})`).filter(
    (one) => !one.closest(ELSEWHERE) && one.checkVisibility({ visibilityProperty: true }),
  );
  const wanted = targets.filter((one) => one.closest(".is-decision"));
  const lit = wanted.length ? wanted : targets;
  const top = byId("jump-row")?.getBoundingClientRect().bottom ?? 0;
  const bottom = byId("dock")?.getBoundingClientRect().top || innerHeight;
  const isSeen = (box) => box.top >= top && box.bottom <= bottom;
  const boxes = lit.map((one) => one.getBoundingClientRect());
  if (!lit.length || boxes.some(isSeen)) return;
  const zone = zones().findLast((one) => one?.contains(lit[0])) ?? lit[0];
  const down = boxes[0].bottom - zone.getBoundingClientRect().top;
  if (top + down <= bottom) zone.scrollIntoView({ behavior });
  else lit[0].scrollIntoView({ behavior, block: "center" });
}
const zones = () => all("#jump-row [data-zone]").map((chip) => byId(chip.dataset.zone));

// A long press on a chip shows its zone over the lower part of the screen; with `data-peek`, any press.

/** @type {{ zone: HTMLElement, spacer: HTMLElement } | null} */
let peeked = null;
/** @type {HTMLElement | undefined} the zone that a press has closed */
let closed;
let timer = 0;
function peek(zone) {
  const spacer = document.createElement("div");
  spacer.style.height = `${zone.offsetHeight}px`;
  zone.before(spacer);
  zone.classList.add("is-peeked");
  peeked = { zone, spacer };
}
function endPeek() {
  if (!peeked) return;
  peeked.zone.classList.remove("is-peeked");
  peeked.spacer.remove();
  peeked = null;
}
document.addEventListener("pointerdown", (event) => {
  const chip = event.target.closest("#jump-row [data-zone]");
  closed = peeked?.zone;
  if (peeked && !event.target.closest(".is-peeked")) endPeek();
  if (!chip) return;
  timer = setTimeout(() => {
    timer = 0;
    const zone = byId(chip.dataset.zone);
    if (zone) peek(zone);
  }, LONG_PRESS);
});
for (const name of ["pointerup", "pointercancel"]) {
  document.addEventListener(name, () => clearTimeout(timer));
}
document.addEventListener("contextmenu", (event) => {
  if (event.target.closest("#jump-row")) event.preventDefault();
});
document.addEventListener("click", (event) => {
  const chip = event.target.closest("#jump-row a");
  if (!chip) return;
  const isPressed = chip.matches("[data-peek]") && event.detail > 0; // by keyboard the link leads there
  if (peeked || isPressed) event.preventDefault();
  const zone = byId(chip.dataset.zone);
  if (isPressed && zone && !peeked && zone !== closed) peek(zone);
}, true);
document.addEventListener("keydown", (event) => {
  if (event.key === "Escape") endPeek();
});

document.addEventListener("htmx:before:swap", endPeek);
document.addEventListener("longtable:changed", () => {
  updateJumpRow();
  scrollToDecision(motionLevel() === "off" ? "auto" : "smooth");
});
updateJumpRow();
if (!location.hash) scrollToDecision("auto");
