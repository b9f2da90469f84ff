// Next to a wide board the log, the chat and the rest are tabs, which can be hidden; on a narrow page
// they are below it. The choice is on the root element (device-settings.js), outside the morphed part.
// A tab marks new entries until they are seen; for chats this device remembers what was seen.

import { all, byId } from "./dom.js";

const { classList, dataset } = document.documentElement;
const wide = matchMedia("(min-width: 64rem)");
const sidebar = byId("sidebar");
const chatPlace = byId("sidebar-talk");
const chat = byId("chat");
const tabs = all("[role=tab]", sidebar);
const nameOf = (tab) => tab.dataset.tab ?? "";
const panelOf = (tab) => byId(tab.getAttribute("aria-controls"));
const key = byId("table")?.dataset.key ?? "";

const newest = {
  log: () => document.querySelector("#log-lines > li")?.dataset.number,
  talk: () => all("time", chat).at(-1)?.dateTime,
  more: () => sidebar.querySelectorAll("#conditional-moves .danger").length,
};
const readChats = () => JSON.parse(localStorage.getItem("talk") ?? "{}");
const seen = { log: newest.log(), talk: readChats()[key], more: newest.more() };

function markSeen(name) {
  const latest = newest[name]();
  if (latest === seen[name]) return;
  seen[name] = latest;
  if (name !== "talk") return;
  const { [key]: _old, ...others } = readChats();
  const kept = [...Object.entries(others).slice(-49), [key, latest]]; // the chats of 50 tables
  localStorage.setItem("talk", JSON.stringify(Object.fromEntries(kept)));
}

function update() {
  const isHidden = classList.contains("is-sidebar-hidden");
  const isSeen = wide.matches && !document.hidden && !classList.contains("is-board-only");
  for (const tab of tabs) {
    const isChosen = nameOf(tab) === dataset.sidebar && !isHidden;
    if (isChosen && isSeen) markSeen(nameOf(tab));
    tab.setAttribute("aria-selected", String(isChosen));
    tab.tabIndex = nameOf(tab) === dataset.sidebar ? 0 : -1;
    for (const mark of tab.querySelectorAll(".tab-unread")) {
      mark.hidden = newest[nameOf(tab)]() === seen[nameOf(tab)];
    }
    const panel = panelOf(tab);
    if (wide.matches) {
      panel?.setAttribute("role", "tabpanel");
      panel?.setAttribute("aria-labelledby", tab.id);
    } else panel?.removeAttribute("role");
  }
  byId("sidebar-hide")?.setAttribute("aria-expanded", String(!isHidden));
  if (chatPlace.contains(chat) === wide.matches) return; // moving it would lose the focus
  if (wide.matches) chatPlace.append(chat);
  else byId("table")?.after(chat);
}

function setHidden(is) {
  classList.toggle("is-sidebar-hidden", is);
  localStorage.setItem("side-hidden", is ? "1" : "0");
  update();
}
function chooseTab(name) {
  dataset.sidebar = name;
  localStorage.setItem("side", name);
  classList.remove("is-board-only"); // a link of the menu can lead here
  localStorage.setItem("alone", "0");
  setHidden(false);
}
// A link into a panel opens its tab.
function openTarget(hash) {
  const target = hash && byId(hash.slice(1));
  const tab = target && tabs.find((one) => panelOf(one)?.contains(target));
  if (!tab || !wide.matches) return;
  chooseTab(nameOf(tab));
  target.scrollIntoView({ block: "nearest" });
}

document.addEventListener("click", ({ target }) => {
  const tab = target.closest("#sidebar [role=tab]");
  if (tab) chooseTab(nameOf(tab));
  else if (target.closest("#sidebar-hide")) setHidden(!classList.contains("is-sidebar-hidden"));
  else openTarget(target.closest('a[href^="#"]')?.getAttribute("href"));
});
const STEPS = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 };
sidebar.addEventListener("keydown", (event) => {
  const at = tabs.indexOf(/** @type {HTMLElement} */ (event.target));
  const ends = { Home: 0, End: tabs.length - 1 };
  const to = ends[event.key] ?? at + STEPS[event.key];
  const next = tabs[(to + tabs.length) % tabs.length];
  if (at < 0 || !next) return;
  event.preventDefault();
  next.focus();
  chooseTab(nameOf(next));
});
document.addEventListener("htmx:before:morph:attr", (event) => {
  const isOurs = ["role", "aria-labelledby"].includes(event.detail?.attrName);
  if (isOurs && tabs.some((tab) => panelOf(tab) === event.target)) event.preventDefault();
});
for (const name of ["longtable:changed", "visibilitychange"]) document.addEventListener(name, update);
wide.addEventListener("change", update);
addEventListener("hashchange", () => openTarget(location.hash));
update();
openTarget(location.hash);
