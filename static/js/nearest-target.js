// On a map a tap counts for the nearest lit spot: one that is drawn small is met all the same.
"use strict";

(() => {
  const REACH = 24; // pixels around a spot that still count for it
  const TIE = 4; // pixels of difference that nobody aims with
  const LIT = "[data-move], [data-cell], [data-sheet], [data-undo], button[name=move]";
  const OWN = `${LIT}, a[href], button, input, select, summary, label`; // answers a tap itself

  // The spot of [{x, y, r?}] that a tap at {x, y} means, all in pixels; r is how far a spot
  // reaches. Two that are equally near: `isAmbiguous`. None within reach: null.
  /** @type {Longtable["nearest"]} */
  function nearest(spots, tap) {
    const ranked = spots
      .map((spot) => ({ spot, far: Math.max(0, Math.hypot(spot.x - tap.x, spot.y - tap.y) - (spot.r ?? 0)) }))
      .filter((one) => one.far <= REACH)
      .toSorted((a, b) => a.far - b.far);
    if (!ranked.length) return null;
    const [first, second] = ranked;
    return { spot: first.spot, isAmbiguous: Boolean(second) && second.far - first.far < TIE };
  }

  const isLit = (element) => element.checkVisibility({ visibilityProperty: true }) && !element.matches(":disabled, .is-blocked");
  function spotOf(element) {
    const { left, top, width, height } = element.getBoundingClientRect();
    return { element, x: left + width / 2, y: top + height / 2, r: Math.min(width, height) / 2 };
  }
  // Those that are drawn at all: a group without a size is nowhere.
  const spotsOf = (map) => [...map.querySelectorAll(LIT)].filter(isLit).map(spotOf).filter((one) => one.r);

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
      met.spot.element?.dispatchEvent(new MouseEvent("click", click));
    },
    true,
  );
  window.longtable = { ...window.longtable, nearest, spotsOf };
})();
