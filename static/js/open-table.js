// The form for a new table: shows one choice for each seat, and a date only if chosen.

const form = /** @type {HTMLElement} */ (document.getElementById("open-table"));
const seats = /** @type {HTMLSelectElement} */ (form.querySelector("#id_seats"));
const seatFields = /** @type {HTMLElement} */ (form.querySelector("#who-sits"));
const start = /** @type {HTMLSelectElement} */ (form.querySelector("#id_start_when"));
const dateField = /** @type {HTMLElement} */ (form.querySelector("#at-date"));
const choices = form.querySelectorAll(".seat-choice");

function showSeats() {
  choices.forEach((choice, index) => {
    choice.hidden = index + 2 > Number(seats.value);
  });
  seatFields.hidden = Number(seats.value) < 2;
}

function showDate() {
  dateField.hidden = start.value !== "date";
}

seats.addEventListener("change", showSeats);
start.addEventListener("change", showDate);
showSeats();
showDate();
