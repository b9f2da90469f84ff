// What is composed of taps: a trade of so many, two contracts for one cost, a production, an exchange
// at a port. Each button gets its moves in `data-move`; the page's script sends them.
"use strict";

(() => {
  const all = (selector, within = document) => [...within.querySelectorAll(selector)];
  const fill = (text, values) => text.replace(/%(\w)/g, (_, key) => values[key]);
  const number = (text) => Number(text ?? 0);
  function aim(button, moves, says) {
    button.disabled = !moves.length;
    if (moves.length) button.dataset.move = moves.length > 1 ? JSON.stringify(moves) : moves[0];
    else delete button.dataset.move;
    if (says !== undefined && button.textContent !== says) button.textContent = says;
  }

  // The market: how many of one good, below 0 to be sold.

  let deal = { good: "", n: 0 };
  function drawRow(row) {
    const market = row.closest("#cal-market").dataset;
    const { good, buy, sell, extra, kept, position } = row.dataset;
    const prices = row.dataset.prices.split(" ").map(Number);
    const most = { 1: number(buy), "-1": number(sell) };
    let n = deal.good === good ? deal.n : 0;
    n = Math.max(-most[-1], Math.min(most[1], n));
    if (deal.good === good) deal.n = n;
    const at = number(position);
    const to = Math.max(0, Math.min(prices.length - 1, at + n));
    for (const [place, cell] of all(".cal-cells > i", row).entries()) {
      cell.classList.toggle("is-to", n !== 0 && place === to);
    }
    for (const button of all("[data-more]", row)) {
      const way = number(button.dataset.more);
      button.disabled = n * way >= most[way] && n * way >= 0;
    }
    const send = row.querySelector("[data-deal]");
    if (!send) return;
    const count = Math.abs(n);
    const total = count * prices[at];
    send.hidden = !n;
    row.classList.toggle("is-dealing", n !== 0);
    const verb = n < 0 ? "sell" : "buy";
    aim(send, n ? [`${verb} ${good} ${count}`] : [], fill(n < 0 ? market.saysSell : market.saysBuy, { n: count, p: total }));
    if (kept !== undefined) send.dataset.keep = kept;
    else if (n) {
      const money = number(market.money);
      send.dataset.preview = fill(market.saysAfter, {
        a: money, b: money + number(extra) - Math.sign(n) * total, c: market.merchants,
        d: market.merchants - count, e: prices[at], f: prices[to],
      });
    }
  }

  // Contracts: one or two of them are marked.

  let picked = [];
  function drawPicking(button) {
    const verb = button.dataset.picking;
    const tiles = all(`[data-pick="${verb}"]`);
    picked = picked.filter((one) => tiles.some((tile) => tile.dataset.contract === one)).slice(-2);
    for (const tile of tiles) {
      const is = picked.includes(tile.dataset.contract);
      tile.classList.toggle("is-chosen", is);
      tile.setAttribute("aria-pressed", String(is));
    }
    const ids = [...picked].sort((one, other) => one - other);
    const { one, two } = button.dataset;
    aim(button, ids.length ? [[verb, ...ids].join(" ")] : [], ids.length > 1 ? two : one);
  }

  // Production: what is made shares the grain, and what is left may be sold or laid down.

  function drawProduction(card) {
    const field = (key) => card.querySelector(`[data-makes="${key}"] input`);
    const value = (key) => number(field(key)?.value);
    const bound = (key, most) => {
      const input = field(key);
      if (!input) return;
      input.max = Math.min(most, number(input.dataset.most));
      if (value(key) > input.max) input.value = input.max;
    };
    const { asks, milk, grain, money, whisky, butter, cellar } = card.dataset;
    bound("bread", grain);
    bound("whisky", grain - value("bread"));
    bound("bread", grain - value("whisky"));
    const left = milk - value("cheese");
    bound("butter", left);
    bound("cellar", asks === "cellar" ? 1 : Math.min(1, value("whisky")));
    const [c, b, w] = ["cheese", "bread", "whisky"].map(value);
    const moves = asks === "produce" ? [`produce ${c} ${b} ${w}`] : [];
    if (cellar > 0 && (w || asks === "cellar")) moves.push(`cellar ${value("cellar") ? "yes" : "no"}`);
    if (butter > 0 && left > 0) moves.push(`butter ${value("butter")}`);
    const now = { milk: left - value("butter"), grain: grain - b - w, cheese: c, bread: b, whisky: w - value("cellar") };
    now.money = number(money) + whisky * w + butter * value("butter");
    for (const one of all("[data-left]", card)) {
      if (one.dataset.left in now) one.textContent = number(one.dataset.was) + now[one.dataset.left];
    }
    aim(card.querySelector("[data-produce]"), moves);
    window.longtable.steps.draw();
  }

  // A port: one good given, others taken.

  function drawExchange(box) {
    const gain = number(box.dataset.gain);
    const counts = all("[data-n]", box);
    const sum = counts.reduce((total, one) => total + number(one.dataset.n), 0);
    for (const one of counts) one.textContent = `+${one.dataset.n}`;
    const given = box.querySelector('[aria-checked="true"]').dataset.give;
    const moves = [box.dataset.exchange, given, ...counts.map((one) => one.dataset.n)].join(" ");
    aim(box.querySelector("[data-swap]"), sum === gain ? [moves] : []);
  }

  function tap(target) {
    const row = target.closest(".cal-row");
    const box = target.closest("[data-exchange]");
    if (target.dataset.more) {
      const n = deal.good === row.dataset.good ? deal.n : 0;
      deal = { good: row.dataset.good, n: n + number(target.dataset.more) };
    } else if (target.dataset.pick) {
      const id = target.dataset.contract;
      picked = picked.includes(id) ? picked.filter((one) => one !== id) : [...picked, id];
    } else if (target.dataset.give) {
      for (const one of all("[data-give]", box)) one.setAttribute("aria-checked", String(one === target));
    } else {
      const count = target.querySelector("[data-n]");
      const others = all("[data-n]", box).reduce((sum, one) => sum + number(one.dataset.n), 0);
      count.dataset.n = others < number(box.dataset.gain) ? number(count.dataset.n) + 1 : 0;
    }
    draw();
  }

  function draw() {
    all(".cal-row[data-buy]").forEach(drawRow);
    all("[data-picking]").forEach(drawPicking);
    all(".cal-production").forEach(drawProduction);
    all("[data-exchange]").forEach(drawExchange);
  }
  document.addEventListener("click", (event) => {
    const target = event.target.closest?.(".cal [data-more], .cal [data-pick], .cal [data-give], .cal [data-gained]");
    if (target) tap(target);
    else if (event.target.closest?.(".cal-production")) draw();
  });
  document.addEventListener("change", (event) => {
    if (event.target.closest?.(".cal-production")) draw();
  });
  document.addEventListener("longtable:changed", draw);
  draw();
})();
