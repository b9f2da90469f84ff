// Opening a table: only the seats that there are can be given to a bot.
"use strict";

(() => {
  const form = document.getElementById("open-table");
  /** @type {HTMLSelectElement} */
  const seats = form.querySelector("#id_seats");
  const choices = form.querySelectorAll(".seat-choice");

  function showSeats() {
    choices.forEach((choice, index) => {
      choice.hidden = index + 2 > Number(seats.value);
    });
    form.querySelector("#who-sits").hidden = Number(seats.value) < 2;
  }

  seats.addEventListener("change", showSeats);
  showSeats();
})();
