// Interactions with the map of Clans of Caledonia: choosing a unit, the moves on a space in a sheet, the
// route over water, and settlements. board.js loads this script.
"use strict";

(() => {
  const REACH_SCALE = 0.68; // pixels a unit, on a phone while a unit is chosen
  const PHONE_WIDTH = 500;
  /** @returns {any} */
  const by = (id) => document.getElementById(id);
  const { caledonia, placeBeside } = window.longtable;

  // Opens a sheet with the moves on a space. Those that are too dear say what is missing.
  function openSheet(spot) {
    const rows = caledonia.waysOf(spot).filter((way) => !way.isAway);
    by("cal-sheet").replaceChildren(
      by("cal-sheet").querySelector(".sheet-close"),
      ...rows.map((way) => {
        const row = by("cal-way").content.firstElementChild.cloneNode(true);
        const use = row.querySelector("use");
        use.setAttribute("href", use.getAttribute("href").replace("#", `#${way.art}`));
        row.disabled = way.lacks > 0;
        row.classList.toggle("is-blocked", row.disabled);
        row.lastChild.textContent = row.disabled ? `${way.label}: ${caledonia.why(way)}` : way.label;
        if (!row.disabled) Object.assign(row.dataset, { move: way.move, preview: way.preview });
        return row;
      }),
    );
    if (!by("cal-sheet").matches(":popover-open")) return;
    placeBeside(by("cal-sheet"), spot);
    by("cal-sheet").querySelector("button:enabled:not(.sheet-close)")?.focus({ preventScroll: true });
  }
  function handleTouch({ type, target, key }) {
    const spot = target.closest?.(".cal-spot");
    const isPressed = type === "click" || key === "Enter" || key === " ";
    if (isPressed && spot?.dataset.sheet) openSheet(spot);
    else if (type === "click" && target.closest("#cal-settle")) {
      caledonia.isSettled = !by("cal").matches(".is-settled");
      caledonia.draw();
    } else if (!isPressed) by("cal-route")?.setAttribute("d", spot?.dataset.path ? `M${spot.dataset.path}` : "M0 0");
  }
  function choose(unit) {
    caledonia.chosen = caledonia.chosen === unit ? "" : unit;
    caledonia.draw();
    const { box, focus, targets, viewport, bounds } = caledonia.boardMap();
    if (viewport.wide > PHONE_WIDTH) caledonia.boardMap().apply();
    else caledonia.boardMap().show(window.longtable.views.restingView({ ...bounds, box, focus, targets, viewport, readable: caledonia.chosen ? REACH_SCALE : bounds.readable }), true);
    if (caledonia.chosen) by("cal-map-zone").scrollIntoView({ block: "nearest" });
  }

  Object.assign(caledonia, { choose, handleTouch });
})();
