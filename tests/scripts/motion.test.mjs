import assert from "node:assert/strict";
import { test } from "node:test";

import { lentBy } from "./script.mjs";

const { moved } = lentBy("static/js/animation.js");

const lies = (name, x, y, frame = "map") => ({ name, frame, x, y, left: x, top: y });

test("what lies where its like lay has not moved", () => {
  const before = [lies("road", 0, 0), lies("road", 50, 0)];
  assert.deepEqual(moved(before, [lies("road", 50, 2), lies("road", 0, 0)]), []);
});

test("what is new comes from the nearest of its like that is gone", () => {
  const [near, far] = [lies("farmer", 30, 0), lies("farmer", 200, 0)];
  const now = lies("farmer", 0, 0);
  assert.deepEqual(moved([far, near], [now]), [[now, near]]);
});

test("one that is gone goes to one place only", () => {
  const now = [lies("farmer", 10, 0), lies("farmer", 20, 0)];
  const from = lies("farmer", 0, 0);
  assert.deepEqual(moved([from], now), [[now[0], from], [now[1], null]]);
});

test("what has no like before is set down", () => {
  const city = lies("city", 0, 0);
  assert.deepEqual(moved([lies("settlement", 0, 0)], [city]), [[city, null]]);
});

test("the same place in another zone is another place", () => {
  const [market, hall] = [lies("monk", 5, 5, "market"), lies("monk", 5, 5, "hall")];
  assert.deepEqual(moved([market], [hall]), [[hall, market]]);
});
