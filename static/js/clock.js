// Clocks: every <time class="time-left"> counts down to its moment. The time and the words are the
// server's: the clock of this device may be wrong, or change while the page is open.

const units = JSON.parse(document.documentElement.dataset.units ?? "[]");
const SOON = 60; // seconds
let serverNow = document.documentElement.dataset.now;
let epoch = 0; // the server's time at 0 of performance.now(), in milliseconds

function synchronize(now, at) {
  serverNow = now;
  epoch = Date.parse(now) - at;
}

function format(seconds) {
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

function updateClocks() {
  for (const clock of /** @type {NodeListOf<HTMLTimeElement>} */ (document.querySelectorAll("time.time-left"))) {
    const left = (Date.parse(clock.dateTime) - epoch - performance.now()) / 1000;
    const text = format(left);
    if (clock.textContent !== text) clock.textContent = text;
    clock.closest(".clock")?.classList.toggle("soon", left < SOON);
  }
}

// A part that was fetched again carries the server's time.
document.addEventListener("htmx:after:swap", () => {
  const now = document.querySelector("main [data-now]")?.dataset.now ?? serverNow;
  if (now !== serverNow) synchronize(now, performance.now());
  updateClocks();
});

const [navigation] = /** @type {PerformanceNavigationTiming[]} */ (performance.getEntriesByType("navigation"));
synchronize(serverNow, navigation?.responseStart || performance.now());
setInterval(updateClocks, 1000);
updateClocks();
