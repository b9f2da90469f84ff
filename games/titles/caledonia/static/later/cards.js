// What is composed of taps besides a trade: two contracts for one cost, a production, an exchange at
// a port. It is loaded by compose.js when it is first needed.
"use strict";

(() => {
  const { aim } = window.longtable;
  const all = (selector, within = document) => [...within.querySelectorAll(selector)];
  const sum = (numbers) => numbers.reduce((total, n) => total + n, 0);

  // Contracts: one or two of them are marked.

  let picked = [];
  function drawPicking(button) {
    const { picking, one, two } = button.dataset;
    const tiles = all(`[data-pick="${picking}"]`);
    picked = picked.filter((id) => tiles.some((tile) => tile.dataset.contract === id)).slice(-2);
    for (const tile of tiles) {
      const isPicked = picked.includes(tile.dataset.contract);
      tile.classList.toggle("is-chosen", isPicked);
      tile.setAttribute("aria-pressed", String(isPicked));
    }
    const ids = picked.toSorted((id, other) => id - other);
    aim(button, ids.length ? [[picking, ...ids].join(" ")] : [], ids.length > 1 ? two : one);
  }

  // Production: bread and whisky share the grain; what is left may be sold or laid down.

  function drawProduction(card) {
    const field = (key) => card.querySelector(`[data-makes="${key}"] input`);
    const value = (key) => Number(field(key)?.value ?? 0);
    function bound(key, most) {
      const input = field(key);
      if (!input) return;
      input.max = Math.min(most, input.dataset.most);
      if (value(key) > input.max) input.value = input.max;
    }
    const { asks } = card.dataset;
    const [milk, grain, pounds, butter, cellar] = ["milk", "grain", "whisky", "butter", "cellar"].map(
      (key) => Number(card.dataset[key]),
    );
    bound("bread", grain);
    bound("whisky", grain - value("bread"));
    bound("bread", grain - value("whisky"));
    bound("butter", milk - value("cheese"));
    bound("cellar", asks === "cellar" ? 1 : Math.min(1, value("whisky")));
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
    aim(card.querySelector("[data-produce]"), moves);
    window.longtable.steps.draw();
  }

  // A port: one good is given, others are taken.

  function drawExchange(box) {
    const counts = all("[data-n]", box);
    for (const one of counts) one.textContent = `+${one.dataset.n}`;
    const numbers = counts.map((one) => Number(one.dataset.n));
    const given = box.querySelector('[aria-checked="true"]').dataset.give;
    const move = [box.dataset.exchange, given, ...numbers].join(" ");
    aim(box.querySelector("[data-swap]"), sum(numbers) === Number(box.dataset.gain) ? [move] : []);
  }

  function tap(target) {
    const { contract, give } = target.dataset;
    const box = target.closest("[data-exchange]");
    if (contract) {
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
    all("[data-picking]").forEach(drawPicking);
    all(".cal-production").forEach(drawProduction);
    all("[data-exchange]").forEach(drawExchange);
  }
  document.addEventListener("click", (event) => {
    const target = event.target.closest?.(".cal :is([data-pick], [data-give], [data-gained])");
    if (target) tap(target);
    else if (event.target.closest?.(".cal-production")) draw();
  });
  document.addEventListener("change", (event) => {
    if (event.target.closest?.(".cal-production")) draw();
  });
  document.addEventListener("longtable:changed", draw);
  draw();
})();
