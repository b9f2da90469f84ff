// Puerto Rico: placing workers with a few taps, and the notes about buildings.
// The rules stay on the server: what is sent is the list of moves that leads to the wanted circles.
"use strict";

(() => {
  const placing = () => document.querySelector(".pr [data-placing]");
  const circles = () => [...document.querySelectorAll(".pr [data-circle]")];

  // what I want and have not sent yet: for one starting position, by slot
  let wanted = null; // { start: signature, at: Map(slot → workers) }

  // A placement as the server sees it: every slot with its size and workers, the pool, what is fixed.
  function startOf(bar) {
    const slots = new Map();
    for (const circle of circles()) {
      const slot = slots.get(circle.dataset.circle) ?? { size: 0, at: 0 };
      slot.size += 1;
      slot.at += circle.dataset.was === "true" ? 1 : 0;
      slots.set(circle.dataset.circle, slot);
    }
    const fixed = new Set(bar.dataset.fixed.split(" ").filter(Boolean));
    return { slots, pool: Number(bar.dataset.pool), fixed, done: false };
  }

  // The moves the rules would list (rules 5.5); used only to know what they will do by themselves.
  function listed(state) {
    const open = [...state.slots].filter(([key]) => !state.fixed.has(key));
    const free = open.reduce((sum, [, slot]) => sum + slot.size - slot.at, 0);
    const moves = [];
    for (const [key, slot] of open) {
      for (let n = 0; n <= slot.size; n += 1) {
        const left = state.pool + slot.at - n;
        if (n !== slot.at && left >= 0 && left <= free - (slot.size - slot.at)) {
          moves.push([key, n]);
        }
      }
    }
    if (state.pool === 0) moves.push(["", 0]);
    return moves;
  }

  function set(state, key, n) {
    if (!key) {
      state.done = true;
      return;
    }
    const slot = state.slots.get(key);
    state.pool += slot.at - n;
    slot.at = n;
    state.fixed.add(key);
  }

  // The moves from here to the wanted numbers: first the slots that lose workers, then the others.
  // Whatever is the only possibility the rules play themselves, so it must not be sent.
  function movesTo(state, target) {
    const keys = [...target.keys()];
    const change = (key) => target.get(key) - state.slots.get(key).at;
    const order = [...keys.filter((key) => change(key) < 0), ...keys.filter((key) => change(key) > 0)];
    const moves = [];
    const settle = () => {
      for (let only = listed(state); !state.done && only.length === 1; only = listed(state)) {
        set(state, ...only[0]);
      }
    };
    for (const key of order) {
      if (state.done || change(key) === 0) continue;
      moves.push(`staff ${key} ${target.get(key)}`);
      set(state, key, target.get(key));
      settle();
    }
    if (!state.done) moves.push("done");
    return moves;
  }

  function pressed() {
    const at = new Map();
    for (const circle of circles()) {
      const key = circle.dataset.circle;
      at.set(key, (at.get(key) ?? 0) + (circle.getAttribute("aria-pressed") === "true" ? 1 : 0));
    }
    return at;
  }

  // Draw what is wanted; called after every change of the page, it does nothing twice.
  function show() {
    const bar = placing();
    if (!bar) {
      wanted = null;
      return;
    }
    if (wanted && wanted.start !== bar.dataset.placing) wanted = null;
    const fixed = new Set(bar.dataset.fixed.split(" ").filter(Boolean));
    const filled = new Map();
    let was = 0;
    let is = 0;
    for (const circle of circles()) {
      const key = circle.dataset.circle;
      const number = filled.get(key) ?? 0;
      filled.set(key, number + 1);
      const on = wanted ? number < wanted.at.get(key) : circle.dataset.was === "true";
      circle.setAttribute("aria-pressed", String(on));
      circle.disabled = fixed.has(key);
      was += circle.dataset.was === "true" ? 1 : 0;
      is += on ? 1 : 0;
    }
    const left = Number(bar.dataset.pool) + was - is;
    for (const output of document.querySelectorAll(".pr [data-pool-left]")) {
      if (output.textContent !== String(left)) output.textContent = String(left);
    }
    bar.querySelector("[data-placing-done]").disabled = left !== 0;
    bar.querySelector("[data-placing-reset]").hidden = wanted === null;
  }

  function toggle(circle) {
    const bar = placing();
    const at = pressed();
    const key = circle.dataset.circle;
    const spare = Number(document.querySelector(".pr [data-pool-left]").textContent);
    const on = circle.getAttribute("aria-pressed") === "true";
    if (!on && spare === 0) return;
    at.set(key, at.get(key) + (on ? -1 : 1));
    wanted = { start: bar.dataset.placing, at };
    show();
  }

  document.addEventListener("click", (event) => {
    const target = event.target.closest?.(".pr [data-circle], [data-placing-reset], [data-placing-done]");
    if (!target || !placing()) return;
    if (target.matches("[data-placing-reset]")) {
      wanted = null;
      show();
    } else if (target.matches("[data-placing-done]")) {
      window.longtable.draft(movesTo(startOf(placing()), pressed()));
    } else {
      toggle(target);
    }
  });

  // What changed since my last look: the board lists the keys, the things carry them.
  function markNews() {
    const board = document.querySelector(".pr[data-news-of]");
    if (!board) return;
    const news = new Set(board.dataset.newsOf.split(" "));
    for (const thing of board.querySelectorAll("[data-news]")) {
      thing.toggleAttribute("data-changed", news.has(thing.dataset.news));
    }
  }

  // The page is morphed in place: draw people's wishes again.
  const look = () => {
    show();
    markNews();
  };
  for (const name of ["htmx:after:swap", "htmx:after:settle"]) document.addEventListener(name, look);
  look();

  // Notes about buildings open under a resting mouse, too.
  let resting = 0;
  const note = (button) => document.getElementById(button.dataset.info);
  document.addEventListener("pointerover", (event) => {
    const button = event.pointerType === "mouse" ? event.target.closest?.(".pr [data-info]") : null;
    if (!button) return;
    clearTimeout(resting);
    resting = setTimeout(() => {
      const popover = note(button);
      if (popover && button.isConnected && !popover.matches(":popover-open")) {
        popover.dataset.hover = "";
        popover.showPopover({ source: button });
      }
    }, 500);
  });
  document.addEventListener("pointerout", (event) => {
    const button = event.target.closest?.(".pr [data-info]");
    if (!button || button.contains(event.relatedTarget)) return;
    clearTimeout(resting);
    const popover = note(button);
    if (popover?.dataset.hover !== undefined) {
      delete popover.dataset.hover;
      popover.hidePopover();
    }
  });
})();
