// A guided first match: lights what is to be pressed next, and puts the guide's words beside it where
// there is room. Without this script the words stand above the board.
"use strict";

(() => {
  const LIT = "is-guided";
  const AWAY = 56; // px
  const ROOMY = matchMedia("(min-width: 60rem)");
  /** @type {Element | null} */
  let lit = null;
  let told = "";
  const guide = () => document.getElementById("guide");

  /** @returns {Element | null} */
  function next() {
    for (const way of JSON.parse(guide()?.dataset.ways ?? "[]")) {
      const found = [...document.querySelectorAll(way)].find((one) => one.getClientRects().length);
      if (found) return found;
    }
    return null;
  }
  // To the right of a thing of the board, or to its left, and away from its neighbours: those within
  // the same [data-around], if there is one.
  function place() {
    const shown = guide();
    const is = Boolean(shown && lit && ROOMY.matches);
    shown?.classList.toggle("is-beside", is);
    if (!shown || !lit || !is) return;
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
  function light() {
    const before = lit;
    for (const one of document.querySelectorAll(`.${LIT}`)) one.classList.remove(LIT); // copies, too
    lit = next();
    lit?.classList.add(LIT);
    const words = guide()?.textContent ?? "";
    if (words !== told || lit !== before) lit?.scrollIntoView({ block: "nearest" });
    told = words;
    const map = lit?.closest("svg[data-map]");
    if (map) window.longtable.map(map).on("change", again);
    place();
  }
  // What a title's script does with a press or a key comes first.
  const soon = () => setTimeout(light);
  for (const event of ["click", "keyup", "longtable:changed"]) document.addEventListener(event, soon);

  let asked = 0;
  function again() {
    cancelAnimationFrame(asked);
    asked = requestAnimationFrame(place);
  }
  for (const event of ["scroll", "resize"]) addEventListener(event, again, { capture: true, passive: true });
  soon();
})();
