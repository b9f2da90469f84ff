// The arithmetic of a map's view. A view is {x, y, scale}: what lies in the middle, and how many
// pixels a unit has. A room is {wide, tall} in pixels; a box [left, top, wide, tall] in units.
"use strict";

(() => {
  const EDGE = 56; // pixels of the rim in which an arrow stands
  const RIM = 24; // pixels left free around what is lit

  /** @type {Views["union"]} */
  function union(boxes) {
    const left = Math.min(...boxes.map((box) => box[0]));
    const top = Math.min(...boxes.map((box) => box[1]));
    const right = Math.max(...boxes.map((box) => box[0] + box[2]));
    const bottom = Math.max(...boxes.map((box) => box[1] + box[3]));
    return [left, top, right - left, bottom - top];
  }
  const middle = ([left, top, wide, tall]) => ({ x: left + wide / 2, y: top + tall / 2 });

  // The view that shows a box, as large as there is room and at most `most`.
  /** @type {Views["fit"]} */
  function fit(box, room, most) {
    return { ...middle(box), scale: Math.min(room.wide / (box[2] || 1), room.tall / (box[3] || 1), most) };
  }
  // A view within its bounds: the middle stays over the box.
  /** @type {Views["limited"]} */
  function limited(view, box, { least, most }) {
    return {
      scale: Math.min(most, Math.max(least, view.scale)),
      x: Math.min(box[0] + box[2], Math.max(box[0], view.x)),
      y: Math.min(box[1] + box[3], Math.max(box[1], view.y)),
    };
  }
  // Zoom with the unit under a point (in pixels from the room's middle) standing still.
  /** @type {Views["zoomed"]} */
  function zoomed(view, scale, dx = 0, dy = 0) {
    const k = 1 / view.scale - 1 / scale;
    return { scale, x: view.x + dx * k, y: view.y + dy * k };
  }
  // How far the middle of a box lies from the view's middle, in pixels.
  function offset(view, box) {
    const { x, y } = middle(box);
    return { x: (x - view.x) * view.scale, y: (y - view.y) * view.scale };
  }
  /** @type {Views["isInside"]} */
  function isInside(view, room, box) {
    const { x, y } = offset(view, box);
    return (
      Math.abs(x) <= (room.wide - box[2] * view.scale) / 2 + 1 &&
      Math.abs(y) <= (room.tall - box[3] * view.scale) / 2 + 1
    );
  }
  // The boxes whose middle cannot be seen, by the edge that they lie beyond the furthest.
  /** @type {Views["outside"]} */
  function outside(view, room, boxes) {
    /** @type {Record<Edge, Box[]>} */
    const found = { top: [], right: [], bottom: [], left: [] };
    for (const box of boxes) {
      const { x, y } = offset(view, box);
      const beyondX = Math.abs(x) - room.wide / 2;
      const beyondY = Math.abs(y) - room.tall / 2;
      if (Math.max(beyondX, beyondY) < 0) continue;
      if (beyondX > beyondY) found[x < 0 ? "left" : "right"].push(box);
      else found[y < 0 ? "top" : "bottom"].push(box);
    }
    return found;
  }
  // The view at rest: everything if that is readable, else what is lit, with or without the focus.
  /** @type {Views["resting"]} */
  function resting({ box, focus, lit, room, readable, most }) {
    const all = fit(box, room, most);
    if (all.scale >= readable) return all;
    const inner = { wide: room.wide - 2 * RIM, tall: room.tall - 2 * RIM };
    const tries = [[...lit, focus], lit].filter((boxes) => boxes.length);
    const views = tries.map((boxes) => fit(union(boxes), inner, most));
    return views.find((view) => view.scale >= readable) ?? { ...middle(focus), scale: readable };
  }
  // The view after a tap on an arrow: all that lies there if it fits, else the nearest.
  /** @type {Views["along"]} */
  function along(view, room, boxes) {
    const all = union(boxes);
    const fits = all[2] * view.scale < room.wide && all[3] * view.scale < room.tall;
    const far = (box) => Math.hypot(offset(view, box).x, offset(view, box).y);
    const nearest = boxes.toSorted((a, b) => far(a) - far(b))[0];
    return { ...view, ...middle(fits ? all : nearest) };
  }
  // Where along an edge (0 to 1) an arrow covers nothing lit, the closest to the edge's middle.
  /** @type {Views["gap"]} */
  function gap(edge, view, room, boxes) {
    const isFlat = edge === "top" || edge === "bottom";
    const [length, depth] = isFlat ? [room.wide, room.tall] : [room.tall, room.wide];
    const sign = edge === "top" || edge === "left" ? -1 : 1;
    const taken = boxes.map((box) => {
      const { x, y } = offset(view, box);
      const [along_, across] = isFlat ? [x, y] : [y, x];
      const half = (isFlat ? [box[2], box[3]] : [box[3], box[2]]).map((one) => (one * view.scale) / 2);
      return { at: along_ + length / 2, half: half[0], inner: sign * across + half[1] };
    });
    const near = taken.filter((one) => one.inner > depth / 2 - EDGE);
    const free = (at) => near.every((one) => Math.abs(one.at - at * length) >= one.half + EDGE / 2);
    return [0.5, 0.35, 0.65, 0.2, 0.8, 0.27, 0.73].find(free) ?? null;
  }

  const views = { union, fit, limited, zoomed, isInside, outside, resting, along, gap };
  window.longtable = { ...window.longtable, views };
})();
