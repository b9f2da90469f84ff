// Loads scripts on demand. A press on `data-lazy="showEarlierLog"` loads the script at the address in
// `data-show-earlier-log` of this script's tag, and calls `longtable.showEarlierLog(pressed)`.
"use strict";

(() => {
  const { dataset } = /** @type {HTMLScriptElement} */ (document.currentScript);
  const loading = {}; // address → promise

  const loadScript = (src) =>
    (loading[src] ??= new Promise((onload) => {
      document.head.append(Object.assign(document.createElement("script"), { src, onload }));
    }));

  document.addEventListener("click", async (event) => {
    const pressed = event.target.closest("[data-lazy]");
    if (!pressed || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    const name = pressed.dataset.lazy ?? "";
    await loadScript(dataset[name] ?? "");
    window.longtable[name](pressed);
  });

  window.longtable = { ...window.longtable, loadScript };

  const { afterLoad } = dataset; // a script that needs no press
  if (afterLoad) addEventListener("load", () => loadScript(afterLoad));
})();
