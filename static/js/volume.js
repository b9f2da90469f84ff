// The volume of the table on this device; it is off by default. animation.js names the sounds to play,
// and lazy/sound.js, which makes them, loads with the first sound.

const INTERVAL = 0.12; // seconds from one sound to the next
const VIBRATION = 60; // ms, when my turn begins
const volume = () => Number(localStorage.getItem("volume") ?? 0);
const slider = () => /** @type {HTMLInputElement} */ (document.getElementById("volume"));

async function playSounds(names) {
  if (!volume() || !names.length || document.hidden) return;
  if (names.includes("turn")) navigator.vibrate?.(VIBRATION);
  const { playSound } = await import("./lazy/sound.js");
  names.forEach((name, turn) => playSound(name, volume(), turn * INTERVAL));
}

document.addEventListener("longtable:sounds", ({ detail }) => void playSounds(detail));
document.addEventListener("input", ({ target }) => {
  if (target.id !== "volume") return;
  localStorage.setItem("volume", slider().value);
  playSounds(["wood"]);
});
if (slider()) slider().value = String(volume());
