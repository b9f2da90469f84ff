// The page on which turns are prepared without a connection. All texts come with the page.

import { askWorker, watchTurns } from "./pending-turns.js";

const page = /** @type {HTMLElement} */ (document.getElementById("offline-turns"));
const status = /** @type {HTMLElement} */ (page.querySelector("[data-status]"));
const section = /** @type {HTMLElement} */ (page.querySelector("[data-pending]"));
const list = /** @type {HTMLElement} */ (section.querySelector("ul"));
const template = /** @type {HTMLTemplateElement} */ (document.getElementById("pending-turn"));
const forms = /** @type {NodeListOf<HTMLFormElement>} */ (page.querySelectorAll("form[data-key]"));

/** @param {import("./pending-turns.js").PendingTurn} turn */
function item(turn) {
  const made = /** @type {DocumentFragment} */ (template.content.cloneNode(true));
  const part = (name) => /** @type {HTMLElement} */ (made.querySelector(name));
  const link = /** @type {HTMLAnchorElement} */ (part("[data-table]"));
  link.textContent = turn.title;
  link.href = turn.url;
  part("[data-label]").textContent = turn.label;
  part("[data-message]").textContent = turn.message ?? "";
  for (const one of made.querySelectorAll("[data-state]")) one.toggleAttribute("hidden", one.getAttribute("data-state") !== turn.state);
  const isWaiting = turn.state === "waiting";
  part('[data-when="waiting"]').hidden = !isWaiting;
  part('[data-when="done"]').hidden = isWaiting;
  part("[data-dismiss]").addEventListener("click", async () => show(await askWorker({ remove: [turn.id] })));
  return made;
}

function show(turns) {
  section.hidden = !turns.length;
  list.replaceChildren(...turns.map(item));
}

function prepare(form) {
  const chosen = /** @type {HTMLInputElement} */ (form.querySelector("[name=move]:checked"));
  const { key, version, draft, title, url } = form.dataset;
  const before = JSON.parse(draft);
  const moves = chosen.value ? [chosen.value] : [];
  const isFinal = "final" in chosen.dataset;
  const body = isFinal ? { moves: [...before, ...moves] } : { step: before.length, moves };
  const address = `/api/tables/${key}/${isFinal ? "moves" : "draft"}/`;
  const id = crypto.randomUUID();
  const label = chosen.dataset.label;
  return { key, id, title, label, url, address, body: { version: Number(version), ...body }, time: Date.now(), state: "waiting" };
}

async function start() {
  await navigator.serviceWorker.register(/** @type {string} */ (document.getElementById("waiting-mark")?.dataset.worker));
  watchTurns(async () => show(await askWorker()));
  for (const form of forms) {
    form.addEventListener("submit", async (event) => {
      event.preventDefault();
      show(await askWorker({ turn: prepare(form) }));
      section.scrollIntoView({ block: "nearest" });
    });
    /** @type {HTMLButtonElement} */ (form.querySelector("[type=submit]")).disabled = false;
  }
}

function refuse() {
  status.textContent = page.dataset.unsupported ?? "";
  status.hidden = false;
}
if ("serviceWorker" in navigator) start().catch(refuse);
else refuse();
