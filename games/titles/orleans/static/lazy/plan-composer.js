// Orléans: a plan is composed here of taps and sent as one list of moves. What fits where says the
// server (data-fits, the best tile first); here is only which of it is still free.
"use strict";

(() => {
  /** @returns {any} */
  const root = () => document.getElementById("or-plan");
  const all = (query, from = document) => [...from.querySelectorAll(query)];
  const slots = () => all("#or-mine [data-fits]");
  const fits = (slot) => slot.dataset.fits.split(" ");
  const card = (slot) => slot.closest("[data-place]");
  const name = (what) => `or-${what} ${location.pathname}`;
  const kept = (what) => JSON.parse(localStorage.getItem(name(what)) ?? "[]");
  const keep = (what, value) => localStorage.setItem(name(what), JSON.stringify(value));
  let plan = []; // [tile, "place type" of its slot]
  let round = "";
  let chosen = "";

  // What the plan leaves of my market: tile → how many.
  function left() {
    const rest = new Map();
    const add = (tile, n) => rest.set(tile, (rest.get(tile) ?? 0) + n);
    for (const disc of all("#or-mine [data-tile]")) add(disc.dataset.tile, 1);
    for (const [tile] of plan) add(tile, -1);
    return rest;
  }
  // slot → its step of the plan
  function lying() {
    const found = new Map();
    for (const step of plan) found.set(slots().find((one) => one.dataset.slot === step[1] && !found.has(one)), step);
    return found;
  }
  const inTower = (slot) => slot.startsWith("gunpowder_tower ");
  // Tiles that may still go on a free slot.
  function able(slot, rest) {
    const isFull = plan.filter(([, one]) => inTower(one)).length >= Number(root().dataset.tower);
    return inTower(slot.dataset.slot) && isFull ? [] : fits(slot).filter((tile) => rest.get(tile) > 0);
  }
  // Steps that fill all these slots, or null.
  /** @returns {[string, string][] | null} */
  function choose(free, rest) {
    const [slot, ...others] = free;
    if (!slot) return [];
    for (const tile of able(slot, rest)) {
      const more = choose(others, new Map(rest).set(tile, rest.get(tile) - 1));
      if (more) return [[tile, slot.dataset.slot], ...more];
    }
    return null;
  }
  function fill(place) {
    const mine = lying();
    const here = slots().filter((slot) => card(slot) === place);
    const free = here.filter((slot) => !mine.has(slot));
    if (!free.length) plan = plan.filter(([, one]) => !here.some((slot) => slot.dataset.slot === one));
    const steps = place.querySelector("[data-none]") ? null : choose(free, left());
    if (steps) plan.push(...steps);
    else window.longtable.say(root().dataset.missing.replace("%p", place.dataset.name));
  }
  function tap(slot) {
    const step = lying().get(slot);
    const [best, ...others] = able(slot, left());
    if (step) {
      const later = new Set(fits(slot).slice(fits(slot).indexOf(step[0]) + 1));
      const next = chosen ? "" : [best, ...others].find((tile) => later.has(tile));
      if (next) step[0] = next;
      else plan.splice(plan.indexOf(step), 1);
    } else if (best) plan.push([best === chosen || others.includes(chosen) ? chosen : best, slot.dataset.slot]);
    chosen = "";
  }

  function drawSlots(mine, rest) {
    let more = root().hasAttribute("data-tech");
    for (const slot of slots()) {
      const step = mine.get(slot);
      const ways = step ? [] : able(slot, rest);
      const art = slot.querySelector(".or-tile-on-slot");
      if (step) art.firstElementChild.setAttribute("href", `${root().dataset.sprite}#${step[0]}`);
      art.toggleAttribute("hidden", !step);
      const { free } = slot.dataset;
      const called = step && document.querySelector(`#or-mine [data-tile="${step[0]}"]`)?.ariaLabel;
      slot.setAttribute("aria-label", step ? `${free.split(/[:：]/)[0]}: ${called}` : free);
      slot.classList.toggle("is-planned", Boolean(step));
      slot.classList.toggle("is-able", ways.length > 0);
      slot.classList.toggle("is-lit", ways.includes(chosen));
      more ||= ways.length > 0;
    }
    for (const market of all("[data-market]")) {
      const gone = plan.map(([tile]) => tile);
      let wanted = chosen;
      for (const disc of all("[data-tile]", market)) {
        const { tile } = disc.dataset;
        disc.disabled = gone.includes(tile);
        if (disc.disabled) gone.splice(gone.indexOf(tile), 1);
        const isChosen = !disc.disabled && tile === wanted;
        if (isChosen) wanted = "";
        disc.setAttribute("aria-pressed", isChosen);
        disc.classList.toggle("is-chosen", isChosen);
      }
    }
    return more;
  }
  // Marks the places; returns those that are ready.
  function drawPlaces(mine) {
    return all("#or-mine [data-place]").filter((place) => {
      const here = all(".or-slot", place);
      const n = here.filter((slot) => mine.has(slot) || slot.matches(".is-filled, .is-ghost")).length;
      const whole = n > 0 && (n === here.length || "loose" in place.dataset);
      const useless = whole && "why" in place.dataset;
      const marks = { "is-some": n && !whole, "is-ready": whole && !useless, "is-useless": useless, "is-blocked": useless };
      for (const mark in marks) place.classList.toggle(mark, marks[mark]);
      return whole;
    });
  }
  function drawBar(ready, rest, more) {
    const { dataset } = root();
    const part = (query) => root().querySelector(query);
    const names = (key, what = key) => {
      const told = ready.filter((place) => key in place.dataset).map((place) => place.dataset[what]);
      return told.length ? told.join(", ") : "";
    };
    const idle = [...rest.values()].reduce((sum, n) => sum + n, 0);
    const said = ready.length ? dataset.ready.replace("%p", names("name")) : dataset.unready;
    part(".or-line").textContent = `${said} · ${dataset.idle.replace("%n", idle)}`;
    const done = part("[data-plan-done]");
    // where nothing else could be placed the plan is done by itself
    done.dataset.move = JSON.stringify([...plan.map((step) => `place ${step.join(" ")}`), ...(more ? ["done"] : [])]);
    const warning = !ready.length
      ? dataset.none
      : (names("why") && dataset.useless.replace("%p", names("why", "name"))) ||
        (names("scarce") && dataset.scarce.replace("%p", names("scarce"))) ||
        ("last" in dataset ? dataset.sure : "");
    if (warning) done.dataset.final = warning;
    else delete done.dataset.final;
    part("[data-clear]").hidden = !plan.length;
    part("[data-suggests]").hidden = plan.length > 0 || dataset.suggest === "[]";
    part("[data-again]").hidden = plan.length > 0 || !kept("last").length;
  }
  function draw() {
    if (!root()) return;
    const { key } = root().dataset;
    if (round !== key) plan = kept("plan")[0] === key ? kept("plan")[1] : [];
    round = key;
    // a plan of another position
    if (lying().has(undefined) || [...left().values()].some((n) => n < 0)) plan = [];
    const mine = lying();
    const more = drawSlots(mine, left());
    drawBar(drawPlaces(mine), left(), more);
    keep("plan", [key, plan]);
  }

  document.addEventListener("click", (event) => {
    const at = root() && event.target.closest?.("#or-mine :is([data-fits], [data-fill]), [data-tile], #or-plan button");
    if (!at) return;
    const { fits: fitting, fill: filling, tile, clear, suggests, again } = at.dataset;
    if (fitting) tap(at);
    else if (tile) chosen = chosen === tile ? "" : tile;
    else if (filling !== undefined) fill(card(at));
    else if (clear !== undefined) plan = [];
    else if (suggests !== undefined) plan = JSON.parse(root().dataset.suggest).map(([one, ...slot]) => [one, slot.join(" ")]);
    else if (again !== undefined) kept("last").forEach((key) => fill(document.querySelector(`#or-mine [data-place="${key}"]`)));
    else keep("last", [...new Set(plan.map(([, slot]) => slot.split(" ")[0]))]);
    draw();
  });
  document.addEventListener("longtable:changed", draw);
  draw();
})();
