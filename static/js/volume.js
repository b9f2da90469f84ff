// How loud the table is, on this device: off until somebody wishes to hear it. What happens is told by
// the names of sounds (animation.js); what makes them comes with the first wish (lazy/sound.js).
"use strict";

(() => {
  const APART = 0.12; // seconds from one sound to the next
  const TURN = 60; // ms for which the device shakes when it is my turn
  const { sound = "" } = /** @type {HTMLScriptElement} */ (document.currentScript).dataset;
  const volume = () => Number(localStorage.getItem("volume") ?? 0);
  const slider = () => /** @type {HTMLInputElement} */ (document.getElementById("volume"));

  async function hear(names) {
    if (!volume() || !names.length || document.hidden) return;
    if (names.includes("turn")) navigator.vibrate?.(TURN);
    await window.longtable.later(sound);
    names.forEach((name, turn) => window.longtable.sound(name, volume(), turn * APART));
  }

  document.addEventListener("longtable:heard", ({ detail }) => void hear(detail));
  document.addEventListener("input", ({ target }) => {
    if (target.id !== "volume") return;
    localStorage.setItem("volume", slider().value);
    hear(["wood"]);
  });
  if (slider()) slider().value = String(volume());
})();
