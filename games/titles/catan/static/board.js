// Catan's island: two taps move a barbarian, and a button shows coordinates.
"use strict";

(() => {
  const table = document.getElementById("table");
  if (!table) return;
  const root = document.documentElement;
  let chosen = ""; // the path of the tapped tent

  function choose(path) {
    chosen = path;
    document.getElementById("ct-map")?.classList.toggle("has-chosen", Boolean(chosen));
    for (const tent of document.querySelectorAll(".ct-from")) {
      tent.setAttribute("aria-pressed", String(tent.dataset.from === chosen));
      tent.classList.toggle("is-chosen", tent.dataset.from === chosen);
    }
  }
  function pressTent(target) {
    const tent = target.closest(".ct-from");
    const goal = target.closest(".ct-to");
    if (tent) choose(tent.dataset.from === chosen ? "" : tent.dataset.from);
    if (goal && chosen) {
      const { verb, to } = goal.dataset;
      window.longtable.draft([`${verb} ${chosen} ${to}`]);
      choose("");
    }
    return tent || goal;
  }
  function drawCodes() {
    const codes = document.getElementById("ct-codes");
    codes?.setAttribute("aria-pressed", String(root.classList.contains("ct-coded")));
  }
  table.addEventListener("click", (event) => {
    const target = /** @type {Element} */ (event.target);
    pressTent(target);
    if (!target.closest("[data-codes]")) return;
    root.classList.toggle("ct-coded");
    drawCodes();
  });
  table.addEventListener("keydown", (event) => {
    if ((event.key === "Enter" || event.key === " ") && pressTent(event.target)) event.preventDefault();
  });
  document.addEventListener("longtable:changed", () => {
    choose("");
    drawCodes();
  });
})();
