// The map of Clans of Caledonia: a space with several moves asks which one in a dialog.
// (A space with one move is played by table.js.)
"use strict";

(() => {
  const SPACE = "[data-choices]";
  let dialog = null;

  function element(name, options, ...children) {
    const made = Object.assign(document.createElement(name), options);
    made.append(...children);
    return made;
  }

  function close() {
    dialog?.remove();
    dialog = null;
  }

  function button(line) {
    const [move, label] = line.split("\t");
    const made = element("button", { type: "button", className: "button", textContent: label });
    made.addEventListener("click", () => {
      close();
      window.longtable.draft([move]);
    });
    return made;
  }

  function ask(space) {
    close();
    const title = element("h2", { className: "small-title", textContent: space.dataset.title });
    const moves = element("div", { className: "cal-choices" });
    moves.append(...space.dataset.choices.split("\n").map(button));
    const away = element("button", {
      type: "button",
      className: "button quiet",
      textContent: space.closest("svg").dataset.close,
    });
    away.addEventListener("click", close);
    dialog = element("dialog", { className: "dialog cal-dialog" }, title, moves, away);
    dialog.setAttribute("aria-label", space.dataset.title);
    dialog.addEventListener("close", () => {
      close();
      space.focus();
    });
    document.body.append(dialog);
    dialog.showModal();
  }

  document.addEventListener("click", (event) => {
    const space = event.target.closest(SPACE);
    if (space) ask(space);
  });
  document.addEventListener("keydown", (event) => {
    const space = event.target.closest(SPACE);
    if (space && (event.key === "Enter" || event.key === " ")) {
      event.preventDefault();
      ask(space);
    }
  });
  // the position changed under the dialog: what it offers may be gone
  document.addEventListener("longtable:changed", close);
})();
