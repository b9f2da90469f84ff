"use strict";

// What can I do?: lights what can be pressed now, names each kind of move beside it, and lists them
// in words. The names are those of the list of moves, which is asked for when this is opened.
(() => {
  const SPOT = '[data-move], button[name="move"]:not(:disabled)';
  const LIT = `:is([data-board], #dock) :is(${SPOT}, .is-lit, [data-lit]):not(.is-alternative)`;
  const OFFERED = "is-option";
  const NAMED = 7; // moves of a group in its line
  const GAP = 4; // px
  const TRIES = 12;

  const panel = () => /** @type {HTMLElement} */ (document.getElementById("actions"));
  const tags = document.createElement("div");
  tags.setAttribute("aria-hidden", "true");
  /** @type {{ title: string, labels: string[], spots: HTMLElement[] }[]} */
  let groups = [];
  let asked = 0;

  const isShown = (one) =>
    !one.closest("#moves, #actions") && one.checkVisibility({ visibilityProperty: true }) && one.getClientRects().length > 0;
  /** @returns {HTMLElement[]} */
  const shown = (selector) => [...document.querySelectorAll(selector)].filter(isShown);

  // The groups of the list of moves: as it is read on the page, else from one that is fetched.
  async function list() {
    const here = [...document.querySelectorAll("#moves .move-group")];
    if (here.length) return here;
    const answer = await fetch(`${document.getElementById("table")?.dataset.fragment}?words=1`, {
      headers: { "HX-Request": "true" },
    });
    if (!answer.ok) throw new Error(answer.statusText);
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    return [...page.querySelectorAll("#moves .move-group")];
  }

  /** @param {any} spot */
  const movesOf = ({ value, dataset }) =>
    dataset.move?.startsWith("[") ? JSON.parse(dataset.move) : [dataset.move ?? value];

  // Where moves are made: the spots that make them, else the openers of the sheets that these are in,
  // else what its presenter names as the way to the first.
  function spotsOf(moves, ways) {
    const made = [...document.querySelectorAll(SPOT)].filter(
      (one) => !one.closest("#moves") && movesOf(one).some((move) => moves.has(move)),
    );
    const openers = made.map((one) => `[data-sheet="${one.closest(".sheet")?.id}"]`);
    const found = [made.filter(isShown), openers.length ? shown(openers.join()) : [], ...ways.map(shown)];
    return found.find((spots) => spots.length) ?? [];
  }

  function grouped(group) {
    const buttons = [...group.querySelectorAll('[name="move"]')];
    const moves = new Set(buttons.map((button) => button.value));
    return {
      title: group.getAttribute("aria-label") ?? "",
      labels: buttons.map((button) => button.textContent.trim()),
      spots: spotsOf(moves, JSON.parse(group.dataset.selectors ?? "[]")),
    };
  }

  function line({ title, labels, spots }) {
    const item = document.createElement("li");
    const button = document.createElement("button");
    const name = document.createElement("b");
    const more = labels.length > NAMED ? [`… (${labels.length})`] : [];
    name.textContent = title;
    button.type = "button";
    button.append(name, ` ${[...labels.slice(0, NAMED), ...more].join(" · ")}`);
    button.addEventListener("click", () => go(spots));
    item.append(button);
    return item;
  }

  // To the first spot of a group, with the focus; all of them are seen for a moment.
  function go(spots) {
    panel().hidePopover();
    const [first] = spots;
    if (!first) {
      const moves = /** @type {HTMLDetailsElement | null} */ (document.querySelector("#moves"));
      if (moves) moves.open = true;
      moves?.scrollIntoView({ block: "center" });
      return;
    }
    first.scrollIntoView({ block: "center", inline: "center" });
    first.focus({ preventScroll: true });
    for (const spot of spots) {
      spot.classList.remove("is-flashing");
      requestAnimationFrame(() => spot.classList.add("is-flashing"));
    }
  }

  // A name stands over the first spot of its group that is in sight, clear of other names.
  function name() {
    tags.replaceChildren();
    const over = panel().getBoundingClientRect();
    const taken = [over];
    const top = document.getElementById("turn-bar")?.getBoundingClientRect().bottom ?? 0;
    for (const { title, spots } of groups) {
      const boxes = spots.map((one) => one.getBoundingClientRect());
      const spot = boxes.find((box) => box.top > top && box.bottom < innerHeight && !overlaps(box, over));
      if (!spot) continue;
      const tag = Object.assign(document.createElement("span"), { className: "action-name", textContent: title });
      tags.append(tag);
      const { width, height } = tag.getBoundingClientRect();
      const left = Math.max(GAP, Math.min((spot.left + spot.right - width) / 2, innerWidth - width - GAP));
      let down = Math.max(top + GAP, spot.top - height - GAP);
      const box = () => new DOMRect(left, down, width, height);
      for (let n = 0; n < TRIES && taken.some((one) => overlaps(one, box())); n++) down += height + GAP;
      taken.push(box());
      tag.style.setProperty("--left", `${left}px`);
      tag.style.setProperty("--top", `${down}px`);
    }
  }
  const overlaps = (one, other) =>
    one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom;

  function rest() {
    for (const one of document.querySelectorAll(`.${OFFERED}`)) one.classList.remove(OFFERED);
    tags.remove();
    groups = [];
  }

  async function open(opener) {
    let found;
    try {
      found = await list();
    } catch {
      return void location.assign(opener.href);
    }
    groups = found.map(grouped);
    panel().querySelector("ul")?.replaceChildren(...groups.map(line));
    panel().showPopover();
    document.getElementById("actions-title")?.focus();
    for (const one of [...shown(LIT), ...groups.flatMap(({ spots }) => spots)]) one.classList.add(OFFERED);
    document.body.append(tags);
    name();
  }

  document.addEventListener("toggle", (event) => {
    if (event.target === panel() && event.newState === "closed") rest();
  }, true);
  document.addEventListener("htmx:before:swap", () => panel()?.hidePopover());
  for (const event of ["scroll", "resize"]) {
    addEventListener(event, () => {
      cancelAnimationFrame(asked);
      if (groups.length) asked = requestAnimationFrame(name);
    }, { capture: true, passive: true });
  }

  window.longtable.toggleActions = (opener) => {
    if (panel().matches(":popover-open")) panel().hidePopover();
    else open(opener);
  };
})();
