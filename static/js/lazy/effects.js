// Effects that animation.js plays: a caption for a highlight, the result row by row, and icons that
// fly to their number. The page already holds the new position, and a press ends them.

import { overlaps } from "../geometry.js";
import { animate } from "../motion.js";

const MOMENT = 1000; // ms of a caption
const HEIGHTS = [0.3, 0.45, 0.2, 0.6]; // of the window, at which a caption can stand; the first free one is used
const RESULT = 1600; // ms for all rows
const MAX_ROW = 450;
const RATING = 700;

// A caption never covers a target.
function isFree(shown) {
  const box = shown.getBoundingClientRect();
  const lit = [...document.querySelectorAll("#table :is(.is-lit, .is-chosen)")];
  return !lit.some((one) => one.checkVisibility() && overlaps(box, one.getBoundingClientRect()));
}

/**
 * Show the text of a log line's `data-highlight` in the colour of its seat.
 *
 * @param {HTMLElement} line
 */
export function showMoment(line) {
  const shown = Object.assign(document.createElement("p"), { className: "highlight", textContent: line.dataset.highlight });
  shown.setAttribute("aria-hidden", "true");
  const seat = line.closest("[data-seat]")?.dataset.seat;
  if (seat) shown.dataset.seat = seat;
  document.body.append(shown);
  const isPlaced = HEIGHTS.some((height) => {
    shown.style.top = `${innerHeight * height}px`;
    return isFree(shown);
  });
  const hidden = { opacity: 0, scale: 0.8 };
  const visible = { opacity: 1, scale: 1 };
  const frames = [hidden, { ...visible, offset: 0.2 }, { ...visible, offset: 0.85 }, hidden];
  const animation = isPlaced && animate(shown, frames, MOMENT, 0, { easing: "linear" });
  if (animation) animation.onfinish = () => shown.remove();
  else shown.remove();
}

/** Show the rows of the result from the last to the first with their bars, then the ratings. */
export function showResult() {
  document.querySelector(".result")?.scrollIntoView({ behavior: "smooth" });
  const rows = [...document.querySelectorAll(".result-rows > li")].toReversed();
  const each = Math.min(MAX_ROW, RESULT / Math.max(1, rows.length));
  rows.forEach((row, place) => {
    animate(row, [{ opacity: 0, translate: "0 14px" }, {}], each, place * each);
    const parts = [...row.querySelectorAll(".result-bar rect")];
    const share = each / Math.max(1, parts.length);
    parts.forEach((part, n) => animate(part, [{ scale: "0 1" }, {}], share, place * each + n * share));
  });
  const picture = document.querySelector(".result-picture");
  if (picture) animate(picture, [{ opacity: 0, scale: 0.94 }, {}], MAX_ROW, rows.length * each);
  const rank = rows.at(-1)?.querySelector(".result-rank");
  if (rank) animate(rank, [{ scale: 2 }, { scale: 1 }], MAX_ROW, rows.length * each);
  for (const rating of document.querySelectorAll("[data-rating]")) countRating(rating, rows.length * each);
}

// Counts a rating from its old value to the new one.
function countRating(rating, delay) {
  const [before, after] = [Number(rating.dataset.rating), Number(rating.textContent)];
  const animation = animate(rating, [{ scale: 1.2 }, { scale: 1 }], RATING, delay);
  if (!animation) return;
  const step = () => {
    const done = animation.effect?.getComputedTiming().progress ?? 1;
    const isRunning = animation.playState === "running";
    rating.textContent = String(isRunning ? Math.round(before + (after - before) * done) : after);
    if (isRunning) requestAnimationFrame(step);
  };
  step();
}

/**
 * Fly the icon of a number from its source to its place, above everything.
 *
 * @param {HTMLElement} number
 * @param {Element} source
 * @param {number} duration milliseconds
 */
export function flyNumber(number, source, duration) {
  const picture = number.parentElement?.querySelector("svg");
  if (!picture || !source.checkVisibility() || source.contains(number)) return;
  const [to, from] = [picture, source].map((one) => one.getBoundingClientRect());
  const flying = /** @type {SVGSVGElement} */ (picture.cloneNode(true));
  for (const side of ["left", "top", "width", "height"]) flying.style[side] = `${to[side]}px`;
  flying.classList.add("flying-piece");
  document.getElementById("table")?.append(flying);
  const [right, down] = [from.left + from.width / 2 - to.left, from.top + from.height / 2 - to.top];
  const start = { transform: `translate(${right - to.width / 2}px, ${down - to.height / 2}px)` };
  const animation = animate(flying, [start, { transform: "none" }], duration);
  if (animation) animation.onfinish = () => flying.remove();
  else flying.remove();
}
