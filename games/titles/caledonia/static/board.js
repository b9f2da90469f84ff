// The map of Clans of Caledonia. `data-choose="cow"` selects that unit; a second press deselects it.
// `data-ways` lists the moves of a space: "cow=12" places one for £12, "row@4,2" and "swap@cow" are free.
"use strict";

(() => {
  const READABLE = 0.92; // pixels a unit: below that, costs are not readable
  /** @returns {any} */
  const by = (id) => document.getElementById(id);
  const at = (event, selector) => event.target.closest?.(selector);
  const boardMap = () => window.longtable.map(by("cal-map"));
  let texts = {};
  const open = {
    chosen: "",
    draw,
    boardMap,
    why,
    waysOf: (spot) => ways(spot).filter((way) => !open.chosen || way.unit === open.chosen),
  };
  window.longtable.caledonia = open;

  const fill = (form, words) => form.replace(/%(\w)/g, (all, key) => words[key] ?? all);
  const pounds = (n) => fill(texts.pound, { n });

  // The moves on a space. `lacks`: how many pounds are missing. `isAway`: needs another shipping level.
  function ways({ dataset, classList }) {
    const isAway = classList.contains("is-far-off");
    return dataset.ways.split(" ").map((way) => {
      const [key, value] = way.split(/[=@]/);
      const [verb, unit] = way.includes("@") ? [key, value] : [texts.verb, key];
      const art = verb === "row" ? "worker" : unit;
      const total = verb === texts.verb ? Number(value) : 0;
      const [name, brings] = texts.units[art];
      const change = total ? `${pounds(texts.money)} → ${pounds(texts.money - total)}` : "";
      return {
        art,
        total,
        verb,
        isAway,
        unit: verb === "row" ? way : unit,
        lacks: Math.max(0, total + (isAway ? texts.ship : 0) - texts.money),
        move: verb === "swap" ? `swap ${dataset.at} ${unit}` : `${verb} ${unit} ${dataset.at}`,
        label: fill(texts.labels[verb], { u: name, s: dataset.name, o: texts.names?.[unit], p: pounds(total) }),
        preview: verb === "row" ? "" : [change, brings, dataset.brings].filter(Boolean).join(" · "),
      };
    });
  }
  function why({ isAway, lacks }) {
    return isAway ? fill(texts.away, { p: pounds(texts.ship) }) : fill(texts.short, { p: pounds(lacks) });
  }

  function show(spot) {
    const all = open.waysOf(spot);
    const now = all.filter((way) => !way.isAway && !way.lacks);
    const one = now[0] ?? all.find((way) => open.chosen || !way.isAway);
    const look = !one ? "is-off" : now.length ? "is-lit" : one.isAway ? "is-away" : "is-short";
    for (const each of ["is-off", "is-lit", "is-away", "is-short"]) spot.classList.toggle(each, each === look);
    spot.classList.toggle("is-fourth", Boolean(open.chosen && texts.units[open.chosen]?.[2]));
    const isSingle = now.length === 1;
    const isPlacing = now.length > 1 && one.verb === "place";
    const totals = isPlacing ? now.map((way) => way.total) : [Math.min(...now.map((way) => way.total))];
    const least = totals.map(pounds).join(" · ");
    const label = isSingle ? one.label : now.length ? fill(texts.from, { s: spot.dataset.name, p: least }) : one && `${one.label}: ${why(one)}`;
    const values = {
      role: now.length ? "button" : "img",
      tabindex: now.length ? "0" : null,
      "data-move": isSingle ? one.move : null,
      "data-sheet": now.length > 1 ? "cal-sheet" : null,
      "data-lit": now.length > 1 ? "" : null,
      "data-preview": isSingle ? one.preview : label,
      "aria-label": isSingle && one.preview ? `${label}. ${one.preview}` : label,
    };
    for (const [key, value] of Object.entries(values)) {
      if (one && value !== null) spot.setAttribute(key, value);
      else spot.removeAttribute(key);
    }
    if (!one) return;
    const text = now.length ? (one.verb === texts.verb ? least : "") : !open.chosen ? "" : one.isAway ? `+${pounds(texts.ship)}` : why(one);
    const [box, line] = spot.querySelector(".cal-pill").children;
    line.textContent = text;
    box.setAttribute("width", text.length * 11 + 15);
    box.setAttribute("x", -(text.length * 11 + 15) / 2);
  }
  function draw() {
    if (!by("cal")) return;
    const options = [...by("cal").querySelectorAll("[data-choose]")];
    if (!options.some((one) => one.dataset.choose === open.chosen)) open.chosen = "";
    for (const one of options) {
      one.classList.toggle("is-chosen", one.dataset.choose === open.chosen);
      one.setAttribute("aria-pressed", String(one.dataset.choose === open.chosen));
    }
    const isShown = open.isSettled ?? "over" in by("cal").dataset;
    by("cal").classList.toggle("is-settled", isShown);
    by("cal-settle").setAttribute("aria-pressed", String(isShown));
    texts = JSON.parse(by("cal-spots").dataset.texts ?? "{}");
    if (texts.units) by("cal-spots").querySelectorAll("[data-ways]").forEach(show);
  }
  // Lazy scripts: places.js (choosing, sheets, routes, settlements) loads with the first touch of the
  // map, and cards.js (trades, production, exchanges) when something can be composed.
  const { loadScript } = window.longtable;
  const loadPlaces = () => loadScript(by("cal-map-zone").dataset.places);
  for (const kind of ["click", "keydown"]) {
    document.addEventListener(kind, (/** @type {any} */ event) => {
      const option = at(event, `#cal [data-choose]${kind === "click" ? "" : ":not(button)"}`);
      const unit = event.key === "Escape" ? open.chosen : option && (kind === "click" || event.key === "Enter") && option.dataset.choose;
      if (unit) loadPlaces().then(() => open.choose(unit));
    });
  }
  for (const kind of ["pointerover", "focusin", "click", "keydown"]) {
    document.addEventListener(kind, (event) => {
      if (at(event, "#cal-map-zone")) loadPlaces().then(() => open.handleTouch(event));
    }, true);
  }
  function onZoom({ svg, view }) {
    svg.style.setProperty("--pixel", 1 / view.scale);
    svg.classList.toggle("is-small", view.scale < READABLE);
  }
  const loadCards = () => loadScript(by("cal-market").dataset.cards);
  document.addEventListener("click", (event) => {
    const button = at(event, ".cal [data-more]");
    if (button && !open.hasCards) loadCards().then(() => button.click());
  });
  function update() {
    draw();
    if (document.querySelector("[data-picking],.cal-production,[data-exchange]")) loadCards();
    if (!by("cal-map")) return;
    boardMap().on("change", onZoom);
    boardMap().apply();
  }
  document.addEventListener("longtable:changed", () => setTimeout(update));
  update();
})();
