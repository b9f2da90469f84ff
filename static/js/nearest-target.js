// A tap on a map counts for the nearest target, so that small ones can be hit.
"use strict";

(() => {
  const REACH = 24; // pixels around a target that count for it
  const TIE = 4; // pixels: two targets whose distances differ by less are ambiguous
  const TARGET = "[data-move], [data-cell], [data-sheet], [data-undo], button[name=move]";
  const CONTROL = `${TARGET}, a[href], button, input, select, summary, label`; // handles taps itself

  // The spot of [{x, y, r?}] that a tap at {x, y} means, or null if none is within reach. All are
  // pixels; r is the radius of a spot. `isAmbiguous`: a second one is equally near.
  /** @type {Longtable["findNearest"]} */
  function findNearest(spots, tap) {
    const ranked = spots
      .map((spot) => ({ spot, far: Math.max(0, Math.hypot(spot.x - tap.x, spot.y - tap.y) - (spot.r ?? 0)) }))
      .filter((one) => one.far <= REACH)
      .toSorted((a, b) => a.far - b.far);
    if (!ranked.length) return null;
    const [first, second] = ranked;
    return { spot: first.spot, isAmbiguous: Boolean(second) && second.far - first.far < TIE };
  }

  const isPressable = (element) => element.checkVisibility({ visibilityProperty: true }) && !element.matches(":disabled, .is-blocked");
  function spotOf(element) {
    const { left, top, width, height } = element.getBoundingClientRect();
    return { element, x: left + width / 2, y: top + height / 2, r: Math.min(width, height) / 2 };
  }
  // The targets of a map. Those without a size are not drawn.
  const findTargets = (map) => [...map.querySelectorAll(TARGET)].filter(isPressable).map(spotOf).filter((one) => one.r);

  document.addEventListener(
    "click",
    (event) => {
      const map = event.isTrusted && event.target.closest?.("[data-map]");
      if (!map || event.target.closest(CONTROL)) return;
      const { clientX, clientY } = event;
      const found = findNearest(findTargets(map), { x: clientX, y: clientY });
      if (!found) return;
      event.stopPropagation();
      const view = window.longtable.map?.(map);
      if (found.isAmbiguous && view?.zoomCloser(clientX, clientY)) return;
      const click = { bubbles: true, cancelable: true, clientX, clientY };
      found.spot.element?.dispatchEvent(new MouseEvent("click", click));
    },
    true,
  );
  window.longtable = { ...window.longtable, findNearest, findTargets };
})();
