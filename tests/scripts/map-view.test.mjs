import assert from "node:assert/strict";
import { test } from "node:test";

import { importModule } from "./script.mjs";

const views = await importModule("static/js/map-view.js");

const VIEWPORT = { wide: 400, tall: 200 };
const HERE = { x: 0, y: 0, scale: 1 };

test("a view fits a box into the viewport", () => {
  assert.deepEqual(views.fit([0, 0, 100, 100], VIEWPORT, 5), { x: 50, y: 50, scale: 2 });
  assert.equal(views.fit([0, 0, 100, 100], VIEWPORT, 1.5).scale, 1.5);
});

test("zooming leaves the point under the finger where it is", () => {
  const before = { x: 10, y: 20, scale: 1 };
  const after = views.zoom(before, 2, 100, -40);
  assert.equal(after.x + 100 / 2, before.x + 100);
  assert.equal(after.y - 40 / 2, before.y - 40);
});

test("a view stays within its bounds", () => {
  const far = { x: -500, y: 500, scale: 9 };
  const bounds = { least: 0.5, most: 2 };
  assert.deepEqual(views.clamp(far, [0, 0, 100, 80], bounds), { x: 0, y: 80, scale: 2 });
});

test("boxes outside the view are grouped by edge", () => {
  const boxes = [[-5, -5, 10, 10], [295, 0, 10, 10], [300, 150, 10, 10], [0, -200, 10, 10]];
  const found = Object.entries(views.groupOutside(HERE, VIEWPORT, boxes));
  const counts = Object.fromEntries(found.map(([edge, there]) => [edge, there.length]));
  assert.deepEqual(counts, { top: 1, right: 2, bottom: 0, left: 0 });
});

const usual = { box: [0, 0, 4000, 2000], focus: [0, 0, 100, 100], targets: [], viewport: VIEWPORT };
const resting = (given) => views.restingView({ ...usual, readable: 0.5, most: 4, ...given });

test("a map at rest shows all targets", () => {
  assert.deepEqual(resting({ box: [0, 0, 800, 400] }), { x: 400, y: 200, scale: 0.5 });
  const near = resting({ targets: [[300, 0, 100, 100]] });
  assert.deepEqual([near.x, near.y], [200, 50]);
  assert.ok(Math.abs(near.scale - (400 - 2 * 24) / 400) < 1e-9); // with a margin around it
  assert.equal(resting({ targets: [[2000, 0, 100, 100], [2300, 0, 100, 100]] }).x, 2200);
});

test("a map whose targets are too far apart shows its focus", () => {
  const far = resting({ targets: [[0, 0, 100, 100], [3900, 0, 100, 100]] });
  assert.deepEqual(far, { x: 50, y: 50, scale: 0.5 });
});

test("an arrow covers no target", () => {
  assert.equal(views.findGap("top", HERE, VIEWPORT, []), 0.5);
  assert.equal(views.findGap("top", HERE, VIEWPORT, [[-10, -95, 20, 20]]), 0.35);
  assert.equal(views.findGap("bottom", HERE, VIEWPORT, [[-10, -95, 20, 20]]), 0.5);
  assert.equal(views.findGap("right", HERE, VIEWPORT, [[180, -100, 20, 200]]), null);
});
