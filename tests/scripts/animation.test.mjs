import assert from "node:assert/strict";
import { test } from "node:test";

import { importModule } from "./script.mjs";

const { findMovedPieces } = await importModule("static/js/animation.js");

const piece = (name, x, y, frame = "map") => ({ name, frame, x, y, left: x, top: y });

test("a piece in the place of an equal one has not moved", () => {
  const before = [piece("road", 0, 0), piece("road", 50, 0)];
  assert.deepEqual(findMovedPieces(before, [piece("road", 50, 2), piece("road", 0, 0)]), []);
});

test("a new piece comes from the nearest equal one that is gone", () => {
  const [near, far] = [piece("farmer", 30, 0), piece("farmer", 200, 0)];
  const now = piece("farmer", 0, 0);
  assert.deepEqual(findMovedPieces([far, near], [now]), [[now, near]]);
});

test("a piece that is gone moves to one place only", () => {
  const now = [piece("farmer", 10, 0), piece("farmer", 20, 0)];
  const from = piece("farmer", 0, 0);
  assert.deepEqual(findMovedPieces([from], now), [[now[0], from], [now[1], null]]);
});

test("a piece without an equal one before is set down", () => {
  const city = piece("city", 0, 0);
  assert.deepEqual(findMovedPieces([piece("settlement", 0, 0)], [city]), [[city, null]]);
});

test("the same place in another zone is another place", () => {
  const [market, hall] = [piece("monk", 5, 5, "market"), piece("monk", 5, 5, "hall")];
  assert.deepEqual(findMovedPieces([market], [hall]), [[hall, market]]);
});
