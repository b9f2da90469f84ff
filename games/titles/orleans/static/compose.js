// Orléans: a plan is composed here of taps and sent as one list of moves. What fits where says the
// server (data-fits, the best tile first); here is only which of it is still free.
"use strict";

(() => {
  const root = () => document.getElementById("or-plan");
  const all = (query, from = document) => [...from.querySelectorAll(query)];
  const slots = () => all("#or-mine [data-fits]");
  const discs = () => all("[data-market]").map((market) => all("[data-tile]", market));
  const card = (slot) => slot.closest("[data-place]");
  const fits = (slot) => slot.dataset.fits.split(" ");
  const LAST = `or-last ${location.pathname}`;
  let plan = []; // [tile, slot's place and type]
  let key = "";
  let chosen = "";

  const stored = () => `or-plan ${location.pathname} ${root().dataset.key}`;
  const kept = (name) => JSON.parse(localStorage.getItem(name) ?? "[]");

  // Followers of the market that the plan leaves, by tile.
  function left() {
    const found = new Map();
    for (const disc of discs()[0] ?? []) found.set(disc.dataset.tile, (found.get(disc.dataset.tile) ?? 0) + 1);
    for (const [tile] of plan) found.set(tile, (found.get(tile) ?? 0) - 1);
    return found;
  }
  // slot → its step of the plan
  function lying() {
    const found = new Map();
    for (const step of plan) {
      const slot = slots().find((one) => one.dataset.slot === step[1] && !found.has(one));
      if (slot) found.set(slot, step);
    }
    return found;
  }
  const isTower = (slot) => slot.dataset.slot.startsWith("gunpowder_tower ");
  const towerIsFull = () =>
    plan.filter(([, slot]) => slot.startsWith("gunpowder_tower ")).length >= Number(root().dataset.tower);
  const isOpen = (slot) => !isTower(slot) || !towerIsFull();

  // Tiles for all these slots, or null.
  function choose([slot, ...others], rest) {
    if (!slot) return [];
    for (const tile of fits(slot)) {
      if ((rest.get(tile) ?? 0) < 1) continue;
      const found = choose(others, new Map(rest).set(tile, rest.get(tile) - 1));
      if (found) return [[tile, slot.dataset.slot], ...found];
    }
    return null;
  }
  function fill(place) {
    const mine = lying();
    const here = slots().filter((slot) => card(slot) === place);
    const free = here.filter((slot) => !mine.has(slot));
    if (!free.length) plan = plan.filter(([, slot]) => !here.some((one) => one.dataset.slot === slot));
    const found = all("[data-none]", place).length ? null : choose(free, left());
    if (found) plan.push(...found);
    return Boolean(found);
  }

  function tapSlot(slot) {
    const step = lying().get(slot);
    const rest = left();
    if (step) {
      const [tile] = step;
      const ways = fits(slot);
      const next = ways.slice(ways.indexOf(tile) + 1).find((one) => rest.get(one) > 0);
      if (next && !chosen) step[0] = next;
      else plan.splice(plan.indexOf(step), 1);
    } else if (isOpen(slot)) {
      const tile = chosen && fits(slot).includes(chosen) ? chosen : fits(slot).find((one) => rest.get(one) > 0);
      if (tile) plan.push([tile, slot.dataset.slot]);
    }
    chosen = "";
  }

  // The moves to send: `done` is none where nothing else could be placed, as the plan is done by itself.
  function moves() {
    const mine = lying();
    const rest = left();
    const more = slots().some((slot) => !mine.has(slot) && isOpen(slot) && fits(slot).some((one) => rest.get(one) > 0));
    const steps = plan.map(([tile, slot]) => `place ${tile} ${slot}`);
    return more || root().hasAttribute("data-tech") ? [...steps, "done"] : steps;
  }

  function drawPlaces(mine) {
    const ready = [];
    for (const place of all("#or-mine [data-place]")) {
      const here = all(".or-slot", place);
      const n = here.filter((one) => mine.has(one) || one.matches(".is-filled, .is-ghost")).length;
      const whole = here.length && (place.hasAttribute("data-loose") ? n : n === here.length);
      const useless = Boolean(whole && place.dataset.why);
      place.classList.toggle("is-some", !whole && n > 0);
      place.classList.toggle("is-empty", !n);
      place.classList.toggle("is-ready", Boolean(whole && !useless));
      for (const mark of ["is-useless", "is-blocked"]) place.classList.toggle(mark, useless);
      if (whole) ready.push(place);
    }
    return ready;
  }
  function drawSlots(mine, rest) {
    for (const slot of slots()) {
      const step = mine.get(slot);
      const art = slot.querySelector(".or-lies");
      if (step) art.firstElementChild.setAttribute("href", `${root().dataset.sprite}#${step[0]}`);
      art.toggleAttribute("hidden", !step);
      slot.classList.toggle("is-planned", Boolean(step));
      const can = chosen ? fits(slot).includes(chosen) : fits(slot).some((one) => rest.get(one) > 0);
      slot.classList.toggle("is-lit", Boolean(chosen && !step && can && isOpen(slot)));
      slot.classList.toggle("is-able", !step && can && isOpen(slot));
    }
    for (const market of discs()) {
      const gone = new Map();
      for (const [tile] of plan) gone.set(tile, (gone.get(tile) ?? 0) + 1);
      let first = chosen;
      for (const disc of market) {
        const { tile } = disc.dataset;
        const away = (gone.get(tile) ?? 0) > 0;
        if (away) gone.set(tile, gone.get(tile) - 1);
        disc.disabled = away;
        const on = !away && tile === first;
        if (on) first = "";
        disc.setAttribute("aria-pressed", on);
        disc.classList.toggle("is-chosen", on);
      }
    }
  }
  function drawLine(ready, rest) {
    const bar = root();
    const { dataset } = bar;
    const names = (places, of = "name") => places.map((place) => place.dataset[of]).join(", ");
    const n = [...rest.values()].reduce((sum, one) => sum + one, 0);
    const said = ready.length ? dataset.ready.replace("%p", names(ready)) : dataset.unready;
    const line = bar.querySelector(".or-line");
    const text = `${said} · ${dataset.idle.replace("%n", n)}`;
    if (line.textContent !== text) line.textContent = text;
    const useless = ready.filter((place) => place.dataset.why);
    const scarce = ready.filter((place) => place.dataset.scarce);
    let warning = bar.hasAttribute("data-last") ? dataset.sure : "";
    if (scarce.length) warning = dataset.scarce.replace("%p", names(scarce, "scarce"));
    if (useless.length) warning = dataset.useless.replace("%p", names(useless));
    if (!ready.length) warning = dataset.none;
    const done = bar.querySelector("[data-plan-done]");
    done.dataset.move = JSON.stringify(moves());
    done.dataset.preview = text;
    if (warning) done.dataset.final = warning;
    else delete done.dataset.final;
    bar.querySelector("[data-clear]").hidden = !plan.length;
    bar.querySelector("[data-again]").hidden = Boolean(plan.length) || !kept(LAST).length;
    bar.querySelector("[data-suggests]").hidden = plan.length > 0;
  }
  function draw() {
    if (!root()) {
      plan = [];
      key = chosen = "";
      return;
    }
    if (key !== root().dataset.key) {
      key = root().dataset.key;
      plan = kept(stored());
    }
    const rest = left();
    if (lying().size < plan.length || [...rest.values()].some((n) => n < 0)) plan = []; // of another position
    const mine = lying();
    drawSlots(mine, left());
    drawLine(drawPlaces(mine), left());
    localStorage.setItem(stored(), JSON.stringify(plan));
  }

  document.addEventListener("click", (event) => {
    const bar = root();
    const at = event.target.closest?.("#or-mine [data-fits], [data-market] [data-tile], #or-mine [data-fill], #or-plan button");
    if (!bar || !at) return;
    if (at.matches("[data-plan-done]")) {
      localStorage.setItem(LAST, JSON.stringify([...new Set(plan.map(([, slot]) => slot.split(" ")[0]))]));
      return;
    }
    if (at.dataset.fits) tapSlot(at);
    else if (at.dataset.tile) chosen = chosen === at.dataset.tile ? "" : at.dataset.tile;
    else if (at.matches("[data-fill]")) {
      const place = card(at);
      if (!fill(place)) window.longtable.say(bar.dataset.missing.replace("%p", place.dataset.name));
    } else if (at.matches("[data-suggests]")) plan = JSON.parse(bar.dataset.suggest).map(([tile, ...slot]) => [tile, slot.join(" ")]);
    else if (at.matches("[data-clear]")) plan = [];
    else for (const place of kept(LAST)) fill(document.querySelector(`#or-mine [data-place="${place}"]`));
    draw();
  });
  document.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || !chosen) return;
    chosen = "";
    draw();
  });
  document.addEventListener("longtable:changed", draw);
  draw();
})();
