// Beside a wide board stand the log, the talk and the rest in tabs, which can be hidden; elsewhere they
// are below it. What is chosen is on the root (device-settings.js): the page is morphed around it. A tab says
// that there is something new in it until it is looked at; of the talk this device remembers it.
"use strict";

(() => {
  const TABLES = 50; // whose talk is remembered
  const { classList, dataset } = document.documentElement;
  const wide = matchMedia("(min-width: 64rem)");
  const by = (id) => document.getElementById(id);
  const found = by("sidebar");
  if (!found) return;
  const side = found;
  const place = /** @type {HTMLElement} */ (by("sidebar-talk"));
  const talk = /** @type {HTMLElement} */ (by("chat"));
  const tabs = /** @type {HTMLElement[]} */ ([...side.querySelectorAll("[role=tab]")]);
  const nameOf = (tab) => tab.dataset.tab ?? "";
  const panelOf = (tab) => by(tab.getAttribute("aria-controls"));
  const key = by("table")?.dataset.key ?? "";

  const newest = {
    log: () => document.querySelector("#log-lines > li")?.dataset.number,
    talk: () => [...talk.querySelectorAll("time")].at(-1)?.dateTime,
    more: () => side.querySelectorAll("#ahead .danger").length,
  };
  const heard = () => JSON.parse(localStorage.getItem("talk") ?? "{}");
  const seen = { log: newest.log(), talk: heard()[key], more: newest.more() };

  function see(name) {
    const latest = newest[name]();
    if (latest === seen[name]) return;
    seen[name] = latest;
    if (name !== "talk") return;
    const { [key]: _old, ...others } = heard();
    const kept = [...Object.entries(others).slice(1 - TABLES), [key, latest]];
    localStorage.setItem("talk", JSON.stringify(Object.fromEntries(kept)));
  }

  function show() {
    const isHidden = classList.contains("is-sidebar-hidden");
    const isSeen = wide.matches && !document.hidden && !classList.contains("is-board-only");
    for (const tab of tabs) {
      const isChosen = nameOf(tab) === dataset.sidebar && !isHidden;
      if (isChosen && isSeen) see(nameOf(tab));
      tab.setAttribute("aria-selected", String(isChosen));
      tab.tabIndex = nameOf(tab) === dataset.sidebar ? 0 : -1;
      for (const mark of tab.querySelectorAll(".tab-unread")) {
        mark.hidden = newest[nameOf(tab)]() === seen[nameOf(tab)];
      }
      const panel = panelOf(tab);
      if (wide.matches) panel?.setAttribute("role", "tabpanel");
      else panel?.removeAttribute("role");
      if (wide.matches) panel?.setAttribute("aria-labelledby", tab.id);
    }
    by("sidebar-hide")?.setAttribute("aria-expanded", String(!isHidden));
    if (wide.matches) place.append(talk);
    else by("table")?.after(talk);
  }

  function hide(is) {
    classList.toggle("is-sidebar-hidden", is);
    localStorage.setItem("side-hidden", is ? "1" : "0");
    show();
  }
  function choose(name) {
    dataset.sidebar = name;
    localStorage.setItem("side", name);
    classList.remove("is-board-only"); // by a link of the menu
    localStorage.setItem("alone", "0");
    hide(false);
  }
  // A link into a panel opens it.
  function follow(hash) {
    const aim = hash && by(hash.slice(1));
    const tab = aim && tabs.find((one) => panelOf(one)?.contains(aim));
    if (!tab || !wide.matches) return;
    choose(nameOf(tab));
    aim.scrollIntoView({ block: "nearest" });
  }

  document.addEventListener("click", ({ target }) => {
    const tab = target.closest("#sidebar [role=tab]");
    if (tab) choose(nameOf(tab));
    else if (target.closest("#sidebar-hide")) hide(!classList.contains("is-sidebar-hidden"));
    else follow(target.closest('a[href^="#"]')?.getAttribute("href"));
  });
  const STEPS = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 };
  side.addEventListener("keydown", (event) => {
    const at = tabs.indexOf(/** @type {HTMLElement} */ (event.target));
    const ends = { Home: 0, End: tabs.length - 1 };
    const to = ends[event.key] ?? at + STEPS[event.key];
    const next = tabs[(to + tabs.length) % tabs.length];
    if (at < 0 || !next) return;
    event.preventDefault();
    next.focus();
    choose(nameOf(next));
  });
  document.addEventListener("htmx:before:morph:attr", (event) => {
    const isOurs = ["role", "aria-labelledby"].includes(event.detail?.attrName);
    if (isOurs && tabs.some((tab) => panelOf(tab) === event.target)) event.preventDefault();
  });
  for (const name of ["longtable:changed", "visibilitychange"]) document.addEventListener(name, show);
  wide.addEventListener("change", show);
  addEventListener("hashchange", () => follow(location.hash));
  show();
  follow(location.hash);
})();
