// Maps that can be panned and zoomed: any <svg data-map id data-box="left top wide tall"> in a
// .map-stage. Pages are morphed in place, so nodes are looked up again each time. Scripts of titles
// call `findMap(svg)`; map-gestures.js handles pointers.

import { spotOf } from "./geometry.js";
import * as views from "./map-view.js";
import { isCalm } from "./motion.js";

const PAN = 0.18; // of the viewport, by an arrow key
const numbers = (text) => text.trim().split(/\s+/).map(Number);
/** @type {Edge[]} */
const EDGES = ["top", "right", "bottom", "left"];
const TARGET = "[data-move], [data-cell], [data-sheet], [data-undo], button[name=move]";

const isPressable = (element) => element.checkVisibility({ visibilityProperty: true }) && !element.matches(":disabled, .is-blocked");

/**
 * The targets of a map. Those without a size are not drawn.
 *
 * @param {Element} svg
 */
export const findTargets = (svg) => [...svg.querySelectorAll(TARGET)].filter(isPressable).map(spotOf).filter((one) => one.r);

class BoardMap {
  constructor(id) {
    this.id = id;
    /** @type {any} the view, once there is one */
    this.view = null;
    this.wasMoved = false; // whether the user moved the view since it was last at rest
    /** @type {{ box: Box, least: number, most: number } | null} what to show at rest instead of all targets */
    this.closeUp = null;
    this.moving = 0;
    this.listeners = new Set();
  }
  get svg() {
    return /** @type {HTMLElement} */ (document.getElementById(this.id));
  }
  /** @returns {Element} */
  get stage() {
    return this.svg.closest(".map-stage") ?? this.svg;
  }
  get box() {
    return numbers(this.svg.dataset.box);
  }
  get focus() {
    return numbers(this.svg.dataset.focus || this.svg.dataset.box);
  }
  get bounds() {
    const { least, most, readable } = this.svg.dataset;
    return { least: Number(least ?? 0.12), most: Number(most ?? 5), readable: Number(readable ?? 0.5) };
  }
  get viewport() {
    const { left, top, width, height } = this.svg.getBoundingClientRect();
    return { left, top, wide: width || 1, tall: height || 1 };
  }
  /** @returns {Box[]} of all targets, in units */
  get targets() {
    return findTargets(this.svg).flatMap(({ element }) => {
      if (!element) return [];
      const { left, top, width, height } = element.getBoundingClientRect();
      const { x, y } = this.toUnits(left, top);
      return [[x, y, width / this.view.scale, height / this.view.scale]];
    });
  }

  /** Call this with the map after each change of its view. */
  onChange(listener) {
    this.listeners.add(listener);
  }
  toUnits(clientX, clientY) {
    const { left, top, wide, tall } = this.viewport;
    const { x, y, scale } = this.view;
    return { x: x + (clientX - left - wide / 2) / scale, y: y + (clientY - top - tall / 2) / scale };
  }
  isInView(box) {
    return views.isInside(this.view, this.viewport, box);
  }

  apply(isMoving = false) {
    const { viewport, svg, view } = this;
    const { wide, tall } = viewport; // read once: after the writes below it would force a layout
    const { x, y, scale } = view;
    const shown = [x - wide / scale / 2, y - tall / scale / 2, wide / scale, tall / scale];
    const text = shown.map((n) => n.toFixed(2)).join(" ");
    if (svg.getAttribute("viewBox") !== text) svg.setAttribute("viewBox", text);
    svg.classList.toggle("is-far", scale < this.bounds.readable);
    svg.classList.toggle("is-whole", views.isInside(view, viewport, this.box)); // then a finger scrolls the page
    if (!isMoving) this.updateArrows();
    for (const listener of this.listeners) listener(this);
  }
  // The arrows at the edges: how many targets lie beyond them.
  updateArrows() {
    const { viewport, targets, view } = this;
    const beyond = views.groupOutside(view, viewport, targets);
    for (const edge of EDGES) {
      const arrow = this.stage.querySelector(`[data-edge="${edge}"]`);
      if (!arrow) continue;
      const count = String(beyond[edge].length);
      const at = count === "0" ? null : views.findGap(edge, view, viewport, targets);
      if (arrow.hidden !== (count === "0")) arrow.hidden = count === "0";
      arrow.classList.toggle("is-crowded", at === null);
      if (arrow.style.getPropertyValue("--at") !== String(at ?? 0.5)) arrow.style.setProperty("--at", String(at ?? 0.5));
      const label = (arrow.dataset.says ?? "").replace("%n", count);
      if (arrow.getAttribute("aria-label") === label) continue;
      arrow.setAttribute("aria-label", label);
      arrow.lastElementChild?.replaceChildren(count);
    }
  }
  show(next, smooth = false) {
    const goal = views.clamp(next, this.box, this.bounds);
    cancelAnimationFrame(this.moving);
    if (!smooth || !this.view || isCalm()) {
      this.view = goal;
      this.apply();
      return;
    }
    const from = this.view;
    const start = performance.now();
    const step = (now) => {
      if (!this.svg) return;
      const t = Math.min(1, (now - start) / 220);
      const k = 1 - (1 - t) ** 3;
      this.view = {
        scale: from.scale * (goal.scale / from.scale) ** k,
        x: from.x + (goal.x - from.x) * k,
        y: from.y + (goal.y - from.y) * k,
      };
      this.apply(t < 1);
      if (t < 1) this.moving = requestAnimationFrame(step);
    };
    this.moving = requestAnimationFrame(step);
  }
  showAll(smooth = true) {
    this.wasMoved = true;
    this.show(views.fit(this.box, this.viewport, this.bounds.most), smooth);
  }
  showResting(smooth = true) {
    this.wasMoved = false;
    const { box, focus, targets, closeUp, viewport, bounds } = this;
    const closest = closeUp && views.fit(closeUp.box, viewport, closeUp.most);
    if (closest) this.show({ ...closest, scale: Math.max(closeUp.least, closest.scale) }, smooth);
    else this.show(views.restingView({ box, focus, targets, viewport, ...bounds }), smooth);
  }
  showNewest() {
    this.wasMoved = true;
    const { focus, viewport, bounds } = this;
    const near = views.fit(focus, viewport, Math.max(bounds.readable, this.view.scale));
    this.show(near, true);
  }
  zoom(factor, clientX, clientY) {
    const { left, top, wide, tall } = this.viewport;
    const { least, most } = this.bounds;
    const scale = Math.min(most, Math.max(least, this.view.scale * factor));
    const isAt = clientX !== undefined;
    this.wasMoved = true;
    const [dx, dy] = isAt ? [clientX - left - wide / 2, clientY - top - tall / 2] : [0, 0];
    this.show(views.zoom(this.view, scale, dx, dy), !isAt);
  }
  // Zooms in where two targets are too close to tell apart. False if it cannot zoom further.
  zoomCloser(clientX, clientY) {
    if (this.view.scale >= this.bounds.most) return false;
    this.zoom(2, clientX, clientY);
    return true;
  }
  pan(dx, dy, smooth = false) {
    const { x, y, scale } = this.view;
    this.wasMoved = true;
    this.show({ scale, x: x + dx / scale, y: y + dy / scale }, smooth);
  }
  change(action) {
    if (action === "in") this.zoom(1.4);
    else if (action === "out") this.zoom(1 / 1.4);
    else if (action === "all") this.showAll();
    else if (action === "rest") this.showResting();
    else this.showNewest();
  }
  showBeyond(edge) {
    const there = views.groupOutside(this.view, this.viewport, this.targets)[edge];
    this.wasMoved = true;
    if (there.length) this.show(views.panToward(this.view, this.viewport, there), true);
  }
  // After a change of the page: a view at rest shows the new targets; one that was moved stays.
  update() {
    if (!this.view) {
      this.view = views.fit(this.box, this.viewport, this.bounds.most);
      this.apply(true);
      this.showResting(false);
    } else if (!this.wasMoved && this.targets.some((box) => !this.isInView(box))) this.showResting();
    else this.apply();
  }
}

const maps = new Map();
const sizeObserver = new ResizeObserver((entries) => {
  for (const { target } of entries) {
    const board = maps.get(target.id);
    if (!target.isConnected || !board?.view) continue;
    board.apply(true); // at the new size, because targets are measured on the screen
    if (board.wasMoved) board.updateArrows();
    else board.showResting(false);
  }
});
/**
 * The map that an element draws, or null if it draws none.
 *
 * @param {any} svg
 * @returns {any}
 */
export function findMap(svg) {
  if (!svg?.matches?.("svg[data-map][id]")) return null;
  if (!maps.has(svg.id)) maps.set(svg.id, new BoardMap(svg.id));
  const board = maps.get(svg.id);
  if (!board.view) board.update();
  sizeObserver.observe(svg);
  return board;
}
/** @param {any} target anything on the map */
export const mapOf = (target) => findMap(target.closest?.("svg[data-map]"));
const stageOf = (target) => findMap(target.closest?.(".map-stage")?.querySelector("svg[data-map]"));

// Buttons and keys

document.addEventListener("click", (event) => {
  const button = event.target.closest?.(".map-stage [data-view], .map-stage [data-edge]");
  const board = button && stageOf(button);
  if (!board) return;
  if (button.dataset.edge) board.showBeyond(button.dataset.edge);
  else board.change(button.dataset.view);
});
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
const ACTIONS = { "+": "in", "=": "in", "-": "out", 0: "all", n: "newest", N: "newest" };
document.addEventListener("keydown", (event) => {
  const board = mapOf(event.target);
  if (!board || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
  const { key } = event;
  if (ARROWS[key]) {
    const [x, y] = ARROWS[key];
    board.pan(x * board.viewport.wide * PAN, y * board.viewport.tall * PAN, true);
  } else if (ACTIONS[key]) board.change(ACTIONS[key]);
  else return;
  event.preventDefault();
});
document.addEventListener("focusin", ({ target }) => {
  const board = mapOf(target);
  if (!board || target === board.svg || !target.matches(":focus-visible")) return;
  const { left, top, width, height } = target.getBoundingClientRect();
  const { scale } = board.view;
  const { x, y } = board.toUnits(left, top);
  /** @type {Box} */
  const box = [x, y, width / scale, height / scale];
  if (!board.isInView(box)) board.show(views.panToward(board.view, board.viewport, [box]), true);
});

document.addEventListener("htmx:before:morph:attr", (event) => {
  const isOurs = maps.has(event.target.id) && event.detail?.attrName === "viewBox";
  if (isOurs) event.preventDefault();
});
function updateAll() {
  for (const svg of document.querySelectorAll("svg[data-map][id]")) findMap(svg).update();
}
document.documentElement.classList.add("map-live");
document.addEventListener("longtable:changed", updateAll);
updateAll();
