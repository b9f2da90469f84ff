// A guided first match: lights what is to be pressed next, and puts the guide's words beside it where
// there is room; while nothing is lit, they wait in a corner. Without scripts they stand above the board.
"use strict";

(() => {
  const LIT = "is-tutorial-target";
  const AWAY = 56; // px
  const SOON = 1000; // ms
  const ROOMY = matchMedia("(min-width: 60rem)");
  /** @type {Element | null} */
  let lit = null;
  let told = "";
  let fresh = 0; // until then what is lit is new, or the page has another size
  const guide = () => document.getElementById("tutorial");

  /** @returns {Element | null} */
  function next() {
    for (const way of JSON.parse(guide()?.dataset.selectors ?? "[]")) {
      const found = [...document.querySelectorAll(way)].find((one) => one.getClientRects().length);
      if (found) return found;
    }
    return null;
  }
  // To the right of a thing of the board, or to its left, and away from its neighbours: those within
  // the same [data-around], if there is one.
  function place() {
    const shown = guide();
    if (!shown) return;
    if (!lit || !ROOMY.matches) {
      shown.removeAttribute("style");
      return;
    }
    window.longtable.beside(shown, lit);
    if (!lit.closest("[data-board]")) return;
    const around = (lit.closest("[data-around]") ?? lit).getBoundingClientRect();
    const { width, height } = shown.getBoundingClientRect();
    const right = around.right + AWAY;
    const left = right + width < innerWidth ? right : Math.max(0, around.left - AWAY - width);
    const top = Math.max(AWAY, Math.min(lit.getBoundingClientRect().top, innerHeight - height));
    shown.style.setProperty("--left", `${left}px`);
    shown.style.setProperty("--top", `${top}px`);
  }
  // What is newly lit comes into the middle of its map from beyond the edge, also when the board
  // itself has just moved the map.
  function bring() {
    const map = lit?.closest("svg[data-map]");
    if (!lit || !map || performance.now() > fresh) return;
    const [spot, room] = [lit, map].map((one) => one.getBoundingClientRect());
    const dx = (spot.left + spot.right - room.left - room.right) / 2;
    const dy = (spot.top + spot.bottom - room.top - room.bottom) / 2;
    const isSeen = Math.abs(dx) * 2 + spot.width <= room.width && Math.abs(dy) * 2 + spot.height <= room.height;
    if (!isSeen) window.longtable.map(map).pan(dx, dy);
  }
  function light() {
    const was = lit;
    lit = next();
    for (const one of document.querySelectorAll(`.${LIT}`)) {
      if (one !== lit) one.classList.remove(LIT); // copies, too
    }
    if (!lit?.classList.contains(LIT)) lit?.classList.add(LIT);
    const words = guide()?.textContent ?? "";
    const isNew = lit !== was || words !== told;
    told = words;
    const map = lit?.closest("svg[data-map]");
    if (map) window.longtable.map(map).on("change", again);
    if (isNew) {
      fresh = performance.now() + SOON;
      bring();
      lit?.scrollIntoView({ block: "nearest" });
    }
    place();
  }
  // Loaded last: what a title's script does with a press, a key or a change comes first.
  let due = 0;
  function soon() {
    clearTimeout(due);
    due = setTimeout(light);
  }
  for (const event of ["click", "keyup", "longtable:changed"]) document.addEventListener(event, soon);
  document.addEventListener("load", soon, true); // of a script that came later, and lights more

  // Where the words stand outlives the page's news.
  document.addEventListener("htmx:before:morph:attr", (event) => {
    const isPlace = event.target === guide() && event.detail?.attrName === "style";
    if (isPlace) event.preventDefault();
  });

  let asked = 0;
  function again({ type }) {
    if (type === "resize") {
      fresh = performance.now() + SOON;
      soon(); // on another screen something else is in sight
    }
    cancelAnimationFrame(asked);
    asked = requestAnimationFrame(() => {
      bring();
      place();
    });
  }
  for (const event of ["scroll", "resize"]) addEventListener(event, again, { capture: true, passive: true });
  soon();
})();
