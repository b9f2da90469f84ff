// Orléans: loads the composer of plans when the first plan is due.
"use strict";

(() => {
  function loadComposer() {
    const address = document.getElementById("or-plan")?.dataset.script;
    if (!address || document.querySelector(`script[src="${address}"]`)) return;
    document.head.append(Object.assign(document.createElement("script"), { src: address }));
  }
  document.addEventListener("longtable:changed", loadComposer);
  loadComposer();
})();
