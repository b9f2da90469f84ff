// Opening a table: only the seats that there are can be given to a bot, and only a table that starts
// at a date is asked for one.
"use strict";

(() => {
  const form = /** @type {HTMLElement} */ (document.getElementById("open-table"));
  const seats = /** @type {HTMLSelectElement} */ (form.querySelector("#id_seats"));
  const who = /** @type {HTMLElement} */ (form.querySelector("#who-sits"));
  const start = /** @type {HTMLSelectElement} */ (form.querySelector("#id_start_when"));
  const date = /** @type {HTMLElement} */ (form.querySelector("#at-date"));
  const choices = form.querySelectorAll(".seat-choice");

  function showSeats() {
    choices.forEach((choice, index) => {
      choice.hidden = index + 2 > Number(seats.value);
    });
    who.hidden = Number(seats.value) < 2;
  }

  function showDate() {
    date.hidden = start.value !== "date";
  }

  seats.addEventListener("change", showSeats);
  start.addEventListener("change", showDate);
  showSeats();
  showDate();
})();
