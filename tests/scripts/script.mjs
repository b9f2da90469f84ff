// Runs scripts of the site without a browser, in a context of their own with an empty page.

import { readFileSync } from "node:fs";
import vm from "node:vm";

const ROOT = new URL("../../", import.meta.url);

/** An empty page: look-ups find nothing, and no event is fired. */
function emptyPage() {
  const nothing = () => {};
  const page = {
    addEventListener: nothing,
    getElementById: (id) => (id === "table" ? {} : null),
    querySelector: () => null,
    querySelectorAll: () => [],
    documentElement: { dataset: { units: "[]" }, classList: { add: nothing } },
  };
  const still = { matches: true, addEventListener: nothing };
  return { document: page, addEventListener: nothing, matchMedia: () => still };
}

/**
 * Run these scripts in their order and return `window.longtable`.
 *
 * @param {...string} names from the root of the project: "static/js/map-view.js"
 */
export function loadScripts(...names) {
  const context = vm.createContext(emptyPage());
  context.window = context;
  for (const name of names) {
    vm.runInContext(readFileSync(new URL(name, ROOT), "utf8"), context, { filename: name });
  }
  return withPlainResults(context.longtable);
}

// Results are objects of the other context: copies in this one can be compared by value.
function withPlainResults(members) {
  const plain = (answer) => (answer === undefined ? undefined : JSON.parse(JSON.stringify(answer)));
  return Object.fromEntries(
    Object.entries(members).map(([name, thing]) => [
      name,
      typeof thing === "function" ? (...given) => plain(thing(...given)) : withPlainResults(thing),
    ]),
  );
}
