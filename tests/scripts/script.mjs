// A script of ours without a browser: run in a context of its own, beside an empty page.

import { readFileSync } from "node:fs";
import vm from "node:vm";

const ROOT = new URL("../../", import.meta.url);

/** An empty page: nothing is found in it, and nothing ever happens. */
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
 * What scripts lend each other (`window.longtable`) once these have run, in their order.
 *
 * @param {...string} names from the root of the project: "static/js/map-view.js"
 */
export function lentBy(...names) {
  const context = vm.createContext(emptyPage());
  context.window = context;
  for (const name of names) {
    vm.runInContext(readFileSync(new URL(name, ROOT), "utf8"), context, { filename: name });
  }
  return structured(context.longtable);
}

// Answers are objects of the other context: plain ones of this one compare by what is in them.
function structured(lent) {
  const plain = (answer) => (answer === undefined ? undefined : JSON.parse(JSON.stringify(answer)));
  return Object.fromEntries(
    Object.entries(lent).map(([name, thing]) => [
      name,
      typeof thing === "function" ? (...given) => plain(thing(...given)) : structured(thing),
    ]),
  );
}
