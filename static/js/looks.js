// What this device remembers of how pages with a board look, before any of it is drawn.
"use strict";

(() => {
  const { classList, dataset } = document.documentElement;
  const isKept = (name) => localStorage.getItem(name) === "1";
  classList.toggle("is-alone", isKept("alone"));
  classList.toggle("is-side-hidden", isKept("side-hidden"));
  dataset.side = localStorage.getItem("side") ?? "log";
})();
