// Imports modules of the site without a browser, on an empty page.

/** An empty page: look-ups find nothing, and no event is fired. */
const nothing = () => {};
Object.assign(globalThis, {
  document: {
    addEventListener: nothing,
    getElementById: () => null,
    querySelector: () => null,
    querySelectorAll: () => [],
    documentElement: { dataset: {}, classList: { add: nothing } },
  },
  addEventListener: nothing,
  matchMedia: () => ({ matches: true, addEventListener: nothing }),
});

/**
 * The exports of a module.
 *
 * @param {string} name from the root of the project: "static/js/map-view.js"
 */
export const importModule = (name) => import(new URL(`../../${name}`, import.meta.url).href);
