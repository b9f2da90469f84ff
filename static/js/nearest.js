// On a map a tap counts for the nearest lit spot: one that is drawn small is met all the same.
// Arrow keys walk from spot to spot.
"use strict";

(() => {
  const REACH = 24; // pixels around a spot that still count for it
  const TIE = 4; // pixels of difference that nobody aims with
  const LIT = "[data-move], [data-cell], [data-sheet], [data-undo], button[name=move]";
  const OWN = `${LIT}, a[href], button, input, select, summary, label`; // answers a tap itself
  const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

  // The spot of [{x, y, r?}] that a tap at {x, y} means, all in pixels; r is how far a spot
  // reaches. Two that are equally near: `isAmbiguous`. None within reach: null.
  function nearest(spots, tap) {
    const ranked = spots
      .map((spot) => ({ spot, far: Math.max(0, Math.hypot(spot.x - tap.x, spot.y - tap.y) - (spot.r ?? 0)) }))
      .filter((one) => one.far <= REACH)
      .toSorted((a, b) => a.far - b.far);
    if (!ranked.length) return null;
    const [first, second] = ranked;
    return { spot: first.spot, isAmbiguous: Boolean(second) && second.far - first.far < TIE };
  }

  // The spot that lies next in this direction ([1, 0] is to the right), straight ones first.
  function toward(spots, from, [dx, dy]) {
    let best = null;
    let least = Infinity;
    for (const spot of spots) {
      const ahead = (spot.x - from.x) * dx + (spot.y - from.y) * dy;
      const aside = Math.abs((spot.x - from.x) * dy) + Math.abs((spot.y - from.y) * dx);
      const cost = ahead + 2 * aside;
      if (ahead > 1 && aside <= 2 * ahead && cost < least) {
        best = spot;
        least = cost;
      }
    }
    return best;
  }

  const isLit = (element) => element.checkVisibility() && !element.matches(":disabled, .is-blocked");
  function spotOf(element) {
    const { left, top, width, height } = element.getBoundingClientRect();
    return { element, x: left + width / 2, y: top + height / 2, r: Math.min(width, height) / 2 };
  }
  const spotsOf = (map) => [...map.querySelectorAll(LIT)].filter(isLit).map(spotOf);

  document.addEventListener(
    "click",
    (event) => {
      const map = event.isTrusted && event.target.closest?.("[data-map]");
      if (!map || event.target.closest(OWN)) return;
      const { clientX, clientY } = event;
      const met = nearest(spotsOf(map), { x: clientX, y: clientY });
      if (!met) return;
      event.stopPropagation();
      const view = window.longtable.map?.(map);
      if (met.isAmbiguous && view?.closer(clientX, clientY)) return;
      const click = { bubbles: true, cancelable: true, clientX, clientY };
      met.spot.element.dispatchEvent(new MouseEvent("click", click));
    },
    true,
  );
  document.addEventListener("keydown", (event) => {
    const here = ARROWS[event.key] && event.target.closest?.(LIT);
    const map = here && here.closest("[data-map]");
    if (!map || event.ctrlKey || event.metaKey || event.altKey) return;
    const next = toward(spotsOf(map), spotOf(here), ARROWS[event.key]);
    if (next) next.element.focus();
    event.preventDefault();
  });

  window.longtable = Object.assign(window.longtable ?? {}, { nearest, toward, spotsOf });
})();
