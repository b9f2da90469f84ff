// Notes: what a thing at the table is, by the rules, without leaving the page. What has `data-note`
// (an address, or a link's own) opens one: a link by a press; anything else by the right button, by
// holding it, or by typing "?" while it has the focus. Without this script links are links.
"use strict";

(() => {
  const HOLD = 500; // ms
  const MOVED = 10; // px: a finger that wanders further scrolls
  const GAP = 8;
  const kept = new Map();
  let note = null;
  let opener = null;
  let holding = null;
  let held = false;

  const address = (thing) => thing.dataset.note || thing.getAttribute("href");
  const thingAt = (target) => target.closest?.("[data-note]");

  function made() {
    if (note) return note;
    note = document.createElement("div");
    note.id = "note";
    note.className = "note";
    note.popover = "manual"; // an "auto" one would close when a holding finger is lifted
    note.tabIndex = -1;
    note.setAttribute("role", "dialog");
    document.body.append(note);
    return note;
  }

  const isOpen = () => note?.matches(":popover-open");

  function close() {
    const had = note.contains(document.activeElement);
    note.hidePopover();
    if (had) opener?.focus({ preventScroll: true });
  }

  async function fetched(from) {
    if (!kept.has(from)) {
      const answer = await fetch(from, { headers: { "X-Note": "1" } });
      if (!answer.ok) throw new Error(answer.statusText);
      kept.set(from, await answer.text());
    }
    return kept.get(from);
  }

  // A box beside a thing, where there is room; the stylesheet puts it at the bottom of a phone.
  function beside(box, thing) {
    const around = thing.getBoundingClientRect();
    const size = box.getBoundingClientRect();
    const left = Math.max(GAP, Math.min(around.left, innerWidth - size.width - GAP));
    const below = around.bottom + GAP;
    const fits = below + size.height <= innerHeight - GAP;
    box.style.setProperty("--left", `${left}px`);
    box.style.setProperty("--top", `${fits ? below : Math.max(GAP, around.top - GAP - size.height)}px`);
  }

  async function open(thing) {
    const from = address(thing);
    const within = note?.contains(thing);
    if (!within) opener = thing;
    made().setAttribute("aria-busy", "true");
    thing.setAttribute("aria-busy", "true");
    try {
      note.innerHTML = await fetched(from);
    } catch {
      if (thing.href) location.assign(thing.href);
      return;
    } finally {
      note.removeAttribute("aria-busy");
      thing.removeAttribute("aria-busy");
    }
    const title = note.querySelector(".note-title");
    if (title) note.setAttribute("aria-label", title.textContent);
    if (!isOpen()) note.showPopover();
    beside(note, opener);
    note.focus({ preventScroll: true });
    note.scrollTop = 0;
  }

  document.addEventListener("click", (event) => {
    if (held) {
      held = false;
      event.preventDefault();
      event.stopPropagation();
      return;
    }
    const link = event.target.closest?.("a[data-note]");
    if (!link || event.button || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    open(link);
  }, true);

  document.addEventListener("contextmenu", (event) => {
    const thing = thingAt(event.target);
    if (!thing || note?.contains(thing)) return;
    event.preventDefault();
    if (!holding && !held) open(thing);
  });

  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && isOpen()) {
      event.preventDefault();
      close();
      return;
    }
    if (event.key !== "?" || event.target.closest("input, select, textarea")) return;
    const thing = thingAt(event.target) ?? event.target.querySelector?.("[data-note]");
    if (thing && event.target !== document.body) {
      event.preventDefault();
      open(thing);
    }
  });

  // Holding: the press that opened a note is no press on the thing.
  document.addEventListener("pointerdown", (event) => {
    held = false;
    if (isOpen() && !note.contains(event.target)) close();
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
  document.addEventListener("pointerup", letGo);
  document.addEventListener("pointercancel", letGo);
  document.addEventListener("pointermove", (event) => {
    if (!holding) return;
    if (Math.hypot(event.clientX - holding.clientX, event.clientY - holding.clientY) > MOVED) letGo();
  });

  window.longtable = { ...window.longtable, beside };
})();
