// What is being played now, as pictures: they follow the tables while somebody looks at the page.
"use strict";

(() => {
  const PAUSE = 10000;
  const part = /** @type {HTMLElement} */ (document.querySelector("[data-live-tables]"));

  setInterval(() => {
    if (document.hidden) return;
    const seen = part.querySelector("[data-edition]")?.dataset.edition ?? "";
    htmx.ajax("GET", `${part.dataset.liveTables}?seen=${seen}`, { target: part, swap: "innerMorph" });
  }, PAUSE);
})();
