// Numbers with − and +, and moves composed from them here and sent as one list.
"use strict";

(() => {
  // Arithmetic. A step is {least, most, value}, with `unit` (a move for each one of the number) or
  // `each` (one move, "%n" in it is the number; none for 0, but where it `isZero` too); a limit is of
  // their sum.

  const clamp = (value, least, most) => Math.max(least, Math.min(most, Math.round(value) || 0));
  const total = (steps) => steps.reduce((sum, step) => sum + step.value, 0);
  // The most that a step may be while the others stay.
  /** @type {Steps["room"]} */
  const room = (steps, step, limit) => Math.min(step.most, limit - total(steps) + step.value);
  // The steps within their bounds and the limit together: what is too much is taken from the last.
  /** @type {Steps["preset"]} */
  function preset(steps, limit = Infinity) {
    let left = limit - steps.reduce((sum, step) => sum + step.least, 0);
    return steps.map((step) => {
      const more = Math.max(0, Math.min(clamp(step.value, step.least, step.most) - step.least, left));
      left -= more;
      return { ...step, value: step.least + more };
    });
  }
  /** @type {Steps["compose"]} */
  function compose(steps, before = [], after = []) {
    const moves = steps.flatMap(({ value, unit, each, isZero }) => {
      if (!value && !isZero) return [];
      return each ? [each.replaceAll("%n", String(value))] : Array.from({ length: value }, () => unit ?? "");
    });
    return moves.length ? [...before, ...moves, ...after] : [];
  }
  // What the button says: a text with "%n", or a list of texts, the first of them for `least`.
  /** @type {Steps["says"]} */
  function says(text, number, least = 0) {
    return text.startsWith("[") ? JSON.parse(text)[number - least] ?? "" : text.replaceAll("%n", String(number));
  }

  // The page

  const STEPPER = "[data-stepper]";
  const number = (text, otherwise) => (text ? Number(text) : otherwise);
  const list = (text) => (text ? JSON.parse(text) : []);
  const input = (stepper) => stepper.querySelector("input");
  const limitOf = (group) => number(group?.dataset.limit, Infinity);
  function read(stepper) {
    const { min, max, value } = input(stepper);
    const { unit, each, zero } = stepper.dataset;
    const bounds = { least: number(min, 0), most: number(max, Infinity) };
    return { stepper, ...bounds, value: Number(value), unit, each, isZero: zero !== undefined };
  }
  const within = (group) => [...group.querySelectorAll(STEPPER)].map(read);

  function write(step, most) {
    const field = input(step.stepper);
    if (field.value !== String(step.value)) field.value = step.value;
    for (const button of step.stepper.querySelectorAll("[data-step]")) {
      const isMore = button.dataset.step > 0;
      button.disabled = isMore ? step.value >= most : step.value <= step.least;
    }
  }
  function draw(group) {
    const limit = limitOf(group);
    const steps = preset(within(group), limit);
    const sum = total(steps);
    for (const step of steps) write(step, room(steps, step, limit));
    const moves = compose(steps, list(group.dataset.before), list(group.dataset.after));
    const send = group.querySelector("[data-send]");
    if (send) {
      send.disabled = !moves.length || sum < number(group.dataset.least, 0);
      const text = says(send.dataset.says, sum, steps.length === 1 ? steps[0].least : 0);
      if (send.textContent !== text) send.textContent = text;
    }
    group.dispatchEvent(new CustomEvent("longtable:composed", { bubbles: true, detail: { moves, sum } }));
    return moves;
  }
  function set(stepper, value) {
    const group = stepper.closest("[data-compose]");
    const step = read(stepper);
    const steps = group ? within(group) : [step];
    const others = total(steps.filter((one) => one.stepper !== stepper));
    step.value = clamp(value, step.least, Math.min(step.most, limitOf(group) - others));
    input(stepper).value = step.value;
    if (group) draw(group);
    else write(step, step.most);
  }
  function drawAll() {
    for (const group of document.querySelectorAll("[data-compose]")) draw(group);
    for (const stepper of document.querySelectorAll(STEPPER)) {
      if (!stepper.closest("[data-compose]")) set(stepper, input(stepper).value);
    }
  }

  document.addEventListener("click", (event) => {
    const button = event.target.closest?.("[data-step], [data-send]");
    if (!button) return;
    const stepper = button.closest(STEPPER);
    if (stepper) set(stepper, Number(input(stepper).value) + Number(button.dataset.step));
    else if (button.dataset.says) window.longtable.draft(draw(button.closest("[data-compose]")));
  });
  document.addEventListener("change", (event) => {
    const stepper = event.target.closest?.(STEPPER);
    if (stepper) set(stepper, input(stepper).value);
  });
  document.addEventListener("longtable:changed", drawAll);
  drawAll();

  window.longtable = { ...window.longtable, steps: { room, preset, compose, says, draw: drawAll } };
})();
