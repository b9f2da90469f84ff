// Points and boxes on the screen, in pixels from the top left corner of the window.

const REACH = 24; // around a spot: taps there count for it
const TIE = 4; // two spots whose distances differ by less are ambiguous
const GAP = 8; // between a box and the thing that it stands beside

/**
 * The middle of an element, with half of its shorter side as radius.
 *
 * @param {any} element
 * @returns {Spot}
 */
export function spotOf(element) {
  const { left, top, width, height } = element.getBoundingClientRect();
  return { element, x: left + width / 2, y: top + height / 2, r: Math.min(width, height) / 2 };
}

/**
 * The spot that a tap means, or null if none is within reach. `isAmbiguous`: a second one is as near.
 *
 * @param {Spot[]} spots
 * @param {{ x: number, y: number }} tap
 */
export function findNearest(spots, tap) {
  const ranked = spots
    .map((spot) => ({ spot, far: Math.max(0, Math.hypot(spot.x - tap.x, spot.y - tap.y) - (spot.r ?? 0)) }))
    .filter((one) => one.far <= REACH)
    .toSorted((a, b) => a.far - b.far);
  if (!ranked.length) return null;
  const [first, second] = ranked;
  return { spot: first.spot, isAmbiguous: Boolean(second) && second.far - first.far < TIE };
}

/**
 * The next spot in a direction ([1, 0] is to the right), or null; straight ahead counts more.
 *
 * @param {Spot[]} spots
 * @param {Spot} from
 * @param {number[]} direction
 */
export function findToward(spots, from, [dx, dy]) {
  /** @type {Spot | null} */
  let best = null;
  let least = Infinity;
  for (const spot of spots) {
    const ahead = (spot.x - from.x) * dx + (spot.y - from.y) * dy;
    const aside = Math.abs((spot.x - from.x) * dy) + Math.abs((spot.y - from.y) * dx);
    const cost = ahead + 2 * aside;
    if (ahead > 1 && aside <= 2 * ahead && cost < least) {
      best = spot;
      least = cost;
    }
  }
  return best;
}

/**
 * Whether two boxes overlap.
 *
 * @param {DOMRect} one
 * @param {DOMRect} other
 */
export const overlaps = (one, other) =>
  one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom;

/**
 * Place a box next to a thing. On a phone the stylesheet puts it at the bottom.
 *
 * @param {HTMLElement} shown
 * @param {Element} thing
 */
export function placeBeside(shown, thing) {
  const around = thing.getBoundingClientRect();
  const size = shown.getBoundingClientRect();
  const left = Math.max(GAP, Math.min(around.left, innerWidth - size.width - GAP));
  const below = around.bottom + GAP;
  const fits = below + size.height <= innerHeight - GAP;
  shown.style.setProperty("--left", `${left}px`);
  shown.style.setProperty("--top", `${fits ? below : Math.max(GAP, around.top - GAP - size.height)}px`);
}
