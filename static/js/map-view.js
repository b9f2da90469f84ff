// The arithmetic of a map's view. A view is {x, y, scale}: the unit in the middle, and the pixels of a
// unit. A viewport is {wide, tall} in pixels; a box is [left, top, wide, tall] in units.

const ARROW = 56; // pixels at an edge that an arrow needs
const MARGIN = 24; // pixels left free around the targets

/**
 * The smallest box around these.
 *
 * @param {Box[]} boxes
 * @returns {Box}
 */
export function union(boxes) {
  const left = Math.min(...boxes.map((box) => box[0]));
  const top = Math.min(...boxes.map((box) => box[1]));
  const right = Math.max(...boxes.map((box) => box[0] + box[2]));
  const bottom = Math.max(...boxes.map((box) => box[1] + box[3]));
  return [left, top, right - left, bottom - top];
}
const middle = ([left, top, wide, tall]) => ({ x: left + wide / 2, y: top + tall / 2 });

/**
 * The view that shows a box as large as the viewport allows; its scale is at most `most`.
 *
 * @param {Box} box
 * @param {Viewport} viewport
 * @param {number} most
 * @returns {View}
 */
export function fit(box, viewport, most) {
  return { ...middle(box), scale: Math.min(viewport.wide / (box[2] || 1), viewport.tall / (box[3] || 1), most) };
}

/**
 * The view with its scale within the bounds and its middle within the box.
 *
 * @param {View} view
 * @param {Box} box
 * @param {{ least: number, most: number }} bounds
 * @returns {View}
 */
export function clamp(view, box, { least, most }) {
  return {
    scale: Math.min(most, Math.max(least, view.scale)),
    x: Math.min(box[0] + box[2], Math.max(box[0], view.x)),
    y: Math.min(box[1] + box[3], Math.max(box[1], view.y)),
  };
}

/**
 * The view after a zoom around a point, in pixels from the middle of the viewport.
 *
 * @param {View} view
 * @param {number} scale
 * @returns {View}
 */
export function zoom(view, scale, dx = 0, dy = 0) {
  const k = 1 / view.scale - 1 / scale;
  return { scale, x: view.x + dx * k, y: view.y + dy * k };
}

// The distance from the view's middle to the middle of a box, in pixels.
function offset(view, box) {
  const { x, y } = middle(box);
  return { x: (x - view.x) * view.scale, y: (y - view.y) * view.scale };
}

/**
 * Whether all of a box is in view.
 *
 * @param {View} view
 * @param {Viewport} viewport
 * @param {Box} box
 */
export function isInside(view, viewport, box) {
  const { x, y } = offset(view, box);
  return (
    Math.abs(x) <= (viewport.wide - box[2] * view.scale) / 2 + 1 &&
    Math.abs(y) <= (viewport.tall - box[3] * view.scale) / 2 + 1
  );
}

/**
 * The boxes whose middle is out of view, by the edge that they are furthest beyond.
 *
 * @param {View} view
 * @param {Viewport} viewport
 * @param {Box[]} boxes
 */
export function groupOutside(view, viewport, boxes) {
  /** @type {Record<Edge, Box[]>} */
  const found = { top: [], right: [], bottom: [], left: [] };
  for (const box of boxes) {
    const { x, y } = offset(view, box);
    const beyondX = Math.abs(x) - viewport.wide / 2;
    const beyondY = Math.abs(y) - viewport.tall / 2;
    if (Math.max(beyondX, beyondY) < 0) continue;
    if (beyondX > beyondY) found[x < 0 ? "left" : "right"].push(box);
    else found[y < 0 ? "top" : "bottom"].push(box);
  }
  return found;
}

/**
 * The view at rest: everything if that is readable, else the targets, with the focus if it fits.
 *
 * @param {{ box: Box, focus: Box, targets: Box[], viewport: Viewport, readable: number, most: number }} map
 * @returns {View}
 */
export function restingView({ box, focus, targets, viewport, readable, most }) {
  const all = fit(box, viewport, most);
  if (all.scale >= readable) return all;
  const inner = { wide: viewport.wide - 2 * MARGIN, tall: viewport.tall - 2 * MARGIN };
  const candidates = [[...targets, focus], targets].filter((boxes) => boxes.length);
  const views = candidates.map((boxes) => fit(union(boxes), inner, most));
  return views.find((view) => view.scale >= readable) ?? { ...middle(focus), scale: readable };
}

/**
 * The view after a tap on an arrow: all boxes there if they fit, else the nearest.
 *
 * @param {View} view
 * @param {Viewport} viewport
 * @param {Box[]} boxes
 * @returns {View}
 */
export function panToward(view, viewport, boxes) {
  const all = union(boxes);
  const fits = all[2] * view.scale < viewport.wide && all[3] * view.scale < viewport.tall;
  const far = (box) => Math.hypot(offset(view, box).x, offset(view, box).y);
  const nearest = boxes.toSorted((a, b) => far(a) - far(b))[0];
  return { ...view, ...middle(fits ? all : nearest) };
}

/**
 * A place on an edge (0 to 1) at which an arrow covers no target, or null; near the middle first.
 *
 * @param {Edge} edge
 * @param {View} view
 * @param {Viewport} viewport
 * @param {Box[]} boxes
 */
export function findGap(edge, view, viewport, boxes) {
  const isFlat = edge === "top" || edge === "bottom";
  const [length, depth] = isFlat ? [viewport.wide, viewport.tall] : [viewport.tall, viewport.wide];
  const sign = edge === "top" || edge === "left" ? -1 : 1;
  const taken = boxes.map((box) => {
    const { x, y } = offset(view, box);
    const [along_, across] = isFlat ? [x, y] : [y, x];
    const half = (isFlat ? [box[2], box[3]] : [box[3], box[2]]).map((one) => (one * view.scale) / 2);
    return { at: along_ + length / 2, half: half[0], inner: sign * across + half[1] };
  });
  const near = taken.filter((one) => one.inner > depth / 2 - ARROW);
  const free = (at) => near.every((one) => Math.abs(one.at - at * length) >= one.half + ARROW / 2);
  return [0.5, 0.35, 0.65, 0.2, 0.8, 0.27, 0.73].find(free) ?? null;
}
