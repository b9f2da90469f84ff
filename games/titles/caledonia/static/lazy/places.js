// What the map of Clans of Caledonia shows when it is touched: where a chosen unit may go, what may
// go onto a space, the way there over water, and settlements. It is loaded by board.js.
"use strict";

(() => {
  const ZOOMED = 0.68; // around my reach on a phone, when a unit is chosen
  const PHONE = 500;
  /** @returns {any} */
  const by = (id) => document.getElementById(id);
  const { caledonia, beside } = window.longtable;

  // A space first: what may go there, in a sheet. What cannot be paid says what is missing.
  function ask(spot) {
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
    beside(by("cal-sheet"), spot);
    by("cal-sheet").querySelector("button:enabled:not(.sheet-close)")?.focus({ preventScroll: true });
  }
  function touched({ type, target, key }) {
    const spot = target.closest?.(".cal-spot");
    const isPressed = type === "click" || key === "Enter" || key === " ";
    if (isPressed && spot?.dataset.sheet) ask(spot);
    else if (type === "click" && target.closest("#cal-settle")) {
      caledonia.isSettled = !by("cal").matches(".is-settled");
      caledonia.draw();
    } else if (!isPressed) by("cal-route")?.setAttribute("d", spot?.dataset.path ? `M${spot.dataset.path}` : "M0 0");
  }
  function choose(unit) {
    caledonia.chosen = caledonia.chosen === unit ? "" : unit;
    caledonia.draw();
    const { box, focus, lit, room, bounds } = caledonia.plan();
    if (room.wide > PHONE) caledonia.plan().apply();
    else caledonia.plan().show(window.longtable.views.resting({ ...bounds, box, focus, lit, room, readable: caledonia.chosen ? ZOOMED : bounds.readable }), true);
    if (caledonia.chosen) by("cal-map-zone").scrollIntoView({ block: "nearest" });
  }

  Object.assign(caledonia, { choose, touched });
})();
