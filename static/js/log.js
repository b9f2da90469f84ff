// The log of a table in parts: "Earlier" brings the part before, by later/log.js.
"use strict";

(() => {
  const { parts } = document.currentScript.dataset;
  document.addEventListener("click", async (event) => {
    const asked = event.target.closest("#log-earlier");
    if (!asked || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    await window.longtable.later(parts);
    window.longtable.fetchEarlier(asked.getAttribute("href"));
  });
})();
