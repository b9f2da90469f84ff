// Catan: a barbarian's move is two taps on the map, and buttons of the list show their place on it.
"use strict";

(() => {
  const table = document.getElementById("table");
  if (!table) return;
  const map = () => document.querySelector(".ct-map");

  let chosen = ""; // the path of the barbarian that was tapped

  function choose(path) {
    chosen = path;
    map()?.classList.toggle("has-chosen", Boolean(chosen));
    for (const one of document.querySelectorAll(".ct-chooser")) {
      one.setAttribute("aria-pressed", String(one.dataset.chooses === chosen));
    }
  }

  function act(target) {
    const chooser = target.closest(".ct-chooser");
    const goal = target.closest(".ct-target");
    if (chooser) choose(chooser.dataset.chooses === chosen ? "" : chooser.dataset.chooses);
    if (goal && chosen) {
      const move = `${goal.dataset.verb} ${chosen} ${goal.dataset.target}`;
      choose("");
      window.longtable.draft([move]);
    }
    return chooser || goal;
  }

  table.addEventListener("click", (event) => act(event.target));
  table.addEventListener("keydown", (event) => {
    if ((event.key === "Enter" || event.key === " ") && act(event.target)) event.preventDefault();
  });
  document.addEventListener("longtable:changed", () => choose(""));

  // where on the map a button of the list is about

  function mean(event) {
    const button = event.target.closest?.("button.move");
    for (const one of document.querySelectorAll(".ct-hot.is-meant")) one.classList.remove("is-meant");
    if (!button) return;
    const spot = map()?.querySelector(`[data-move="${CSS.escape(button.value)}"]`);
    spot?.classList.add("is-meant");
  }

  for (const kind of ["pointerover", "focusin"]) table.addEventListener(kind, mean);
})();
