import assert from "node:assert/strict";
import { test } from "node:test";

import { importModule } from "./script.mjs";

const steps = await importModule("static/js/stepper.js");

const step = (value, more = {}) => ({ least: 0, most: 9, value, ...more });
const values = (...given) => steps.clampSteps(...given).map((one) => one.value);

test("values stay within bounds and limit", () => {
  assert.deepEqual(values([step(12), step(-3, { least: 1 })]), [9, 1]);
  assert.deepEqual(values([step(3), step(3), step(3)], 5), [3, 2, 0]);
  assert.deepEqual(values([step(5), step(0, { least: 2 })], 4), [2, 2]);
});

test("the largest value of a step depends on the limit", () => {
  const given = [step(2), step(1, { most: 2 })];
  assert.equal(steps.maxValue(given, given[0], 5), 4);
  assert.equal(steps.maxValue(given, given[1], 5), 2);
  assert.equal(steps.maxValue(given, given[1], 3), 1);
});

test("moves are composed in order, with those before and after them", () => {
  const given = [step(2, { unit: "give ore" }), step(0, { unit: "give wool" }), step(3, { each: "draw %n" })];
  const moves = ["give ore", "give ore", "draw 3"];
  assert.deepEqual(steps.compose(given), moves);
  assert.deepEqual(steps.compose(given, ["offer"], ["propose"]), ["offer", ...moves, "propose"]);
  assert.deepEqual(steps.compose([step(0, { unit: "x" })], ["offer"], ["propose"]), []);
  assert.deepEqual(steps.compose([step(0, { each: "draw %n", isZero: true })]), ["draw 0"]);
});

test("the label has the number, or is the text of the move", () => {
  assert.equal(steps.labelFor("Discard %n", 3), "Discard 3");
  assert.equal(steps.labelFor('["Draw one","Draw two"]', 2, 1), "Draw two");
});
