// Earlier parts of a table's log: fetches them, and keeps them when the page is replaced.

const lines = () => document.getElementById("log-lines");
/** @returns {HTMLAnchorElement | null} */
const link = () => document.querySelector("#log-earlier");
/** @type {string | null} */
let earlier = null; // address of the part before those that were fetched; null if none was
let shown = []; // [number, HTML] of the entries on the page
let last = 0;

const entries = (list) => [...list.children].map((one) => [Number(one.dataset.number), one.outerHTML]);

function append(html) {
  const [list, more] = [lines(), link()];
  if (!list || !more) return;
  list.insertAdjacentHTML("beforeend", html.join(""));
  more.href = earlier ?? "";
  more.hidden = !earlier;
}

async function fetchEarlier(address) {
  const answer = await fetch(address, { headers: { "HX-Request": "true" } });
  if (!answer.ok) return void location.assign(address);
  const part = document.createElement("template");
  part.innerHTML = await answer.text();
  if (link()?.getAttribute("href") !== address) return;
  const found = entries(part.content.getElementById("log-lines"));
  earlier = part.content.getElementById("log-earlier")?.getAttribute("href") ?? "";
  append(found.map(([, html]) => html));
  if (!earlier) document.getElementById("log-read")?.focus();
}

document.addEventListener("htmx:before:swap", ({ detail: { ctx } }) => {
  const list = lines();
  if (earlier === null || ctx.target?.id !== "table" || !list) return;
  shown = entries(list);
  last = Number(list.dataset.last);
});
document.addEventListener("htmx:after:swap", ({ detail: { ctx } }) => {
  if (earlier === null || ctx.target?.id !== "table") return;
  const first = Number(lines()?.dataset.first);
  const older = shown.filter(([number]) => number < first);
  if (!link() || last + 1 < first || !older.length) earlier = null;
  else append(older.map(([, html]) => html));
});

/** @param {Element} pressed the link to the part before */
export const showEarlierLog = (pressed) => fetchEarlier(pressed.getAttribute("href"));
