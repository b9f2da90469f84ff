// Pieces of the table's part that this page has are not sent again: it says which (X-Have), the answer
// holds a stub for each, and their HTML is put back before the part is morphed (games/boards/page_chunks.py).
"use strict";

(() => {
  const MOST = 400; // hashes in a request
  const STUB = /<template data-h="([\w-]{8})"><\/template>/g;
  const table = document.getElementById("table");
  if (!table) return;

  // hash → HTML as the server drew it: what people unfold or scripts set is not in it
  let pieces = new Map();
  let asksForAll = false;

  /** @returns {[string, string][]} hash and HTML of each piece */
  function read(root) {
    const found = root.querySelectorAll("[data-h]:not(template)");
    return [...found].map((element) => [element.dataset.h, element.outerHTML]);
  }

  function parsed(text) {
    const holder = document.createElement("template");
    holder.innerHTML = text;
    return holder.content;
  }

  /** @type {Longtable["whole"]} */
  function whole(text) {
    const kept = new Map(read(parsed(text)));
    let lacks = false;
    const filled = text.replace(STUB, (_stub, hash) => {
      const html = pieces.get(hash) ?? kept.get(hash);
      lacks ||= html === undefined;
      kept.set(hash, html);
      return html;
    });
    pieces = lacks ? new Map() : kept;
    return lacks ? null : filled;
  }

  const have = () => [...pieces.keys()].slice(0, MOST).join(",");
  const isMine = (request) => request.target === table;

  document.addEventListener("htmx:config:request", ({ detail: { ctx } }) => {
    if (isMine(ctx) && pieces.size) ctx.request.headers["X-Have"] = have();
  });
  document.addEventListener("htmx:after:request", (event) => {
    const { ctx } = event.detail;
    if (!isMine(ctx)) return;
    const text = whole(ctx.text);
    if (text !== null) {
      ctx.text = text;
      return;
    }
    event.preventDefault();
    asksForAll = true;
  });
  document.addEventListener("htmx:finally:request", () => {
    if (asksForAll) setTimeout(() => window.longtable.refresh());
    asksForAll = false;
  });

  pieces = new Map(read(table));
  window.longtable = { ...window.longtable, have, whole };
})();
