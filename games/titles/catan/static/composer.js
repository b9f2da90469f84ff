// Catan: chooses cards one by one and sends them as one list (an offer, a discard, the choice of a card).
// The build list highlights only the places for one building, and adds missing cards to the offer.

import { all, byId, drawAlways } from "../../js/dom.js";
import { draft } from "../../js/play.js";

const counts = {}; // by id of the chooser: {card: count}, as long as the page is open
const count = (items, test) => items.filter(test).reduce((sum, one) => sum + one.n, 0);
const names = (people, name) => people.map(name).join(", ");

// The cards of a chooser in their order: [{what, side, kind, most, n, card}].
function readCards(pick) {
  const chosen = (counts[pick.id] ??= {});
  return all("[data-take]", pick).map((card) => {
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
// [text, whether it can be sent, whether it is full]
function offerState({ dataset }, items, says) {
  const n = count(items, () => true);
  const limit = Number(dataset.limit);
  if (limit) return [says.replace("%k", n), n === limit, n >= limit];
  if (!n) return [says];
  const cards = count(items, (one) => one.side === "want" && one.kind !== "gold");
  const gold = count(items, (one) => one.side === "want" && one.kind === "gold");
  const gives = count(items, (one) => one.side === "give");
  const isAble = (one) => one[2] >= cards && one[3] >= gold; // seat, name, cards, gold
  const others = JSON.parse(dataset.others);
  const able = others.filter(isAble);
  if (!able.length) return [dataset.nobody];
  const unableText = names(others.filter((one) => !isAble(one)), (one) => one[1]);
  const asks = dataset.asks.replace("%s", names(able, (one) => `${one[1]} (${one[2]})`));
  return [unableText ? `${asks}; ${dataset.few.replace("%s", unableText)}` : asks, gives && n > gives];
}

function draw(pick) {
  const items = readCards(pick);
  const out = pick.querySelector("output");
  const [says, ready, full] = offerState(pick, items, out.dataset.says);
  for (const { card, side, kind, most, n } of items) {
    card.disabled = n >= most || full || items.some((one) => one.n && one.kind === kind && one.side !== side);
    card.querySelector("b").textContent = most - n;
  }
  for (const tray of all("[data-tray]", pick)) {
    const chosenCards = items.filter((one) => one.n && one.side === tray.dataset.tray);
    tray.replaceChildren(...chosenCards.map((item) => trayCard(item, tray.dataset.back)));
  }
  out.textContent = says;
  const again = pick.querySelector("[data-again]");
  if (again) again.hidden = items.some((one) => one.n) || !isPossible(items, lastOffer());
  pick.querySelector("[data-done]").disabled = !ready;
}
// The last offer at this table from this device: {card: count}.
const at = location.pathname;
function lastOffer() {
  const kept = JSON.parse(localStorage.getItem("offer") ?? "{}");
  return kept.at === at ? kept.picked : {};
}
function isPossible(items, wanted) {
  const entries = Object.entries(wanted);
  return entries.length > 0 && entries.every(([what, n]) => items.some((one) => one.what === what && one.most >= n));
}
// A chosen card in the tray; a press puts it back.
function trayCard({ what, n, card }, back) {
  const one = card.cloneNode(true);
  one.classList.remove("is-lit");
  delete one.dataset.take;
  one.dataset.put = what;
  one.disabled = false;
  one.querySelector("b").textContent = n;
  one.ariaLabel = back.replace("%s", one.ariaLabel);
  return one;
}
function changeCount(pick, what, more) {
  const item = pick && readCards(pick).find((one) => one.what === what);
  if (!item) return;
  counts[pick.id][what] = Math.max(0, Math.min(item.most, item.n + more));
  draw(pick);
}
function send(pick) {
  const made = moves(pick.dataset.pick, readCards(pick));
  const offered = JSON.stringify({ at, picked: counts[pick.id] });
  if (pick.dataset.pick === "offer") localStorage.setItem("offer", offered);
  delete counts[pick.id];
  pick.closest(":popover-open")?.hidePopover();
  draft(made);
}

function wantCard({ dataset }) {
  const trade = byId("ct-trade");
  if (!trade.checkVisibility()) trade.showPopover();
  trade.scrollIntoView({ block: "nearest" });
  changeCount(trade.querySelector("[data-pick]"), `want ${dataset.want}`, Number(dataset.n));
}
function filterBoard(key) {
  const board = document.querySelector(".ct");
  if (!board) return;
  board.dataset.only = key === board.dataset.only ? "" : key;
  for (const one of all("[aria-pressed][data-only]", board)) one.ariaPressed = key === one.dataset.only && key === board.dataset.only;
}

byId("table").addEventListener("click", ({ target }) => {
  const button = target.closest("button");
  if (!button) return;
  const { take, put, done, again, autoAnswer, only: key } = button.dataset;
  const pick = button.closest("[data-pick]");
  if (take) changeCount(pick, take, 1);
  else if (put) changeCount(pick, put, -1);
  else if (done !== undefined) send(pick);
  else if (again !== undefined && pick) {
    counts[pick.id] = lastOffer();
    draw(pick);
  }
  else if (button.dataset.want) wantCard(button);
  else if (autoAnswer) {
    const box = /** @type {HTMLInputElement} */ (document.querySelector(`#auto-answers [value="${autoAnswer}"]`));
    box.checked = true;
    /** @type {HTMLElement} */ (document.querySelector("#auto-answers button")).click();
  } else if (key) {
    filterBoard(key);
    button.closest(":popover-open")?.hidePopover();
  }
});
function drawAll() {
  filterBoard("");
  all("[data-pick]").forEach(draw);
}
drawAlways(drawAll);
