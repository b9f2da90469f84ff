// Catan: cards picked one by one and sent as one list of moves (an offer, a discard, a card's
// choice); the build list lights its own places alone, and what it lacks goes into the offer.
"use strict";

(() => {
  const table = document.getElementById("table");
  if (!table) return;
  const picked = {}; // by id of the picking: {what: how many}, as long as the page is open
  const all = (root, selector) => [...root.querySelectorAll(selector)];
  const sum = (counts) => counts.reduce((one, other) => one + other, 0);
  const list = (text) => (text ? JSON.parse(text) : []);

  // A picking: its cards as [{what, side, kind, most, least, n, card}], in their order.

  function read(pick) {
    const chosen = (picked[pick.id] ??= {});
    return all(pick, "[data-take]").map((card) => {
      const what = card.dataset.take;
      const [kind, side = ""] = what.split(" ").reverse();
      const [most, least] = [Number(card.dataset.most), Number(card.dataset.had ?? 0)];
      const n = Math.max(least, Math.min(most, chosen[what] ?? 0));
      return { what, side, kind, most, least, n, card };
    });
  }
  const total = (items, side, gold) =>
    sum(items.filter((one) => one.side === side && (gold === undefined || (one.kind === "gold") === gold)).map((one) => one.n));

  // Who can be asked for what is wanted, by public counts; others: [[seat, name, cards, gold], …].
  function asked(others, cards, gold) {
    return Map.groupBy(others, (one) => one[2] >= cards && one[3] >= gold);
  }
  function moves(form, items, before = []) {
    const each = items.flatMap(({ kind, n }) => Array(n).fill(kind));
    if (form === "discard") return items.filter(({ n }) => n).map(({ kind, n }) => `discard ${kind} ${n}`);
    if (form !== "offer") return [[form, ...each].join(" ")];
    const more = items.flatMap(({ what, n, least }) => Array(n - least).fill(what));
    return [...before, ...more, "propose"];
  }

  // What the picking says, and whether it can be sent.
  function state({ dataset }, items) {
    if (dataset.pick !== "offer") {
      const n = total(items, "");
      return { says: (text) => text.replace("%k", n), ready: n === Number(dataset.limit), full: n >= Number(dataset.limit) };
    }
    if (!total(items, "give") && !total(items, "want")) return { says: (text) => text };
    const groups = asked(list(dataset.others), total(items, "want", false), total(items, "want", true));
    const can = groups.get(true) ?? [];
    const few = groups.get(false) ?? [];
    const says = [
      can.length ? dataset.asks.replace("%s", can.map((one) => `${one[1]} (${one[2]})`).join(", ")) : dataset.nobody,
      ...(can.length && few.length ? [dataset.few.replace("%s", few.map((one) => one[1]).join(", "))] : []),
    ].join("; ");
    return { says: () => says, ready: can.length && total(items, "give") && total(items, "want") };
  }

  function draw(pick) {
    const items = read(pick);
    const { says, ready, full } = state(pick, items);
    const taken = new Set(items.filter((one) => one.n).map((one) => `${one.side} ${one.kind}`));
    for (const { card, side, kind, most, n } of items) {
      const there = taken.has(`${side === "give" ? "want" : "give"} ${kind}`);
      card.disabled = n >= most || full || (side && there);
      card.querySelector("b").textContent = most - n;
    }
    for (const tray of all(pick, "[data-tray]")) {
      const lying = items.filter((one) => one.side === tray.dataset.tray && one.n);
      tray.replaceChildren(...lying.map((item) => chosen(item, tray.dataset.back)));
    }
    const out = pick.querySelector("output");
    if (out) out.textContent = says(out.dataset.says);
    const done = pick.querySelector("[data-done]");
    if (done) done.disabled = !ready;
  }
  function chosen({ what, n, least, card }, back) {
    const one = document.createElement("button");
    Object.assign(one, { type: "button", className: card.className.replace("is-lit", ""), disabled: n <= least });
    one.dataset.put = what;
    one.setAttribute("aria-label", back.replace("%s", card.getAttribute("aria-label")));
    const number = document.createElement("b");
    number.textContent = n;
    one.append(card.querySelector("svg").cloneNode(true), number);
    return one;
  }

  function add(pick, what, more) {
    const item = read(pick).find((one) => one.what === what);
    if (!item) return;
    picked[pick.id][what] = Math.max(item.least, Math.min(item.most, item.n + more));
    draw(pick);
  }
  function send(pick) {
    const made = moves(pick.dataset.pick, read(pick), list(pick.dataset.before));
    delete picked[pick.id];
    pick.closest(":popover-open")?.hidePopover();
    window.longtable.draft(made);
  }

  // The build list

  function want({ dataset }) {
    const trade = document.getElementById("ct-trade");
    add(document.getElementById("ct-offer"), `want ${dataset.want}`, Number(dataset.n));
    if (getComputedStyle(trade).display === "none") trade.showPopover();
    else trade.scrollIntoView({ block: "nearest" });
  }
  function only(button) {
    const board = document.querySelector(".ct");
    const key = board.dataset.only === button?.dataset.only ? "" : button?.dataset.only ?? "";
    board.dataset.only = key;
    for (const one of all(board, "[data-only][aria-pressed]")) one.setAttribute("aria-pressed", one.dataset.only === key);
    button?.closest(":popover-open")?.hidePopover();
  }
  function order({ dataset }) {
    document.querySelector(`#orders [value="${dataset.order}"]`).checked = true;
    document.querySelector("#orders button").click();
  }

  table.addEventListener("click", (event) => {
    const button = event.target.closest("button");
    if (!button) return;
    const { take, put } = button.dataset;
    const pick = button.closest("[data-pick]");
    if (take) add(pick, take, 1);
    else if (put) add(pick, put, -1);
    else if (button.matches("[data-done]")) send(pick);
    else if (button.matches("[data-want]")) want(button);
    else if (button.matches("button[data-only]")) only(button);
    else if (button.matches("[data-order]")) order(button);
  });
  function drawAll() {
    for (const pick of all(table, "[data-pick]")) draw(pick);
  }
  document.addEventListener("longtable:changed", () => {
    drawAll();
    if (document.querySelector(".ct")) only(null);
  });
  drawAll();

  window.longtable.picking = { asked, moves };
})();
