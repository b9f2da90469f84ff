// The map of Clans of Caledonia. Which unit is chosen stands in `data-unit` of .cal; whatever has
// `data-choose="cow"` chooses it (again: lets go), and `longtable.caledonia.choose(unit)` does, too.
// A lit space lists its ways: "cow=12" puts one there for £12, "row@4,2" and "swap@cow" are free.
"use strict";

(() => {
  const SMALL = 0.5; // pixels a unit: below, the map shows prices alone
  const ZOOMED = 0.68; // around my reach on a phone, when a unit is chosen
  const PHONE = 500;
  const board = () => document.getElementById("cal");
  const svg = () => document.getElementById("cal-map");
  const sheet = () => document.getElementById("cal-sheet");
  const spots = () => [...document.querySelectorAll(".cal-spot[data-ways]")];
  const plan = () => window.longtable.map(svg());
  let chosen = "";
  let told = {};
  let isSettled = null; // whether settlements are shown; null: at the end alone

  const pounds = (n) => told.pound.replace("%n", n);
  const name = (at) => {
    const [q, r] = at.split(",").map(Number);
    return `${String.fromCharCode(65 + q)}${r + Math.floor(q / 2) + 1}`;
  };
  function fill(form, unit, spot, total) {
    const words = { "%u": told.units[unit]?.[0] ?? "", "%s": spot.dataset.name };
    return form.replace(/%[us]/g, (key) => words[key]).replace("%p", pounds(total));
  }

  // What can be done on a space: `lacks` pounds are missing, `isAway` needs another level.
  function ways(spot) {
    const { at, ways: text, brings = "" } = spot.dataset;
    const isAway = spot.matches(".is-far-off");
    return text.split(" ").map((way) => {
      const [key, value] = way.split(/[=@]/);
      if (key === "row") {
        const label = told.row.replace("%s", spot.dataset.name).replace("%o", name(value));
        return { unit: way, art: "worker", move: `row ${value} ${at}`, label, preview: "", lacks: 0 };
      }
      if (key === "swap") {
        const [, preview] = told.units[value];
        return { unit: value, art: value, move: `swap ${at} ${value}`, label: fill(told.swap, value, spot, 0), preview, lacks: 0 };
      }
      const total = Number(value);
      const change = `${pounds(told.money)} → ${pounds(told.money - total)}`;
      return {
        unit: key,
        art: key,
        total,
        isAway,
        lacks: Math.max(0, total + (isAway ? told.ship : 0) - told.money),
        move: `${told.verb} ${key} ${at}`,
        label: fill(told.label, key, spot, total),
        preview: [change, told.units[key][1], brings].filter(Boolean).join(" · "),
        isFourth: told.units[key][2],
      };
    });
  }

  // Drawing

  const LIT = ["data-move", "data-sheet", "data-lit", "data-preview", "tabindex", "role", "aria-label"];
  function show(spot) {
    const open = ways(spot).filter((way) => !chosen || way.unit === chosen);
    const now = open.filter((way) => !way.isAway && !way.lacks);
    const one = now[0] ?? open.find((way) => !way.isAway) ?? (chosen ? open[0] : undefined);
    const look = !one ? "is-off" : now.length ? "is-lit" : one.isAway ? "is-away" : "is-short";
    for (const each of ["is-off", "is-lit", "is-away", "is-short"]) spot.classList.toggle(each, each === look);
    for (const each of LIT) spot.removeAttribute(each);
    if (!one) return;
    const set = (key, value) => spot.setAttribute(key, value);
    const least = Math.min(...now.map((way) => way.total ?? 0));
    const why = one.isAway ? told.away.replace("%p", pounds(told.ship)) : told.short.replace("%p", pounds(one.lacks));
    const both = told.verb === "place" ? now.map((way) => pounds(way.total)).join(" · ") : pounds(least);
    pill(spot, now.length ? (one.total === undefined ? "" : both) : !chosen ? "" : one.isAway ? `+${pounds(told.ship)}` : why);
    spot.classList.toggle("is-fourth", Boolean(chosen && one.isFourth));
    if (!now.length) {
      set("role", "img");
      set("aria-label", `${one.label}: ${why}`);
      set("data-preview", `${one.label}: ${why}`);
      return;
    }
    set("role", "button");
    set("tabindex", "0");
    if (now.length === 1) {
      set("data-move", one.move);
      set("data-preview", one.preview);
      set("aria-label", [one.label, one.preview].filter(Boolean).join(". "));
    } else {
      set("data-sheet", "cal-sheet");
      set("data-lit", "");
      set("aria-haspopup", "dialog");
      set("data-preview", spot.dataset.brings ?? "");
      set("aria-label", fill(one.total === undefined ? told.several : told.from, "", spot, least));
    }
  }
  function pill(spot, text) {
    const [box, line] = spot.querySelector(".cal-pill").children;
    const wide = text.length * 11 + 15;
    line.textContent = text;
    for (const [key, value] of Object.entries({ x: -wide / 2, y: -14, width: wide, height: 28, rx: 9 })) box.setAttribute(key, value);
  }
  function draw() {
    if (!board()) return;
    const options = [...board().querySelectorAll("[data-choose]")];
    if (!options.some((one) => one.dataset.choose === chosen)) chosen = "";
    board().dataset.unit = chosen;
    for (const one of options) {
      const isIt = one.dataset.choose === chosen;
      one.classList.toggle("is-chosen", isIt);
      one.setAttribute("aria-pressed", String(isIt));
    }
    const isShown = isSettled ?? "over" in board().dataset;
    board().classList.toggle("is-settled", isShown);
    document.getElementById("cal-settle")?.setAttribute("aria-pressed", String(isShown));
    told = JSON.parse(document.getElementById("cal-spots")?.dataset.told ?? "{}");
    if (told.units) spots().forEach(show);
  }
  // The map on a phone comes closer to where the chosen unit may go.
  function look() {
    if (plan().room.wide > PHONE) plan().apply();
    else if (!chosen) plan().rest();
    else {
      const { box, focus, lit, room, bounds } = plan();
      plan().show(window.longtable.views.resting({ ...bounds, box, focus, lit, room, readable: ZOOMED }), true);
    }
  }
  function choose(unit) {
    chosen = chosen === unit ? "" : unit;
    draw();
    look();
    if (chosen) svg().closest(".zone").scrollIntoView({ block: "nearest" });
  }

  // A space first: what may go there, in a sheet

  function ask(spot) {
    const { sprite } = sheet().dataset;
    const rows = ways(spot)
      .filter((way) => !way.isAway && (!chosen || way.unit === chosen))
      .map((way) => {
        const row = document.createElement(way.lacks ? "p" : "button");
        row.innerHTML = `<svg viewBox="0 0 24 24" aria-hidden="true"><use/></svg><span></span>`;
        row.querySelector("use").setAttribute("href", `${sprite}#${way.art}`);
        const short = way.lacks ? `: ${told.short.replace("%p", pounds(way.lacks))}` : "";
        row.lastChild.textContent = way.label + short;
        if (way.lacks) row.className = "is-blocked";
        else {
          Object.assign(row, { type: "button", className: "button" });
          Object.assign(row.dataset, { move: way.move, preview: way.preview });
        }
        return row;
      });
    sheet().replaceChildren(...rows);
  }
  const asking = (event) => event.target.closest?.('.cal-spot[data-sheet="cal-sheet"]');
  document.addEventListener("click", (event) => asking(event) && ask(asking(event)), true);
  document.addEventListener("keydown", (event) => {
    if ((event.key === "Enter" || event.key === " ") && asking(event)) ask(asking(event));
  }, true);
  document.addEventListener("click", (event) => {
    const option = event.target.closest?.("#cal [data-choose]");
    if (option) choose(option.dataset.choose);
    if (event.target.closest?.("#cal-settle")) {
      isSettled = !board().matches(".is-settled");
      draw();
    }
  });
  document.addEventListener("keydown", (event) => {
    const option = event.target.closest?.("#cal [data-choose]:not(button)");
    if (option && (event.key === "Enter" || event.key === " ")) choose(option.dataset.choose);
    else if (event.key === "Escape" && chosen) choose(chosen);
  });

  // The way over water to a space, while it is pointed at or has the focus

  for (const kind of ["pointerover", "focusin"]) {
    document.addEventListener(kind, (event) => {
      const path = event.target.closest?.(".cal-spot")?.dataset.path;
      document.getElementById("cal-route")?.setAttribute("d", path ? `M${path.replaceAll(" ", "L")}` : "M0 0");
    });
  }

  function sized({ svg: map, view }) {
    map.style.setProperty("--pixel", 1 / view.scale);
    map.classList.toggle("is-small", view.scale < SMALL);
  }
  function changed() {
    draw();
    if (!svg()) return;
    plan().on("change", sized);
    plan().apply();
  }
  document.addEventListener("longtable:changed", () => setTimeout(changed));
  window.longtable.caledonia = { choose };
  changed();
})();
