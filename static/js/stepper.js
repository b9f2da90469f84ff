// Numbers with − and + buttons, and the moves that are composed from them and sent as one list.

import { draft } from "./play.js";

// Arithmetic. A step is {least, most, value} with `unit` (a move that is repeated `value` times) or
// `each` (one move with "%n" for the value; 0 makes a move only with `isZero`). A limit bounds the
// sum of all steps.

const clamp = (value, least, most) => Math.max(least, Math.min(most, Math.round(value) || 0));
const total = (steps) => steps.reduce((sum, step) => sum + step.value, 0);
/**
 * The largest value of a step while the others stay.
 *
 * @param {Step[]} steps
 * @param {Step} step
 * @param {number} limit
 */
export const maxValue = (steps, step, limit) => Math.min(step.most, limit - total(steps) + step.value);
/**
 * The steps within their bounds and the limit; what is too much is taken from the last ones.
 *
 * @param {Step[]} steps
 */
export function clampSteps(steps, limit = Infinity) {
  let left = limit - steps.reduce((sum, step) => sum + step.least, 0);
  return steps.map((step) => {
    const more = Math.max(0, Math.min(clamp(step.value, step.least, step.most) - step.least, left));
    left -= more;
    return { ...step, value: step.least + more };
  });
}
/**
 * The moves of these steps, between those before and after them; none without any move of a step.
 *
 * @param {Step[]} steps
 * @param {string[]} before
 * @param {string[]} after
 */
export function compose(steps, before = [], after = []) {
  const moves = steps.flatMap(({ value, unit, each, isZero }) => {
    if (!value && !isZero) return [];
    return each ? [each.replaceAll("%n", String(value))] : Array.from({ length: value }, () => unit ?? "");
  });
  return moves.length ? [...before, ...moves, ...after] : [];
}
/**
 * The label of the button: a text with "%n", or a list of texts that begins with that for `least`.
 *
 * @param {string} text
 * @param {number} number
 */
export function labelFor(text, number, least = 0) {
  return text.startsWith("[") ? JSON.parse(text)[number - least] ?? "" : text.replaceAll("%n", String(number));
}

// The page

const STEPPER = "[data-stepper]";
const number = (text, fallback) => (text ? Number(text) : fallback);
const list = (text) => (text ? JSON.parse(text) : []);
const input = (stepper) => stepper.querySelector("input");
const limitOf = (group) => number(group?.dataset.limit, Infinity);
function readStep(stepper) {
  const { min, max, value } = input(stepper);
  const { unit, each, zero } = stepper.dataset;
  const bounds = { least: number(min, 0), most: number(max, Infinity) };
  return { stepper, ...bounds, value: Number(value), unit, each, isZero: zero !== undefined };
}
const readAll = (group) => [...group.querySelectorAll(STEPPER)].map(readStep);

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
  const steps = clampSteps(readAll(group), limit);
  const sum = total(steps);
  for (const step of steps) write(step, maxValue(steps, step, limit));
  const moves = compose(steps, list(group.dataset.before), list(group.dataset.after));
  const send = group.querySelector("[data-send]");
  if (send) {
    send.disabled = !moves.length || sum < number(group.dataset.least, 0);
    const text = labelFor(send.dataset.says, sum, steps.length === 1 ? steps[0].least : 0);
    if (send.textContent !== text) send.textContent = text;
  }
  group.dispatchEvent(new CustomEvent("longtable:composed", { bubbles: true, detail: { moves, sum } }));
  return moves;
}
function set(stepper, value) {
  const group = stepper.closest("[data-compose]");
  const step = readStep(stepper);
  const steps = group ? readAll(group) : [step];
  const others = total(steps.filter((one) => one.stepper !== stepper));
  step.value = clamp(value, step.least, Math.min(step.most, limitOf(group) - others));
  input(stepper).value = step.value;
  if (group) draw(group);
  else write(step, step.most);
}
/** Draw all steppers again, for example after their bounds have changed. */
export function drawSteppers() {
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
  else if (button.dataset.says) draft(draw(button.closest("[data-compose]")));
});
document.addEventListener("change", (event) => {
  const stepper = event.target.closest?.(STEPPER);
  if (stepper) set(stepper, input(stepper).value);
});
document.addEventListener("longtable:changed", drawSteppers);
drawSteppers();
