import assert from "node:assert/strict";
import { test } from "node:test";

import { importModule } from "./script.mjs";

const { findNearest, findToward } = await importModule("static/js/geometry.js");

const at = (x, y, more = {}) => ({ x, y, ...more });
const tap = at;

test("a tap means the nearest spot within 24 pixels", () => {
  const spots = [at(0, 0), at(40, 0)];
  assert.deepEqual(findNearest(spots, tap(12, 0)), { spot: at(0, 0), isAmbiguous: false });
  assert.equal(findNearest(spots, tap(30, 0)).spot.x, 40);
  assert.equal(findNearest(spots, tap(0, 24)).spot.x, 0);
  assert.equal(findNearest(spots, tap(0, 25)), null);
  assert.equal(findNearest([], tap(0, 0)), null);
});

test("two equally near spots are ambiguous", () => {
  const spots = [at(0, 0), at(40, 0)];
  assert.ok(findNearest(spots, tap(21, 0)).isAmbiguous);
  assert.ok(!findNearest(spots, tap(22, 0)).isAmbiguous);
});

test("a large spot reaches as far as it is drawn", () => {
  const spots = [at(0, 0, { r: 30 }), at(80, 0, { r: 5 })];
  assert.equal(findNearest(spots, tap(50, 0)).spot.x, 0);
  assert.equal(findNearest(spots, tap(0, 55)), null);
});

test("arrow keys walk to the spot ahead", () => {
  const spots = [at(10, 50), at(40, 2), at(-10, 0)];
  const from = at(0, 0);
  assert.deepEqual(findToward(spots, from, [1, 0]), spots[1]);
  assert.deepEqual(findToward(spots, from, [0, 1]), spots[0]);
  assert.deepEqual(findToward(spots, from, [-1, 0]), spots[2]);
  assert.equal(findToward(spots, from, [0, -1]), null);
});
