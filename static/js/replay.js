// Stepping through a match with the arrow keys.
"use strict";

const STEPS = { ArrowLeft: "previous", ArrowRight: "next", Home: "first", End: "last" };

document.addEventListener("keydown", (event) => {
  if (event.target.closest("input, select, textarea") || event.altKey || event.ctrlKey || event.metaKey) return;
  const link = document.getElementById(STEPS[event.key] ?? "");
  if (link) {
    event.preventDefault();
    link.click();
  }
});
