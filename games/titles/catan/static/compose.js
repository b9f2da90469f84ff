// Catan: cards are picked one by one and sent as one list (an offer, a discard, a card's choice);
// the build list lights its own places alone, and what it lacks goes into the offer.
"use strict";

(() => {
  const table = document.getElementById("table");
  if (!table) return;
  const picked = {}; // by id of the picking {what: how many}, as long as the page is open
  const all = (root, selector) => [...root.querySelectorAll(selector)];
  const list = (text) => (text ? JSON.parse(text) : []);
  const times = (n, what) => Array(n).fill(what);
  const total = (items, test) => items.filter(test).reduce((sum, one) => sum + one.n, 0);
  const on = (side) => (one) => one.side === side;

  // The cards of a picking in their order: [{what, side, kind, most, least, n, card}].
  function read(pick) {
    const chosen = (picked[pick.id] ??= {});
    return all(pick, "[data-take]").map((card) => {
      const what = card.dataset.take;
      const [kind, side = ""] = what.split(" ").reverse();
      const [most, least] = [Number(card.dataset.most), Number(card.dataset.had ?? 0)];
      return { what, side, kind, most, least, card, n: Math.max(least, Math.min(most, chosen[what] ?? 0)) };
    });
  }
  function moves(form, items, before = []) {
    if (form === "offer") return [...before, ...items.flatMap((one) => times(one.n - one.least, one.what)), "propose"];
    if (form === "discard") return items.filter((one) => one.n).map((one) => `discard ${one.kind} ${one.n}`);
    return [[form, ...items.flatMap((one) => times(one.n, one.kind))].join(" ")];
  }
  // Who can pay, by public counts: [[who can], [who cannot]] of [[seat, name, cards, gold], …].
  function asked(others, items) {
    const cards = total(items, (one) => one.side === "want" && one.kind !== "gold");
    const gold = total(items, (one) => one.side === "want" && one.kind === "gold");
    const can = (one) => one[2] >= cards && one[3] >= gold;
    return [others.filter(can), others.filter((one) => !can(one))];
  }
  // What a picking says, whether it can be sent, and whether no more can be added.
  function state({ dataset }, items, says) {
    if (dataset.pick !== "offer") {
      const n = total(items, () => true);
      return [says.replace("%k", n), n == dataset.limit, n >= dataset.limit];
    }
    if (!total(items, () => true)) return [says];
    const [can, few] = asked(list(dataset.others), items);
    const asks = dataset.asks.replace("%s", can.map((one) => `${one[1]} (${one[2]})`).join(", "));
    const not = few.length ? `; ${dataset.few.replace("%s", few.map((one) => one[1]).join(", "))}` : "";
    return [can.length ? asks + not : dataset.nobody, can.length && total(items, on("give")) && total(items, on("want"))];
  }

  function draw(pick) {
    const items = read(pick);
    const out = pick.querySelector("output");
    const [says, ready, full] = state(pick, items, out?.dataset.says ?? "");
    for (const { card, side, kind, most, n } of items) {
      card.disabled = n >= most || full || items.some((one) => one.n && one.kind === kind && one.side !== side);
      card.querySelector("b").textContent = most - n;
    }
    for (const tray of all(pick, "[data-tray]")) {
      const lying = items.filter((one) => one.n && one.side === tray.dataset.tray);
      tray.replaceChildren(...lying.map((item) => lie(item, tray.dataset.back)));
    }
    if (!out) return;
    out.textContent = says;
    pick.querySelector("[data-done]").disabled = !ready;
  }
  // A card in the tray, to be put back.
  function lie({ what, n, least, card }, back) {
    const one = card.cloneNode(true);
    one.classList.remove("is-lit");
    one.removeAttribute("data-take");
    one.dataset.put = what;
    one.disabled = n <= least;
    one.querySelector("b").textContent = n;
    one.setAttribute("aria-label", back.replace("%s", one.getAttribute("aria-label")));
    return one;
  }
  function add(pick, what, more) {
    const item = read(pick).find((one) => one.what === what);
    if (!item || item.card.disabled && more > 0) return;
    picked[pick.id][what] = Math.max(item.least, Math.min(item.most, item.n + more));
    draw(pick);
  }
  function send(pick) {
    const made = moves(pick.dataset.pick, read(pick), list(pick.dataset.before));
    delete picked[pick.id];
    pick.closest(":popover-open")?.hidePopover();
    window.longtable.draft(made);
  }

  function want({ dataset }) {
    const trade = document.getElementById("ct-trade");
    add(document.getElementById("ct-offer"), `want ${dataset.want}`, Number(dataset.n));
    if (!trade.checkVisibility()) trade.showPopover();
    else trade.scrollIntoView({ block: "nearest" });
  }
  function only(key) {
    const board = document.querySelector(".ct");
    if (!board) return;
    board.dataset.only = key === board.dataset.only ? "" : key;
    for (const one of all(board, "[aria-pressed][data-only]")) one.ariaPressed = one.dataset.only === board.dataset.only;
  }
  function order(text) {
    document.querySelector(`#orders [value="${text}"]`).checked = true;
    document.querySelector("#orders button").click();
  }

  table.addEventListener("click", (event) => {
    const button = event.target.closest("button");
    const pick = button?.closest("[data-pick]");
    const data = button?.dataset ?? {};
    if (data.take) add(pick, data.take, 1);
    else if (data.put) add(pick, data.put, -1);
    else if (data.done !== undefined) send(pick);
    else if (data.want) want(button);
    else if (data.order) order(data.order);
    else if (data.only) {
      only(data.only);
      button.closest(":popover-open")?.hidePopover();
    }
  });
  const drawAll = () => all(table, "[data-pick]").forEach(draw);
  document.addEventListener("longtable:changed", () => {
    only("");
    drawAll();
  });
  drawAll();
})();
