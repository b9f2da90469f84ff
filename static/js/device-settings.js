// What this device remembers of how pages with a board look, before any of it is drawn.
"use strict";

(() => {
  const { classList, dataset } = document.documentElement;
  const isKept = (name) => localStorage.getItem(name) === "1";
  classList.toggle("is-board-only", isKept("alone"));
  classList.toggle("is-sidebar-hidden", isKept("side-hidden"));
  dataset.sidebar = localStorage.getItem("side") ?? "log";
  dataset.ground = localStorage.getItem("ground") ?? "plain";

  document.addEventListener("DOMContentLoaded", () => {
    const choice = /** @type {HTMLSelectElement | null} */ (document.getElementById("ground"));
    if (choice) choice.value = dataset.ground ?? "";
  });
  document.addEventListener("change", ({ target }) => {
    if (!(target instanceof HTMLSelectElement) || target.id !== "ground") return;
    dataset.ground = target.value;
    localStorage.setItem("ground", target.value);
  });
})();
