// Features of the landscape: highlights the one under the pointer, and all farms as areas. board.js
// loads this module when it is first needed.

import { all, byId } from "../../../js/dom.js";
import { findMap } from "../../../js/map.js";
import { showPreview } from "../../../js/play.js";

const TILE = 100;
const svg = () => byId("carc-map");
/** @returns {any} */
const board = () => document.querySelector(".carc");
const numbers = (text) => text.split(/[ ,_]/).map(Number);

/** @type {Map<string, any>} */
const regions = new Map(); // "p-0" -> {kind, ports, outline}
const canvas = /** @type {CanvasRenderingContext2D} */ (document.createElement("canvas").getContext("2d"));
const REGION = /<path id="(\w+-\d+)" data-kind="(\w+)" data-ports="([^"]*)" d="([^"]*)"/g;
/** Fetch the outlines of all features; the other functions need them. */
export async function loadRegions() {
  const text = await (await fetch(board().dataset.sprite)).text();
  for (const [, id, kind, ports, outline] of text.matchAll(REGION)) {
    regions.set(id, { kind, ports: ports ? numbers(ports) : [], outline: new Path2D(outline) });
  }
}
// The tile at a cell: its segments before turning, and its turn. Null if there is none.
/** @returns {{ id: string, found: any[], turns: number, place: string } | null} */
function tileAt(x, y) {
  const one = byId(`t${x}_${y}`);
  if (!one) return null;
  const { tile: id, turn: turned } = one.dataset;
  const found = [];
  while (regions.has(`${id}-${found.length}`)) found.push(regions.get(`${id}-${found.length}`));
  return { id, found, turns: turned / 90, place: one.getAttribute("transform") };
}
// The tile at a cell that must have one.
function requireTile(x, y) {
  const found = tileAt(x, y);
  if (!found) throw new Error(`no tile lies at ${x},${y}`);
  return found;
}
/** The part of a feature at a point of the screen: "x,y,n", or "" if there is none. */
export function segmentAt(clientX, clientY) {
  const at = findMap(svg()).toUnits(clientX, clientY);
  const [column, row] = [Math.floor(at.x / TILE), -Math.floor(at.y / TILE)];
  const there = tileAt(column, row);
  let [x, y] = [at.x - column * TILE, at.y + row * TILE];
  if (!there) return "";
  for (let n = there.turns; n > 0; n -= 1) [x, y] = [y, TILE - x];
  const number = there.found.findIndex(({ outline }) => canvas.isPointInPath(outline, x, y, "evenodd"));
  return number >= 0 ? `${column},${row},${number}` : "";
}
// All parts of the feature that a part belongs to: it continues across edges.
const SIDES = [[0, 1], [1, 0], [0, -1], [-1, 0]];
function extent(from) {
  const parts = new Set([from]);
  for (const part of parts) {
    const [x, y, n] = numbers(part);
    const { found, turns } = requireTile(x, y);
    for (const port of found[n].ports) {
      const turned = (port + 3 * turns) % 12;
      const side = Math.floor(turned / 3);
      const there = [x + SIDES[side][0], y + SIDES[side][1]];
      const next = tileAt(...there);
      if (!next) continue;
      const facing = (3 * side + 8 - (turned % 3) + 12 - 3 * next.turns) % 12;
      const number = next.found.findIndex(({ ports }) => ports.includes(facing));
      if (number >= 0) parts.add(`${there},${number}`);
    }
  }
  return parts;
}
const ownerOf = (parts) => all(".carc-features [data-place]").find((one) => parts.has(one.dataset.place));
function highlight(part, name) {
  const parts = extent(part);
  const owner = ownerOf(parts);
  const group = document.createElementNS(svg().namespaceURI, "g");
  group.setAttribute("class", owner ? name : `${name} is-free`);
  if (owner) group.dataset.seat = owner.dataset.leader;
  for (const one of parts) {
    const [x, y, n] = numbers(one);
    const { id, place } = requireTile(x, y);
    const use = document.createElementNS(svg().namespaceURI, "use");
    use.setAttribute("href", `${board().dataset.sprite}#${id}-${n}`);
    use.setAttribute("transform", place);
    group.append(use);
  }
  byId("carc-glow").append(group);
  return { parts, owner };
}
function removeHighlights(name) {
  for (const old of all(`#carc-glow .${name}`)) old.remove();
}
let shown = "";
/**
 * Highlight the feature of a part and say what it is; "" ends that.
 *
 * @param {string} part
 */
export function describe(part) {
  if (part === shown) return;
  shown = part;
  removeHighlights("is-one");
  if (!part) return;
  const { parts, owner } = highlight(part, "is-one");
  const [x, y, n] = numbers(part);
  const { kinds, tiles, free } = board().dataset;
  const size = new Set([...parts].map((one) => one.replace(/,\d+$/, ""))).size;
  const kind = JSON.parse(kinds)[requireTile(x, y).found[n].kind];
  showPreview(
    owner ? `${owner.dataset.title}: ${owner.dataset.text}` : `${kind}. ${tiles.replace("%n", String(size))}. ${free}`,
  );
}
let isFarming = false;
/** Draw all farms as areas, if they are shown. */
export function drawFarms() {
  removeHighlights("is-farm-area");
  byId("carc-farms").setAttribute("aria-pressed", String(isFarming));
  const seen = new Set();
  for (const one of isFarming ? all("#carc-map [data-tile]") : []) {
    const [x, y] = numbers(one.id.slice(1));
    for (const [n, { kind }] of requireTile(x, y).found.entries()) {
      if (kind !== "farm" || seen.has(`${x},${y},${n}`)) continue;
      for (const part of highlight(`${x},${y},${n}`, "is-farm-area").parts) seen.add(part);
    }
  }
}
/** Show or hide all farms. */
export function toggleFarms() {
  isFarming = !isFarming;
  drawFarms();
}
