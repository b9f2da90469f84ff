// The pointers on a map: drag to pan, two fingers or the wheel to zoom.
"use strict";

(() => {
  const DRAG = 6; // pixels that make a drag out of a tap
  const mapOf = (target) => window.longtable.map(target.closest?.("svg[data-map]"));

  const fingers = new Map();
  /** @type {any} */
  let held = null; // the map under the fingers
  let dragged = false;
  let spread = 0;

  function center() {
    const all = [...fingers.values()];
    const mean = (key) => all.reduce((sum, one) => sum + one[key], 0) / all.length;
    return { x: mean("x"), y: mean("y") };
  }
  function apart() {
    const [a, b] = [...fingers.values()];
    return b ? Math.hypot(a.x - b.x, a.y - b.y) : 0;
  }
  document.addEventListener("pointerdown", (event) => {
    const plan = event.button > 0 ? null : mapOf(event.target);
    if (!plan) return;
    if (!fingers.size) dragged = false;
    held = plan;
    cancelAnimationFrame(plan.moving);
    const { clientX: x, clientY: y } = event;
    fingers.set(event.pointerId, { x, y, fromX: x, fromY: y });
    spread = apart();
  });
  document.addEventListener("pointermove", (event) => {
    const finger = fingers.get(event.pointerId);
    if (!finger || !held?.svg) return;
    const far = Math.hypot(event.clientX - finger.fromX, event.clientY - finger.fromY);
    if (!dragged && far < DRAG && fingers.size < 2) return;
    if (!dragged) {
      dragged = true;
      held.svg.setPointerCapture(event.pointerId);
      held.svg.classList.add("is-dragged");
    }
    const was = center();
    finger.x = event.clientX;
    finger.y = event.clientY;
    const is = center();
    const wide = apart();
    if (spread && wide) {
      held.zoom(wide / spread, is.x, is.y);
      spread = wide;
    }
    held.pan(was.x - is.x, was.y - is.y);
  });
  for (const name of ["pointerup", "pointercancel"]) {
    document.addEventListener(name, (/** @type {any} */ event) => {
      fingers.delete(event.pointerId);
      spread = apart();
      if (!fingers.size) held?.svg?.classList.remove("is-dragged");
    });
  }
  // before everything else that hears clicks: the end of a drag is none
  addEventListener(
    "click",
    (event) => {
      if (!dragged || !event.detail) return; // keys click without one
      dragged = false;
      if (!mapOf(event.target)) return;
      event.stopImmediatePropagation();
      event.preventDefault();
    },
    true,
  );
  document.addEventListener(
    "wheel",
    (event) => {
      const plan = mapOf(event.target);
      if (!plan) return;
      const lines = event.deltaMode === 1 ? 24 : 1;
      const isWhole = plan.isInView(plan.box); // the page scrolls past a map that shows all
      if (isWhole && !event.ctrlKey && event.deltaY >= 0) return;
      event.preventDefault();
      if (event.shiftKey || Math.abs(event.deltaX) > Math.abs(event.deltaY)) {
        plan.pan((event.deltaX || event.deltaY) * lines, event.shiftKey ? 0 : event.deltaY * lines);
      } else {
        plan.zoom(Math.exp((-event.deltaY * lines) / (event.ctrlKey ? 120 : 480)), event.clientX, event.clientY);
      }
    },
    { passive: false },
  );
})();
