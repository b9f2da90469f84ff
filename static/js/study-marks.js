// Marks of a study: outlines what is marked at this position. Authors mark the thing they press next.

import { byId } from "./dom.js";
import { send } from "./play.js";

const table = byId("table");
const MARKABLE = "#board [id]";
const button = () => byId("mark");
let isMarking = false;

function showMarks() {
  for (const one of table.querySelectorAll(".is-marked")) one.classList.remove("is-marked");
  const marks = byId("position")?.dataset.marks ?? "";
  for (const id of marks.split(" ").filter(Boolean)) {
    byId(id)?.classList.add("is-marked");
  }
  button()?.removeAttribute("hidden");
  button()?.setAttribute("aria-pressed", String(isMarking));
}

function labelOf(thing) {
  const lines = (thing.innerText ?? thing.textContent).split("\n").map((line) => line.trim());
  const text = thing.getAttribute("aria-label") || thing.getAttribute("title") || lines.find(Boolean);
  const name = (text ?? "").replaceAll(/\s+/g, " ").trim() || thing.id;
  return name.slice(0, Number(button()?.dataset.label));
}

function sendMark(event) {
  const thing = isMarking && event.target.closest?.(MARKABLE);
  if (!thing) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  isMarking = false;
  send([["what", "mark"], ["thing", thing.id], ["label", labelOf(thing)]]);
}

document.addEventListener("click", (event) => {
  if (!event.target.closest?.("#mark")) return sendMark(event);
  isMarking = !isMarking;
  showMarks();
}, true);
document.addEventListener("keydown", (event) => {
  if (event.key === "Enter" || event.key === " ") sendMark(event);
  if (event.key === "Escape" && isMarking) {
    isMarking = false;
    showMarks();
  }
}, true);
document.addEventListener("longtable:changed", showMarks);
showMarks();
