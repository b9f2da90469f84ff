// The page of a table: what its board needs, and what loads later.

import "./table.js";
import "./animation.js";
import "./volume.js";
import "./play.js";
import "./sheet.js";
import "./focus-restore.js";
import "./sidebar.js";
import "./rules-tip-opener.js";

// A press on `data-lazy="showEarlierLog"` loads a module and calls its function of that name.
const LAZY = {
  showEarlierLog: () => import("./lazy/log.js"),
  showSinceLastMove: () => import("./lazy/since-last-move.js"),
  toggleActions: () => import("./lazy/actions.js"),
};

document.addEventListener("click", async (event) => {
  const pressed = event.target.closest("[data-lazy]");
  if (!pressed || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  const name = pressed.dataset.lazy ?? "";
  const module = await LAZY[name]();
  module[name](pressed);
});

addEventListener("load", () => import("./lazy/announcer.js"));
