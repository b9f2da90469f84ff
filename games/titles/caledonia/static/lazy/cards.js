// Moves that are composed of taps: a trade, two contracts for one cost, a production, an exchange at a
// port. board.js loads this module when it is first needed.

import { all, drawAlways, fill, setChosen } from "../../../js/dom.js";
import { setMoves, showPreview } from "../../../js/play.js";
import { drawSteppers } from "../../../js/stepper.js";

const sum = (numbers) => numbers.reduce((total, n) => total + n, 0);

// The market: how many of a good to buy or sell.

let deal = { good: "", n: 0 }; // negative to sell
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
  setMoves(
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
    if (n && row.contains(document.activeElement)) showPreview(send.dataset.preview);
  }
}

// Contracts: one or two are selected.

let picked = [];
function drawContracts(button) {
  const { picking, one, two } = button.dataset;
  const tiles = all(`[data-pick="${picking}"]`);
  picked = picked.filter((id) => tiles.some((tile) => tile.dataset.contract === id)).slice(-2);
  for (const tile of tiles) setChosen(tile, picked.includes(tile.dataset.contract));
  const ids = picked.toSorted((id, other) => id - other);
  setMoves(button, ids.length ? [[picking, ...ids].join(" ")] : [], ids.length > 1 ? two : one);
}

// Production: bread and whisky share the grain. What is left can be sold or stored in the cellar.

function drawProduction(card) {
  const field = (key) => card.querySelector(`[data-makes="${key}"] input`);
  const value = (key) => Number(field(key)?.value ?? 0);
  function limitField(key, most) {
    const input = field(key);
    if (!input) return;
    input.max = Math.min(most, input.dataset.most);
    if (value(key) > input.max) input.value = input.max;
  }
  const { asks } = card.dataset;
  const [milk, grain, pounds, butter, cellar] = ["milk", "grain", "whisky", "butter", "cellar"].map(
    (key) => Number(card.dataset[key]),
  );
  limitField("bread", grain);
  limitField("whisky", grain - value("bread"));
  limitField("bread", grain - value("whisky"));
  limitField("butter", milk - value("cheese"));
  limitField("cellar", asks === "cellar" ? 1 : Math.min(1, value("whisky")));
  const [c, b, w, laid, sold] = ["cheese", "bread", "whisky", "cellar", "butter"].map(value);
  const moves = asks === "produce" ? [`produce ${c} ${b} ${w}`] : [];
  if (cellar && (w || asks === "cellar")) moves.push(`cellar ${laid ? "yes" : "no"}`);
  if (butter && milk > c) moves.push(`butter ${sold}`);
  const more = {
    milk: -c - sold, grain: -b - w, cheese: c, bread: b, whisky: w - laid,
    money: pounds * w + butter * sold,
  };
  for (const one of all("[data-left]", card)) {
    one.textContent = Number(one.dataset.was) + more[one.dataset.left];
  }
  setMoves(card.querySelector("[data-produce]"), moves);
  drawSteppers();
}

// A port: one good is exchanged for others.

function drawExchange(box) {
  const counts = all("[data-n]", box);
  for (const one of counts) one.textContent = `+${one.dataset.n}`;
  const numbers = counts.map((one) => Number(one.dataset.n));
  const given = box.querySelector('[aria-checked="true"]').dataset.give;
  const move = [box.dataset.exchange, given, ...numbers].join(" ");
  setMoves(box.querySelector("[data-swap]"), sum(numbers) === Number(box.dataset.gain) ? [move] : []);
}

function handleTap(target) {
  const { contract, give, more } = target.dataset;
  const box = target.closest("[data-exchange]");
  if (more) {
    const { good } = target.closest(".cal-row").dataset;
    deal = { good, n: (deal.good === good ? deal.n : 0) + Number(more) };
  } else if (contract) {
    picked = picked.includes(contract) ? picked.filter((id) => id !== contract) : [...picked, contract];
  } else if (give) {
    for (const one of all("[data-give]", box)) one.setAttribute("aria-checked", String(one === target));
  } else {
    const count = target.querySelector("[data-n]");
    const isFull = sum(all("[data-n]", box).map((one) => Number(one.dataset.n))) >= Number(box.dataset.gain);
    count.dataset.n = isFull ? 0 : Number(count.dataset.n) + 1;
  }
  draw();
}
function draw() {
  all(".cal-row").forEach(drawRow);
  all("[data-picking]").forEach(drawContracts);
  all(".cal-production").forEach(drawProduction);
  all("[data-exchange]").forEach(drawExchange);
}
document.addEventListener("click", (event) => {
  const at = event.target;
  const target = at.closest?.(".cal :is([data-more], [data-pick], [data-give], [data-gained])");
  if (target) handleTap(target);
  else if (at.closest?.("[data-deal]")) deal.n = 0;
  else if (at.closest?.(".cal-production")) draw();
});
document.addEventListener("change", (event) => {
  if (event.target.closest?.(".cal-production")) draw();
});
drawAlways(draw);
