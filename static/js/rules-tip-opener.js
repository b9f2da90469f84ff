// Opens rules tips: what the rules say about a thing, without leaving the page. `data-rules-tip` holds
// the address; on a link it may be empty. A link opens its tip with a press, anything else with a
// right click, a long press, or "?" while it has the focus. Without this script, links lead there.

const LONG_PRESS = 500; // ms
const TOLERANCE = 10; // px: a finger that moves further scrolls
/** @type {{ timer: number, clientX: number, clientY: number } | null} */
let pending = null;
let wasHeld = false;

const thingAt = (target) => target.closest?.("[data-rules-tip]");

const open = (thing) => import("./lazy/rules-tip.js").then(({ openRulesTip }) => openRulesTip(thing));

document.addEventListener("click", (event) => {
  if (wasHeld) {
    wasHeld = false;
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
  if (!pending && !wasHeld) open(thing);
});

document.addEventListener("keydown", (event) => {
  if (event.key !== "?" || event.target.closest("input, select, textarea")) return;
  const thing = thingAt(event.target) ?? event.target.querySelector?.("[data-rules-tip]");
  if (thing && event.target !== document.body) {
    event.preventDefault();
    open(thing);
  }
}, true); // before keyboard-shortcuts.js, which opens its list with "?"

// A long press that opens a tip does not press the thing.
document.addEventListener("pointerdown", (event) => {
  wasHeld = false;
  const thing = event.pointerType === "mouse" ? null : thingAt(event.target);
  if (!thing) return;
  const { clientX, clientY } = event;
  const timer = setTimeout(() => {
    pending = null;
    wasHeld = true;
    open(thing);
  }, LONG_PRESS);
  pending = { timer, clientX, clientY };
});
function cancelPress() {
  clearTimeout(pending?.timer);
  pending = null;
}
for (const end of ["pointerup", "pointercancel"]) document.addEventListener(end, cancelPress);
document.addEventListener("pointermove", (event) => {
  if (!pending) return;
  if (Math.hypot(event.clientX - pending.clientX, event.clientY - pending.clientY) > TOLERANCE) cancelPress();
});
