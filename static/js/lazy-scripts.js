// What has `data-lazy="log"` brings lazy/log.js when it is pressed, which then does what is asked.
"use strict";

(() => {
  const { dataset } = /** @type {HTMLScriptElement} */ (document.currentScript);
  const coming = {};

  // A script that is needed only now, by its address.
  const later = (src) =>
    (coming[src] ??= new Promise((onload) => {
      document.head.append(Object.assign(document.createElement("script"), { src, onload }));
    }));

  document.addEventListener("click", async (event) => {
    const asked = event.target.closest("[data-lazy]");
    if (!asked || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    const name = asked.dataset.lazy ?? "";
    await later(dataset[name] ?? "");
    window.longtable[name](asked);
  });

  window.longtable = { ...window.longtable, later };

  const { afterLoad } = dataset; // what comes by itself, once the page is there
  if (afterLoad) addEventListener("load", () => later(afterLoad));
})();
