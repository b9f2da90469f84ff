// Clocks: every <time class="time-left"> counts down to its moment, by the server's clock and words:
// the clock of this device may be wrong, or be set meanwhile.
"use strict";

(() => {
  const units = JSON.parse(document.documentElement.dataset.units ?? "[]");
  const SOON = 60;
  let told = document.documentElement.dataset.now;
  let start = 0; // the server's time when this page's own, steady count of milliseconds began

  function follow(now, at) {
    told = now;
    start = Date.parse(now) - at;
  }

  function span(seconds) {
    const parts = [];
    let left = Math.max(0, Math.floor(seconds));
    for (const [size, one, more] of units) {
      const count = Math.floor(left / size);
      left %= size;
      if (count || (size === 1 && !parts.length)) {
        parts.push((count === 1 ? one : more).replace("%(n)d", count));
      }
      if (parts.length === 2) break;
    }
    return parts.join(" ");
  }

  function tick() {
    for (const clock of /** @type {NodeListOf<HTMLTimeElement>} */ (document.querySelectorAll("time.time-left"))) {
      const left = (Date.parse(clock.dateTime) - start - performance.now()) / 1000;
      const text = span(left);
      if (clock.textContent !== text) clock.textContent = text;
      clock.closest(".clock")?.classList.toggle("soon", left < SOON);
    }
  }

  // A part that is fetched anew says the time anew.
  document.addEventListener("htmx:after:swap", () => {
    const now = document.querySelector("main [data-now]")?.dataset.now ?? told;
    if (now !== told) follow(now, performance.now());
    tick();
  });

  const [arrival] = /** @type {PerformanceNavigationTiming[]} */ (performance.getEntriesByType("navigation"));
  follow(told, arrival?.responseStart || performance.now());
  setInterval(tick, 1000);
  tick();
})();
