// The box of a note: one for the whole page, beside the thing that it tells of (../rules-tip-opener.js opens it).
"use strict";

(() => {
  const kept = new Map();
  const note = document.createElement("div");
  note.id = "rules-tip";
  note.className = "rules-tip";
  note.popover = "manual"; // an "auto" one would close when a holding finger is lifted
  note.tabIndex = -1;
  note.setAttribute("role", "dialog");
  document.body.append(note);
  /** @type {any} */
  let opener = null;

  const isOpen = () => note.matches(":popover-open");

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

  async function open(thing) {
    if (!note.contains(thing)) opener = thing;
    note.setAttribute("aria-busy", "true");
    thing.setAttribute("aria-busy", "true");
    try {
      note.innerHTML = await fetched(thing.dataset.rulesTip || thing.getAttribute("href"));
    } catch {
      if (thing.href) location.assign(thing.href);
      return;
    } finally {
      note.removeAttribute("aria-busy");
      thing.removeAttribute("aria-busy");
    }
    const title = note.querySelector(".rules-tip-title");
    if (title) note.setAttribute("aria-label", title.textContent);
    if (!isOpen()) note.showPopover();
    window.longtable.beside(note, opener);
    note.focus({ preventScroll: true });
    note.scrollTop = 0;
  }

  document.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || !isOpen()) return;
    event.preventDefault();
    close();
  });
  document.addEventListener("pointerdown", (event) => {
    if (isOpen() && !event.target.closest("#rules-tip")) close();
  });

  window.longtable.note = open;
})();
