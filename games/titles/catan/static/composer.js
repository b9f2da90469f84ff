// Catan: cards are picked one by one and sent as one list (an offer, a discard, a card's choice);
// the build list lights its own places alone, and what it lacks goes into the offer.
"use strict";

(() => {
  const table = document.getElementById("table");
  if (!table) return;
  const picked = {}; // by id of the picking {what: how many}, as long as the page is open
  const all = (root, selector) => [...root.querySelectorAll(selector)];
  const count = (items, test) => items.filter(test).reduce((sum, one) => sum + one.n, 0);
  const names = (people, name) => people.map(name).join(", ");

  // The cards of a picking in their order: [{what, side, kind, most, n, card}].
  function read(pick) {
    const chosen = (picked[pick.id] ??= {});
    return all(pick, "[data-take]").map((card) => {
      const what = card.dataset.take;
      const [kind, side = ""] = what.split(" ").toReversed();
      const most = Number(card.dataset.most);
      return { what, side, kind, most, card, n: Math.min(most, chosen[what] ?? 0) };
    });
  }
  function moves(form, items) {
    const each = (key) => items.flatMap((one) => Array(one.n).fill(one[key]));
    if (form === "offer") return ["offer", ...each("what"), "propose"];
    if (form === "discard") return items.filter((one) => one.n).map((one) => `discard ${one.kind} ${one.n}`);
    return [[form, ...each("kind")].join(" ")];
  }
  // What is said, whether it can be sent, and whether it is full.
  function state({ dataset }, items, says) {
    const n = count(items, () => true);
    const limit = Number(dataset.limit);
    if (limit) return [says.replace("%k", n), n === limit, n >= limit];
    if (!n) return [says];
    const cards = count(items, (one) => one.side === "want" && one.kind !== "gold");
    const gold = count(items, (one) => one.side === "want" && one.kind === "gold");
    const gives = count(items, (one) => one.side === "give");
    const can = (one) => one[2] >= cards && one[3] >= gold; // seat, name, cards, gold
    const others = JSON.parse(dataset.others);
    const asked = others.filter(can);
    if (!asked.length) return [dataset.nobody];
    const few = names(others.filter((one) => !can(one)), (one) => one[1]);
    const asks = dataset.asks.replace("%s", names(asked, (one) => `${one[1]} (${one[2]})`));
    return [few ? `${asks}; ${dataset.few.replace("%s", few)}` : asks, gives && n > gives];
  }

  function draw(pick) {
    const items = read(pick);
    const out = pick.querySelector("output");
    const [says, ready, full] = state(pick, items, out.dataset.says);
    for (const { card, side, kind, most, n } of items) {
      card.disabled = n >= most || full || items.some((one) => one.n && one.kind === kind && one.side !== side);
      card.querySelector("b").textContent = most - n;
    }
    for (const tray of all(pick, "[data-tray]")) {
      const lying = items.filter((one) => one.n && one.side === tray.dataset.tray);
      tray.replaceChildren(...lying.map((item) => lie(item, tray.dataset.back)));
    }
    out.textContent = says;
    const again = pick.querySelector("[data-again]");
    if (again) again.hidden = items.some((one) => one.n) || !fits(items, last());
    pick.querySelector("[data-done]").disabled = !ready;
  }
  // The last offer at this table from this device: {what: how many}.
  const at = location.pathname;
  function last() {
    const kept = JSON.parse(localStorage.getItem("offer") ?? "{}");
    return kept.at === at ? kept.picked : {};
  }
  function fits(items, wanted) {
    const entries = Object.entries(wanted);
    return entries.length > 0 && entries.every(([what, n]) => items.some((one) => one.what === what && one.most >= n));
  }
  // A card in the tray, to be put back.
  function lie({ what, n, card }, back) {
    const one = card.cloneNode(true);
    one.classList.remove("is-lit");
    delete one.dataset.take;
    one.dataset.put = what;
    one.disabled = false;
    one.querySelector("b").textContent = n;
    one.ariaLabel = back.replace("%s", one.ariaLabel);
    return one;
  }
  function add(pick, what, more) {
    const item = pick && read(pick).find((one) => one.what === what);
    if (!item) return;
    picked[pick.id][what] = Math.max(0, Math.min(item.most, item.n + more));
    draw(pick);
  }
  function send(pick) {
    const made = moves(pick.dataset.pick, read(pick));
    const offered = JSON.stringify({ at, picked: picked[pick.id] });
    if (pick.dataset.pick === "offer") localStorage.setItem("offer", offered);
    delete picked[pick.id];
    pick.closest(":popover-open")?.hidePopover();
    window.longtable.draft(made);
  }

  function want({ dataset }) {
    const trade = /** @type {HTMLElement} */ (document.getElementById("ct-trade"));
    if (!trade.checkVisibility()) trade.showPopover();
    trade.scrollIntoView({ block: "nearest" });
    add(trade.querySelector("[data-pick]"), `want ${dataset.want}`, Number(dataset.n));
  }
  function only(key) {
    const board = document.querySelector(".ct");
    if (!board) return;
    board.dataset.only = key === board.dataset.only ? "" : key;
    for (const one of all(board, "[aria-pressed][data-only]")) one.ariaPressed = key === one.dataset.only && key === board.dataset.only;
  }

  table.addEventListener("click", (event) => {
    const button = /** @type {Element} */ (event.target).closest("button");
    if (!button) return;
    const { take, put, done, again, order, only: key } = button.dataset;
    const pick = button.closest("[data-pick]");
    if (take) add(pick, take, 1);
    else if (put) add(pick, put, -1);
    else if (done !== undefined) send(pick);
    else if (again !== undefined && pick) {
      picked[pick.id] = last();
      draw(pick);
    }
    else if (button.dataset.want) want(button);
    else if (order) {
      const box = /** @type {HTMLInputElement} */ (document.querySelector(`#orders [value="${order}"]`));
      box.checked = true;
      /** @type {HTMLElement} */ (document.querySelector("#orders button")).click();
    } else if (key) {
      only(key);
      button.closest(":popover-open")?.hidePopover();
    }
  });
  function drawAll() {
    only("");
    all(table, "[data-pick]").forEach(draw);
  }
  document.addEventListener("longtable:changed", drawAll);
  drawAll();
})();
