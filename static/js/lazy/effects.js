// Small scenes of the table, which animation.js asks for: a word for what deserves one, the end of a match
// as a stage, and what flies over the board. The page holds everything already, and a press ends them like all motion.
"use strict";

(() => {
  const SCENE = 1000; // ms of a word
  const HEIGHTS = [0.3, 0.45, 0.2, 0.6]; // of the window, where a word may stand; the first that is free
  const STAGE = 1600; // ms in which all places are told, and at most a place
  const PLACE = 450;
  const RATING = 700;
  const { animate } = window.longtable;

  const meets = (one, other) =>
    one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom;

  // Never over what may be pressed.
  function isFree(shown) {
    const box = shown.getBoundingClientRect();
    const lit = [...document.querySelectorAll("#table :is(.is-lit, .is-chosen)")];
    return !lit.some((one) => one.checkVisibility() && meets(box, one.getBoundingClientRect()));
  }

  // The words of a line of the log (`data-moment`), in its seat's colour.
  /** @type {Longtable["moment"]} */
  function moment(line) {
    const shown = Object.assign(document.createElement("p"), { className: "moment", textContent: line.dataset.moment });
    shown.setAttribute("aria-hidden", "true");
    const seat = line.closest("[data-seat]")?.dataset.seat;
    if (seat) shown.dataset.seat = seat;
    document.body.append(shown);
    const isPlaced = HEIGHTS.some((height) => {
      shown.style.top = `${innerHeight * height}px`;
      return isFree(shown);
    });
    const away = { opacity: 0, scale: 0.8 };
    const there = { opacity: 1, scale: 1 };
    const frames = [away, { ...there, offset: 0.2 }, { ...there, offset: 0.85 }, away];
    const animation = isPlaced && animate(shown, frames, SCENE, 0, { easing: "linear" });
    if (animation) animation.onfinish = () => shown.remove();
    else shown.remove();
  }

  // Places from the last to the first, each with what made its points; then what ratings do.
  /** @type {Longtable["stage"]} */
  function stage() {
    document.querySelector(".result")?.scrollIntoView({ behavior: "smooth" });
    const rows = [...document.querySelectorAll(".result-rows > li")].toReversed();
    const each = Math.min(PLACE, STAGE / Math.max(1, rows.length));
    rows.forEach((row, place) => {
      animate(row, [{ opacity: 0, translate: "0 14px" }, {}], each, place * each);
      const parts = [...row.querySelectorAll(".result-bar rect")];
      const share = each / Math.max(1, parts.length);
      parts.forEach((part, n) => animate(part, [{ scale: "0 1" }, {}], share, place * each + n * share));
    });
    const picture = document.querySelector(".result-picture");
    if (picture) animate(picture, [{ opacity: 0, scale: 0.94 }, {}], PLACE, rows.length * each);
    const rank = rows.at(-1)?.querySelector(".result-rank");
    if (rank) animate(rank, [{ scale: 2 }, { scale: 1 }], PLACE, rows.length * each);
    for (const rating of document.querySelectorAll("[data-rating]")) climb(rating, rows.length * each);
  }

  // A rating on its way from what it was; its place is as wide as what it is.
  function climb(rating, delay) {
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

  // The picture of a number, from its source to where it stands, over everything.
  /** @type {Longtable["fly"]} */
  function fly(number, source, duration) {
    const picture = number.parentElement?.querySelector("svg");
    if (!picture || !source.checkVisibility() || source.contains(number)) return;
    const [to, from] = [picture, source].map((one) => one.getBoundingClientRect());
    const flown = /** @type {SVGSVGElement} */ (picture.cloneNode(true));
    for (const side of ["left", "top", "width", "height"]) flown.style[side] = `${to[side]}px`;
    flown.classList.add("flying-piece");
    document.getElementById("table")?.append(flown);
    const [right, down] = [from.left + from.width / 2 - to.left, from.top + from.height / 2 - to.top];
    const start = { transform: `translate(${right - to.width / 2}px, ${down - to.height / 2}px)` };
    const animation = animate(flown, [start, { transform: "none" }], duration);
    if (animation) animation.onfinish = () => flown.remove();
    else flown.remove();
  }

  window.longtable = { ...window.longtable, moment, stage, fly };
})();
