// Refreshes the pictures of tables in play while the page is visible.

const PAUSE = 10000;
const list = /** @type {HTMLElement} */ (document.querySelector("[data-live-tables]"));

setInterval(() => {
  if (document.hidden) return;
  const seen = list.querySelector("[data-edition]")?.dataset.edition ?? "";
  htmx.ajax("GET", `${list.dataset.liveTables}?seen=${seen}`, { target: list, swap: "innerMorph" });
}, PAUSE);
