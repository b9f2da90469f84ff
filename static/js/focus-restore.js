// Keeps the keyboard focus when a part of the page is replaced: on the same control, else on a
// neighbour in the same group, else on the prompt.

const TARGET = '[data-move], [role="button"][tabindex="0"], button[name="move"]:not(:disabled)';
const TAKES_FOCUS = "a[href], button:not(:disabled), input, select, textarea, summary, [tabindex]";
const REFRESHED = "#position, [data-lists]"; // the parts that are replaced
const ATTRIBUTES = ["data-move", "value", "href", "aria-label"];
/** @type {{ control: Element, keys: boolean } | null} */
let last = null; // the control with the focus, or that had it before a dialog opened
/** @type {{ name: string, groups: { name: string, place: number }[], scope: string, keys: boolean } | null} */
let saved = null; // how to find it after the swap

const isShown = (one) =>
  one.checkVisibility({ visibilityProperty: true }) && one.getBoundingClientRect().width > 0;
const takesFocus = (one) => one.matches(TAKES_FOCUS) && isShown(one);

// A selector for an element: by its id, else by one of these attributes, else by its classes.
function selectorOf(element, names) {
  if (element.id) return `#${CSS.escape(element.id)}`;
  const name = names.find((one) => element.getAttribute(one));
  if (name) return `${element.localName}[${name}="${CSS.escape(element.getAttribute(name))}"]`;
  return [element.localName, ...element.classList].map((one) => CSS.escape(one)).join(".");
}

// The groups around a control, the closest first. None in the turn bar: next to "Undo" is "Send".
function groupsOf(control) {
  const found = [];
  if (control.closest("#turn-bar")) return found;
  for (let one = control.parentElement; one && !one.matches(REFRESHED); one = one.parentElement) {
    const names = [selectorOf(one, ["aria-label"]), selectorOf(one, [])].filter((name) => /[#.[]/.test(name));
    const place = [...one.querySelectorAll(TARGET)].indexOf(control);
    found.push(...names.map((name) => ({ name, place: Math.max(0, place) })));
  }
  return found;
}

// A move can be in the list and on the board: the focus stays in the same one.
const scopeOf = (one) => (one.closest("#moves") ? ":is(#moves *)" : ":not(#moves *)");

function saveFocus() {
  const control = last?.control;
  const isFree = document.activeElement === document.body || document.activeElement?.closest("dialog");
  saved = last && control?.isConnected && (isFree || control === document.activeElement)
    ? { name: selectorOf(control, ATTRIBUTES), groups: groupsOf(control), scope: scopeOf(control), keys: last.keys }
    : null;
}

function findNeighbour(around, scope) {
  for (const { group, place } of around) {
    const targets = [...group.querySelectorAll(`:is(${TARGET})${scope}`)].filter(isShown);
    if (targets.length) return targets[Math.min(place, targets.length - 1)];
  }
  return document.getElementById("prompt") ?? document.getElementById("main");
}

/** @param {Element | null} left what had the focus after the swap */
function restoreFocus(left) {
  if (!saved) return;
  const { name, groups: before, scope, keys } = saved;
  const now = document.activeElement ?? document.body;
  saved = null;
  if (now.closest("dialog")) return;
  const isControl = now.closest(REFRESHED) && takesFocus(now);
  if (isControl && (now !== left || now.matches(name))) return; // or the user has moved on
  const around = before
    .map((one) => ({ group: /** @type {Element} */ (document.querySelector(one.name)), place: one.place }))
    .filter((one) => one.group);
  const same = around.map(({ group }) => group.querySelector(name + scope)).find(Boolean);
  if (same && takesFocus(same)) same.focus({ preventScroll: !keys });
  else if (!isControl) findNeighbour(around, scope).focus({ preventScroll: !keys });
}

document.addEventListener("focusin", ({ target }) => {
  if (target.closest(REFRESHED)) last = { control: target, keys: target.matches(":focus-visible") };
  else if (!target.closest("dialog")) last = null;
});
document.addEventListener("pointerdown", ({ target }) => {
  if (!target.closest("dialog")) last = null; // a click elsewhere drops the focus
});
document.addEventListener("htmx:before:swap", saveFocus);
document.addEventListener("htmx:finally:swap", () => {
  const left = document.activeElement;
  if (document.hidden) restoreFocus(left);
  else requestAnimationFrame(() => restoreFocus(left)); // after table.js has measured the page
});
