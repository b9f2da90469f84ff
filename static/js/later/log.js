// The parts of a table's log that were fetched: they stay while the page is renewed (../later.js).
"use strict";

(() => {
  const lines = () => document.getElementById("log-lines");
  /** @returns {HTMLAnchorElement} */
  const link = () => document.querySelector("#log-earlier");
  let earlier = null; // address of what is before the parts that were fetched; null if none was
  let seen = []; // [number, HTML] of the entries on the page
  let last = 0;

  const entries = (list) => [...list.children].map((one) => [Number(one.dataset.number), one.outerHTML]);

  function append(html) {
    lines().insertAdjacentHTML("beforeend", html.join(""));
    link().href = earlier;
    link().hidden = !earlier;
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
    if (!earlier) {
      lines().tabIndex = -1;
      lines().focus();
    }
  }

  document.addEventListener("htmx:before:swap", ({ detail: { ctx } }) => {
    if (earlier === null || ctx.target?.id !== "table" || !lines()) return;
    seen = entries(lines());
    last = Number(lines().dataset.last);
  });
  document.addEventListener("htmx:after:swap", ({ detail: { ctx } }) => {
    if (earlier === null || ctx.target?.id !== "table") return;
    const first = Number(lines()?.dataset.first);
    const kept = seen.filter(([number]) => number < first);
    if (!link() || last + 1 < first || !kept.length) earlier = null;
    else append(kept.map(([, html]) => html));
  });

  window.longtable.log = (asked) => fetchEarlier(asked.getAttribute("href"));
})();
