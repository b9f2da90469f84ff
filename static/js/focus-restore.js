// Keyboard focus stays where it was when a part of the page is fetched anew: on the same control,
// else on its neighbour in the same group, else on what the page asks for.
"use strict";

(() => {
  const LIT = '[data-move], [role="button"][tabindex="0"], button[name="move"]:not(:disabled)';
  const TAKES_FOCUS = "a[href], button:not(:disabled), input, select, textarea, summary, [tabindex]";
  const PART = "#position, [data-lists]"; // what is fetched anew
  const NAMES = ["data-move", "value", "href", "aria-label"];
  /** @type {{ control: Element, keys: boolean } | null} */
  let last = null; // the control that has the focus, or had it before a dialog took it
  /** @type {{ name: string, groups: { name: string, place: number }[], within: string, keys: boolean } | null} */
  let held = null; // how to find it again after the swap

  const isShown = (one) =>
    one.checkVisibility({ visibilityProperty: true }) && one.getBoundingClientRect().width > 0;
  const takesFocus = (one) => one.matches(TAKES_FOCUS) && isShown(one);

  // What finds an element again: its id, else what it says of itself, else its classes.
  function named(element, names) {
    if (element.id) return `#${CSS.escape(element.id)}`;
    const name = names.find((one) => element.getAttribute(one));
    if (name) return `${element.localName}[${name}="${CSS.escape(element.getAttribute(name))}"]`;
    return [element.localName, ...element.classList].map((one) => CSS.escape(one)).join(".");
  }

  // The groups around a control, the closest first. None in the bar: beside "Undo" is what sends.
  function groups(control) {
    const found = [];
    if (control.closest("#turn-bar")) return found;
    for (let one = control.parentElement; one && !one.matches(PART); one = one.parentElement) {
      const names = [named(one, ["aria-label"]), named(one, [])].filter((name) => /[#.[]/.test(name));
      const place = [...one.querySelectorAll(LIT)].indexOf(control);
      found.push(...names.map((name) => ({ name, place: Math.max(0, place) })));
    }
    return found;
  }

  // A move may be in the list and on the board: the focus stays in the one it is in.
  const within = (one) => (one.closest("#moves") ? ":is(#moves *)" : ":not(#moves *)");

  function hold() {
    const control = last?.control;
    const free = document.activeElement === document.body || document.activeElement?.closest("dialog");
    held = last && control?.isConnected && (free || control === document.activeElement)
      ? { name: named(control, NAMES), groups: groups(control), within: within(control), keys: last.keys }
      : null;
  }

  function neighbour(around, within) {
    for (const { group, place } of around) {
      const lit = [...group.querySelectorAll(`:is(${LIT})${within}`)].filter(isShown);
      if (lit.length) return lit[Math.min(place, lit.length - 1)];
    }
    return document.getElementById("prompt") ?? document.getElementById("main");
  }

  /** @param {Element | null} left what had the focus when the part had come */
  function give(left) {
    if (!held) return;
    const { name, groups: before, within, keys } = held;
    const now = document.activeElement ?? document.body;
    held = null;
    if (now.closest("dialog")) return;
    const isControl = now.closest(PART) && takesFocus(now);
    if (isControl && (now !== left || now.matches(name))) return; // also who has gone on meanwhile
    const around = before
      .map((one) => ({ group: /** @type {Element} */ (document.querySelector(one.name)), place: one.place }))
      .filter((one) => one.group);
    const same = around.map(({ group }) => group.querySelector(name + within)).find(Boolean);
    if (same && takesFocus(same)) same.focus({ preventScroll: !keys });
    else if (!isControl) neighbour(around, within).focus({ preventScroll: !keys });
  }

  document.addEventListener("focusin", ({ target }) => {
    if (target.closest(PART)) last = { control: target, keys: target.matches(":focus-visible") };
    else if (!target.closest("dialog")) last = null;
  });
  document.addEventListener("pointerdown", ({ target }) => {
    if (!target.closest("dialog")) last = null; // a click beside everything lets go
  });
  document.addEventListener("htmx:before:swap", hold);
  document.addEventListener("htmx:finally:swap", () => {
    const left = document.activeElement;
    if (document.hidden) give(left);
    else requestAnimationFrame(() => give(left)); // behind what the page of a table measures (table.js)
  });
})();
