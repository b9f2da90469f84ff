// Notes: what a thing at the table is, by the rules, without leaving the page. What has `data-rules-tip`
// (an address, or a link's own) opens one: a link by a press; anything else by the right button, by
// holding it, or by typing "?" while it has the focus. Without this script links are links.
"use strict";

(() => {
  const HOLD = 500; // ms
  const MOVED = 10; // px: a finger that wanders further scrolls
  const GAP = 8;
  const { script = "" } = /** @type {HTMLScriptElement} */ (document.currentScript).dataset;
  /** @type {{ timer: number, clientX: number, clientY: number } | null} */
  let holding = null;
  let held = false;

  const thingAt = (target) => target.closest?.("[data-rules-tip]");

  const open = (thing) => window.longtable.later(script).then(() => window.longtable.note(thing));

  // A box beside a thing, where there is room; the stylesheet puts it at the bottom of a phone.
  /** @type {Longtable["beside"]} */
  function beside(shown, thing) {
    const around = thing.getBoundingClientRect();
    const size = shown.getBoundingClientRect();
    const left = Math.max(GAP, Math.min(around.left, innerWidth - size.width - GAP));
    const below = around.bottom + GAP;
    const fits = below + size.height <= innerHeight - GAP;
    shown.style.setProperty("--left", `${left}px`);
    shown.style.setProperty("--top", `${fits ? below : Math.max(GAP, around.top - GAP - size.height)}px`);
  }

  document.addEventListener("click", (event) => {
    if (held) {
      held = false;
      event.preventDefault();
      event.stopPropagation();
      return;
    }
    const link = event.target.closest?.("a[data-rules-tip]");
    if (!link || event.button || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    open(link);
  }, true);

  document.addEventListener("contextmenu", (event) => {
    const thing = thingAt(event.target);
    if (!thing || thing.closest("#rules-tip")) return;
    event.preventDefault();
    if (!holding && !held) open(thing);
  });

  document.addEventListener("keydown", (event) => {
    if (event.key !== "?" || event.target.closest("input, select, textarea")) return;
    const thing = thingAt(event.target) ?? event.target.querySelector?.("[data-rules-tip]");
    if (thing && event.target !== document.body) {
      event.preventDefault();
      open(thing);
    }
  }, true); // before keyboard-shortcuts.js, which opens the list of keys

  // Holding: the press that opened a note is no press on the thing.
  document.addEventListener("pointerdown", (event) => {
    held = false;
    const thing = event.pointerType === "mouse" ? null : thingAt(event.target);
    if (!thing) return;
    const { clientX, clientY } = event;
    const timer = setTimeout(() => {
      holding = null;
      held = true;
      open(thing);
    }, HOLD);
    holding = { timer, clientX, clientY };
  });
  function letGo() {
    clearTimeout(holding?.timer);
    holding = null;
  }
  for (const end of ["pointerup", "pointercancel"]) document.addEventListener(end, letGo);
  document.addEventListener("pointermove", (event) => {
    if (!holding) return;
    if (Math.hypot(event.clientX - holding.clientX, event.clientY - holding.clientY) > MOVED) letGo();
  });

  window.longtable = { ...window.longtable, beside };
})();
