// Drawings in the rules come when they are near the screen, or when the rules are printed: a sprite may
// be large, and whoever came for something else need not wait for it.
"use strict";

(() => {
  const drawings = document.querySelectorAll(".rules-picture");

  function draw(drawing) {
    for (const part of drawing.querySelectorAll("use[data-href]")) {
      part.setAttribute("href", part.dataset.href);
      part.removeAttribute("data-href");
    }
  }
  const near = new IntersectionObserver(
    (seen) => {
      for (const { target, isIntersecting } of seen) {
        if (!isIntersecting) continue;
        near.unobserve(target);
        draw(target);
      }
    },
    { rootMargin: "600px" },
  );
  for (const drawing of drawings) near.observe(drawing);

  // A link leads into a folded chapter, too; and what is folded is not printed, but for what is open.
  function unfold() {
    const at = document.getElementById(decodeURIComponent(location.hash.slice(1)));
    /** @type {HTMLDetailsElement | null | undefined} */
    const fold = at?.closest("details.chapter");
    if (!fold || fold.open) return;
    fold.open = true;
    at?.scrollIntoView();
  }
  addEventListener("hashchange", unfold);
  unfold();
  addEventListener("beforeprint", () => drawings.forEach(draw));
  for (const button of document.querySelectorAll("[data-print]")) {
    button.hidden = false;
    button.addEventListener("click", () => print());
  }
})();
