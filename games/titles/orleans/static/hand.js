// Orléans: what composes a plan is fetched when the first plan is to be made.
"use strict";

(() => {
  function look() {
    const address = document.getElementById("or-plan")?.dataset.script;
    if (!address || document.querySelector(`script[src="${address}"]`)) return;
    document.head.append(Object.assign(document.createElement("script"), { src: address }));
  }
  document.addEventListener("longtable:changed", look);
  look();
})();
