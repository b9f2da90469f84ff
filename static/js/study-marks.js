// Marks of a study: what is marked at this place is outlined; its author marks what they press next.
"use strict";

(() => {
  const found = document.getElementById("table");
  if (!found) return;
  const table = found;
  const THING = "#board [id]";
  const button = () => document.getElementById("mark");
  let isMarking = false;

  function show() {
    for (const one of table.querySelectorAll(".is-marked")) one.classList.remove("is-marked");
    const marks = document.getElementById("position")?.dataset.marks ?? "";
    for (const id of marks.split(" ").filter(Boolean)) {
      document.getElementById(id)?.classList.add("is-marked");
    }
    button()?.removeAttribute("hidden");
    button()?.setAttribute("aria-pressed", String(isMarking));
  }

  function nameOf(thing) {
    const lines = (thing.innerText ?? thing.textContent).split("\n").map((line) => line.trim());
    const text = thing.getAttribute("aria-label") || thing.getAttribute("title") || lines.find(Boolean);
    const name = (text ?? "").replaceAll(/\s+/g, " ").trim() || thing.id;
    return name.slice(0, Number(button()?.dataset.label));
  }

  function take(event) {
    const thing = isMarking && event.target.closest?.(THING);
    if (!thing) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    isMarking = false;
    window.longtable.send([["what", "mark"], ["thing", thing.id], ["label", nameOf(thing)]]);
  }

  document.addEventListener("click", (event) => {
    if (!event.target.closest?.("#mark")) return take(event);
    isMarking = !isMarking;
    show();
  }, true);
  document.addEventListener("keydown", (event) => {
    if (event.key === "Enter" || event.key === " ") take(event);
    if (event.key === "Escape" && isMarking) {
      isMarking = false;
      show();
    }
  }, true);
  document.addEventListener("longtable:changed", show);
  show();
})();
