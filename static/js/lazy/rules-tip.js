// The box for rules tips: one for the page, next to the thing it explains (../rules-tip-opener.js).

import { placeBeside } from "../geometry.js";

const cache = new Map();
const tip = document.createElement("div");
tip.id = "rules-tip";
tip.className = "rules-tip";
tip.popover = "manual"; // "auto" would close it at the end of a long press
tip.tabIndex = -1;
tip.setAttribute("role", "dialog");
document.body.append(tip);
/** @type {any} */
let opener = null;

const isOpen = () => tip.matches(":popover-open");

function close() {
  const hadFocus = tip.contains(document.activeElement);
  tip.hidePopover();
  if (hadFocus) opener?.focus({ preventScroll: true });
}

async function fetchTip(from) {
  if (!cache.has(from)) {
    const answer = await fetch(from, { headers: { "X-Note": "1" } });
    if (!answer.ok) throw new Error(answer.statusText);
    cache.set(from, await answer.text());
  }
  return cache.get(from);
}

/**
 * Open the tip of a thing with `data-rules-tip`.
 *
 * @param {any} target
 */
export async function openRulesTip(target) {
  if (!tip.contains(target)) opener = target;
  tip.setAttribute("aria-busy", "true");
  target.setAttribute("aria-busy", "true");
  try {
    tip.innerHTML = await fetchTip(target.dataset.rulesTip || target.getAttribute("href"));
  } catch {
    if (target.href) location.assign(target.href);
    return;
  } finally {
    tip.removeAttribute("aria-busy");
    target.removeAttribute("aria-busy");
  }
  const title = tip.querySelector(".rules-tip-title");
  if (title) tip.setAttribute("aria-label", title.textContent);
  if (!isOpen()) tip.showPopover();
  placeBeside(tip, opener);
  tip.focus({ preventScroll: true });
  tip.scrollTop = 0;
}

document.addEventListener("keydown", (event) => {
  if (event.key !== "Escape" || !isOpen()) return;
  event.preventDefault();
  close();
});
document.addEventListener("pointerdown", (event) => {
  if (isOpen() && !event.target.closest("#rules-tip")) close();
});
