// Applies the settings that this device stores for pages with a board, before anything is drawn.
"use strict";

(() => {
  const { classList, dataset } = document.documentElement;
  const isStored = (name) => localStorage.getItem(name) === "1";
  classList.toggle("is-board-only", isStored("alone"));
  classList.toggle("is-sidebar-hidden", isStored("side-hidden"));
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
