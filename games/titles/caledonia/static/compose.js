// The market: how many of a good are bought or sold. What else is composed of taps (two contracts,
// a production, an exchange at a port) is in later/cards.js, which comes when it is first needed.
"use strict";

(() => {
  const CARDS = "[data-picking], .cal-production, [data-exchange]";
  const all = (selector, within = document) => [...within.querySelectorAll(selector)];
  const fill = (text, values) => text.replace(/%(\w)/g, (_, key) => values[key]);
  // The button sends these moves, where there are any.
  function aim(button, moves, says) {
    button.disabled = !moves.length;
    if (moves.length) button.dataset.move = moves.length > 1 ? JSON.stringify(moves) : moves[0];
    else delete button.dataset.move;
    if (says !== undefined && button.textContent !== says) button.textContent = says;
  }

  let deal = { good: "", n: 0 }; // below 0 it is sold
  function drawRow(row) {
    const send = row.querySelector("[data-deal]");
    if (!send) return;
    const market = row.closest("#cal-market").dataset;
    const { good, kept } = row.dataset;
    const [buy, sell, extra, at] = ["buy", "sell", "extra", "position"].map((key) => Number(row.dataset[key]));
    const prices = row.dataset.prices.split(" ").map(Number);
    const n = deal.good === good ? Math.max(-sell, Math.min(buy, deal.n)) : 0;
    if (deal.good === good) deal.n = n;
    const to = Math.max(0, Math.min(prices.length - 1, at + n));
    for (const [place, cell] of all(".cal-cells > i", row).entries()) {
      cell.classList.toggle("is-to", n !== 0 && place === to);
    }
    for (const button of all("[data-more]", row)) {
      button.disabled = button.dataset.more > 0 ? n >= buy : n <= -sell;
    }
    const count = Math.abs(n);
    const total = count * prices[at];
    send.hidden = !n;
    aim(
      send,
      n ? [`${n < 0 ? "sell" : "buy"} ${good} ${count}`] : [],
      fill(n < 0 ? market.saysSell : market.saysBuy, { n: count, p: total }),
    );
    if (kept !== undefined) send.dataset.keep = kept;
    else {
      const money = Number(market.money);
      send.dataset.preview = fill(market.saysAfter, {
        a: money, b: money + extra - Math.sign(n) * total, c: market.merchants,
        d: market.merchants - count, e: prices[at], f: prices[to],
      });
      if (n && row.contains(document.activeElement)) window.longtable.say(send.dataset.preview);
    }
  }

  let cards = null;
  function draw() {
    all(".cal-row").forEach(drawRow);
    if (cards || !document.querySelector(CARDS)) return;
    cards = document.createElement("script");
    cards.src = document.getElementById("cal-market").dataset.cards;
    document.head.append(cards);
  }
  document.addEventListener("click", (event) => {
    const button = event.target.closest?.(".cal :is([data-more], [data-deal])");
    if (!button?.dataset.more) {
      if (button) deal.n = 0;
      return;
    }
    const { good } = button.closest(".cal-row").dataset;
    deal = { good, n: (deal.good === good ? deal.n : 0) + Number(button.dataset.more) };
    draw();
  });
  document.addEventListener("longtable:changed", draw);
  window.longtable.aim = aim;
  draw();
})();
