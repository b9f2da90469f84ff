// Orléans: what a place lights only when it is pressed. A button with data-show="quarry" opens the
// layer of that name: spots with data-layer="quarry" appear, and what is always lit but does not belong
// to it (data-of="ship wagon") steps back.
"use strict";

(() => {
  /** @returns {any} */
  const board = () => document.getElementById("or");
  // what stands in a layer, and what is always lit of a place
  const layers = (name) => board().querySelectorAll(`[data-layer="${name}"], [data-of~="${name}"]`);
  let open = ""; // the layer that is shown

  const isWithin = (name) => Boolean(name) && open.startsWith(`${name}:`);

  function apply() {
    const root = board();
    if (!root) return;
    if (open && !layers(open).length) open = "";
    root.classList.toggle("has-open", open !== "");
    const shown = new Set(open ? layers(open) : []);
    for (const one of root.querySelectorAll("[data-layer], [data-of]")) {
      one.classList.toggle("is-open", shown.has(one) || isWithin(one.dataset.layer));
    }
    for (const one of document.querySelectorAll("[data-show]")) {
      one.setAttribute("aria-pressed", String(open === one.dataset.show || isWithin(one.dataset.show)));
    }
  }
  function lead() {
    const [first] = layers(open);
    const map = first?.closest("svg[data-map]");
    (map ?? first)?.closest(".zone")?.scrollIntoView({ block: "nearest", behavior: "smooth" });
    if (map) window.longtable.map(map).rest();
    const spot = first?.matches("[tabindex], button") ? first : first?.querySelector("[tabindex], button");
    if (spot) spot.focus({ preventScroll: true });
  }
  function show(name) {
    open = open === name ? "" : name;
    apply();
    if (open) lead();
  }

  document.addEventListener("click", (event) => {
    const opener = event.target.closest?.("[data-show]");
    if (opener) show(opener.dataset.show);
  });
  document.addEventListener("keydown", (event) => {
    const opener = event.target.closest?.("[data-show]:not(button)");
    if (opener && (event.key === "Enter" || event.key === " ")) {
      event.preventDefault();
      show(opener.dataset.show);
    } else if (event.key === "Escape" && open) show(open);
  });
  document.addEventListener("longtable:changed", apply);
  apply();
})();
