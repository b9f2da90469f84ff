// Short forms for what scripts of boards do all the time.

/**
 * The element with this id, or null.
 *
 * @param {string} [id]
 * @returns {any}
 */
export const byId = (id = "") => document.getElementById(id);

/**
 * All elements of a selector, as a list.
 *
 * @param {string} selector
 * @param {ParentNode} root
 * @returns {any[]}
 */
export const all = (selector, root = document) => [...root.querySelectorAll(selector)];

/**
 * Mark a control as chosen or not.
 *
 * @param {Element} control
 * @param {boolean} isChosen
 */
export function setChosen(control, isChosen) {
  control.classList.toggle("is-chosen", isChosen);
  control.setAttribute("aria-pressed", String(isChosen));
}

/**
 * A text with a value for each "%k".
 *
 * @param {string} text
 * @param {Record<string, unknown>} values
 */
export const fill = (text, values) => text.replace(/%(\w)/g, (form, key) => String(values[key] ?? form));

/**
 * Whether a key presses what has the focus, as it does for a button.
 *
 * @param {{ key?: string }} event
 */
export const isPressKey = ({ key }) => key === "Enter" || key === " ";

/**
 * Draw now, and after each change of the page.
 *
 * @param {() => unknown} draw
 */
export function drawAlways(draw) {
  document.addEventListener("longtable:changed", draw);
  draw();
}
