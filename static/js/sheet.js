// Sheets and the jump row: choices beside what they belong to, parts of the board that are looked at
// without leaving, and what is lit or new in each. A phone shows what is asked by itself.
"use strict";

(() => {
  const HOLD = 450; // ms
  const LIT = '[data-move]:not(.is-alternative), button[name="move"], [data-lit], .is-lit';

  // A sheet opens beside its opener where there is room; on a phone the stylesheet puts it below.

  const sheetOf = (opener) => opener && document.getElementById(opener.dataset.sheet);
  function openSheet(opener) {
    const sheet = sheetOf(opener);
    if (!sheet) return;
    sheet.showPopover(opener instanceof HTMLElement ? { source: opener } : {});
    window.longtable.beside(sheet, opener);
    const first = sheet.querySelector(":is(button:enabled, a):not(.sheet-close)") ?? sheet.querySelector("button");
    first?.focus({ preventScroll: true });
  }
  // A press on what has opened a sheet closes it: it does so before it is a click.
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
    if (!opener || (event.key !== "Enter" && event.key !== " ")) return;
    event.preventDefault();
    openSheet(opener);
  });

  // On a phone a sheet stands on the dock, which is as high as what is in it.

  const dock = document.getElementById("dock");
  if (dock) {
    new ResizeObserver(() => {
      const isBelow = getComputedStyle(dock).position === "fixed";
      const { style } = document.documentElement;
      if (isBelow) style.setProperty("--floor", `${dock.offsetHeight}px`);
      else style.removeProperty("--floor");
    }).observe(dock);
  }

  // The board alone, in a wide window: the log, the talk and the site's menu step aside.

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

  // The jump row says where something is lit and where there is news.

  function count() {
    const chips = [...document.querySelectorAll("#jump-row [data-zone]")].map((chip) => {
      const zone = document.getElementById(chip.dataset.zone ?? "");
      const lit = [...(zone?.querySelectorAll(LIT) ?? [])].some((one) => one.checkVisibility({ visibilityProperty: true }));
      return { chip, lit, news: zone?.querySelectorAll(".is-new").length ?? 0 };
    });
    for (const { chip, lit, news } of chips) {
      chip.classList.toggle("has-lit", lit);
      if (news) chip.dataset.news = String(news);
      else delete chip.dataset.news;
    }
    const row = document.getElementById("jump-row");
    const chip = /** @type {HTMLElement | null} */ (row?.querySelector(".has-lit"));
    if (row && chip) row.scrollLeft = chip.offsetLeft - (row.clientWidth - chip.offsetWidth) / 2;
  }

  // A decision that begins out of sight is brought into sight, on a phone.

  const phone = matchMedia("(max-width: 40rem)");
  const calm = matchMedia("(prefers-reduced-motion: reduce)");
  const OTHERWISE = "#moves, #seats, [popover]";
  let asked = "";

  function bring(behavior) {
    const now = document.querySelector("#turn-bar.is-mine #prompt")?.textContent ?? "";
    const isNew = now !== asked;
    asked = now;
    const isHeld = peeked || document.querySelector("input:focus, textarea:focus, :popover-open, [data-tutorial]");
    if (!isNew || !now || isHeld || !phone.matches) return;
    const all = [...document.querySelectorAll(`[data-board] :is(${LIT})`)].filter(
      (one) => !one.closest(OTHERWISE) && one.checkVisibility({ visibilityProperty: true }),
    );
    const wanted = all.filter((one) => one.closest(".is-decision"));
    const lit = wanted.length ? wanted : all;
    const top = document.getElementById("jump-row")?.getBoundingClientRect().bottom ?? 0;
    const floor = document.getElementById("dock")?.getBoundingClientRect().top || innerHeight;
    const isSeen = (box) => box.top >= top && box.bottom <= floor;
    const boxes = lit.map((one) => one.getBoundingClientRect());
    if (!lit.length || boxes.some(isSeen)) return;
    const zone = zones().findLast((one) => one?.contains(lit[0])) ?? lit[0];
    const down = boxes[0].bottom - zone.getBoundingClientRect().top;
    if (top + down <= floor) zone.scrollIntoView({ behavior });
    else lit[0].scrollIntoView({ behavior, block: "center" });
  }
  const zones = () =>
    [...document.querySelectorAll("#jump-row [data-zone]")].map((chip) => document.getElementById(chip.dataset.zone ?? ""));

  // Holding a chip shows its zone over the lower part of the screen; some (`data-peek`) with a press.

  /** @type {{ zone: HTMLElement, room: HTMLElement } | null} */
  let peeked = null;
  /** @type {HTMLElement | undefined} what a press has put away */
  let closed;
  let timer = 0;
  function peek(zone) {
    const room = document.createElement("div");
    room.style.height = `${zone.offsetHeight}px`;
    zone.before(room);
    zone.classList.add("is-peeked");
    peeked = { zone, room };
  }
  function unpeek() {
    if (!peeked) return;
    peeked.zone.classList.remove("is-peeked");
    peeked.room.remove();
    peeked = null;
  }
  document.addEventListener("pointerdown", (event) => {
    const chip = event.target.closest("#jump-row [data-zone]");
    closed = peeked?.zone;
    if (peeked && !event.target.closest(".is-peeked")) unpeek();
    if (!chip) return;
    timer = setTimeout(() => {
      timer = 0;
      const zone = document.getElementById(chip.dataset.zone ?? "");
      if (zone) peek(zone);
    }, HOLD);
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
    const isPressed = chip.matches("[data-peek]") && event.detail > 0; // by keys the link leads there
    if (peeked || isPressed) event.preventDefault();
    const zone = document.getElementById(chip.dataset.zone ?? "");
    if (isPressed && zone && !peeked && zone !== closed) peek(zone);
  }, true);
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape") unpeek();
  });

  document.addEventListener("htmx:before:swap", unpeek);
  document.addEventListener("longtable:changed", () => {
    count();
    bring(calm.matches || document.documentElement.dataset.motion === "off" ? "auto" : "smooth");
  });
  count();
  if (!location.hash) bring("auto");
})();
