// Chunks that this page already has are not sent again. A request lists their hashes (X-Have), and the
// response holds a stub for each. Stubs are filled before the page is morphed (games/boards/page_chunks.py).
"use strict";

(() => {
  const MAX_HASHES = 400; // in a request
  const STUB = /<template data-h="([\w-]{8})"><\/template>/g;
  const table = document.getElementById("table");
  if (!table) return;

  // hash → HTML as the server drew it, without changes by users and scripts
  let chunks = new Map();
  let needsAll = false;

  /** @returns {[string, string][]} hash and HTML of each chunk */
  function readChunks(root) {
    const elements = root.querySelectorAll("[data-h]:not(template)");
    return [...elements].map((element) => [element.dataset.h, element.outerHTML]);
  }

  function parseHtml(text) {
    const holder = document.createElement("template");
    holder.innerHTML = text;
    return holder.content;
  }

  /** @type {Longtable["fillStubs"]} */
  function fillStubs(text) {
    const found = new Map(readChunks(parseHtml(text)));
    let isIncomplete = false;
    const filled = text.replace(STUB, (_stub, hash) => {
      const html = chunks.get(hash) ?? found.get(hash);
      isIncomplete ||= html === undefined;
      found.set(hash, html);
      return html;
    });
    chunks = isIncomplete ? new Map() : found;
    return isIncomplete ? null : filled;
  }

  const knownChunks = () => [...chunks.keys()].slice(0, MAX_HASHES).join(",");
  const isOfTable = (request) => request.target === table;

  document.addEventListener("htmx:config:request", ({ detail: { ctx } }) => {
    if (isOfTable(ctx) && chunks.size) ctx.request.headers["X-Have"] = knownChunks();
  });
  document.addEventListener("htmx:after:request", (event) => {
    const { ctx } = event.detail;
    if (!isOfTable(ctx)) return;
    const text = fillStubs(ctx.text);
    if (text !== null) {
      ctx.text = text;
      return;
    }
    event.preventDefault();
    needsAll = true;
  });
  document.addEventListener("htmx:finally:request", () => {
    if (needsAll) setTimeout(() => window.longtable.refresh());
    needsAll = false;
  });

  chunks = new Map(readChunks(table));
  window.longtable = { ...window.longtable, knownChunks, fillStubs };
})();
