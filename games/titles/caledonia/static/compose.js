// What is composed of taps (a trade, two contracts, a production, an exchange at a port) is in
// later/cards.js, which comes when it is first needed.
"use strict";

(() => {
  const NEEDS_IT = "[data-picking], .cal-production, [data-exchange]";
  let cards = null;
  function load(then) {
    if (cards) return;
    cards = document.createElement("script");
    cards.src = document.getElementById("cal-market").dataset.cards;
    cards.addEventListener("load", then);
    document.head.append(cards);
  }
  const look = () => document.querySelector(NEEDS_IT) && load(() => {});
  document.addEventListener("click", (event) => {
    const button = event.target.closest?.(".cal [data-more]");
    if (button) load(() => button.click());
  });
  document.addEventListener("longtable:changed", look);
  look();
})();
