// Sheets and the jump row: choices beside what they belong to, parts of the board that are looked at
// without leaving, and what is lit or new in each.
"use strict";

(() => {
  const HOLD = 450; // ms
  const LIT = '[data-move]:not(.is-alternative), button[name="move"], [data-lit]';

  // A sheet opens beside its opener where there is room; on a phone the stylesheet puts it below.

  function openSheet(opener) {
    const sheet = document.getElementById(opener.dataset.sheet);
    if (!sheet) return;
    sheet.showPopover(opener instanceof HTMLElement ? { source: opener } : {});
    window.longtable.beside(sheet, opener);
    sheet.querySelector("button, a, input")?.focus({ preventScroll: true });
  }
  document.addEventListener("click", (event) => {
    const opener = event.target.closest("[data-sheet]");
    if (opener) openSheet(opener);
    else if (event.target.closest(".sheet [data-move], .sheet button[name=move]:not([data-final])")) {
      event.target.closest(".sheet")?.hidePopover();
    }
  });
  document.addEventListener("keydown", (event) => {
    const opener = event.target.closest?.("[data-sheet]:not(button)");
    if (!opener || (event.key !== "Enter" && event.key !== " ")) return;
    event.preventDefault();
    openSheet(opener);
  });

  // The jump row says where something is lit and where there is news.

  function count() {
    for (const chip of document.querySelectorAll("#jump-row [data-zone]")) {
      const zone = document.getElementById(chip.dataset.zone ?? "");
      const lit = [...(zone?.querySelectorAll(LIT) ?? [])].some((one) => one.checkVisibility({ visibilityProperty: true }));
      const news = zone?.querySelectorAll(".is-news").length ?? 0;
      chip.classList.toggle("has-lit", lit);
      if (news) chip.dataset.news = String(news);
      else delete chip.dataset.news;
    }
  }

  // Holding a chip shows its zone over the lower part of the screen.

  /** @type {{ zone: HTMLElement, room: HTMLElement } | null} */
  let peeked = null;
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
    if (event.target.closest("#jump-row a") && peeked) event.preventDefault();
  }, true);
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape") unpeek();
  });

  document.addEventListener("htmx:before:swap", unpeek);
  document.addEventListener("longtable:changed", count);
  count();
})();
