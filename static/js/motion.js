// How much motion people want, and animations that a press ends (animation.js).

const EASE = "cubic-bezier(0.2, 0.7, 0.3, 1)";
const calm = matchMedia("(prefers-reduced-motion: reduce)");
/** @type {Animation[]} */
let running = [];

/** Whether this device asks for less motion. */
export const isCalm = () => calm.matches;

/** "full", "brief" or "off". */
export const motionLevel = () => (isCalm() ? "off" : document.documentElement.dataset.motion || "full");

/** End all animations; the page already shows where they lead. */
export function finishAnimations() {
  for (const animation of running) animation.finish();
  running = [];
}

/**
 * Animate an element towards what the page shows. Null without motion.
 *
 * @param {Element} element
 * @param {Keyframe[]} frames
 * @param {number} duration milliseconds
 * @param {number} delay
 * @param {KeyframeAnimationOptions} more
 */
export function animate(element, frames, duration, delay = 0, more = {}) {
  if (motionLevel() === "off") return null;
  const animation = element.animate(frames, { duration, delay, easing: EASE, fill: "backwards", ...more });
  running.push(animation);
  return animation;
}
