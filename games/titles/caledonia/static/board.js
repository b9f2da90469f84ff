// The map of Clans of Caledonia. Which unit is chosen stands in `data-unit` of .cal; whatever has
// `data-choose="cow"` chooses it (again: lets go), and `longtable.caledonia.choose(unit)` does, too.
"use strict";

(() => {
  const board = () => document.querySelector(".cal");
  let chosen = "";

  function draw() {
    if (!board()) return;
    const options = [...board().querySelectorAll("[data-choose]")];
    if (!options.some((one) => one.dataset.choose === chosen)) chosen = "";
    board().dataset.unit = chosen;
    for (const one of options) {
      const isIt = one.dataset.choose === chosen;
      one.classList.toggle("is-chosen", isIt);
      one.setAttribute("aria-pressed", String(isIt));
    }
  }
  function choose(unit) {
    chosen = chosen === unit ? "" : unit;
    draw();
  }
  document.addEventListener("click", (event) => {
    const option = event.target.closest?.(".cal [data-choose]");
    if (option) choose(option.dataset.choose);
  });
  document.addEventListener("longtable:changed", draw);
  window.longtable.caledonia = { choose };
  draw();
})();
