// Shows the fields of a fixed hour only if this clock is chosen.

const clock = /** @type {HTMLSelectElement} */ (document.querySelector("#id_clock"));
const hourField = /** @type {HTMLElement} */ (document.querySelector("#fixed-hour"));

function showHour() {
  hourField.hidden = clock.value !== "fixed-hour";
}

clock.addEventListener("change", showHour);
showHour();
