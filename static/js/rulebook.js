// Loads drawings of the rules when they come near the screen or are printed, because a sprite can be
// large.

const drawings = document.querySelectorAll(".rules-picture");

function draw(drawing) {
  for (const part of drawing.querySelectorAll("use[data-href]")) {
    part.setAttribute("href", part.dataset.href);
    part.removeAttribute("data-href");
  }
}
const observer = new IntersectionObserver(
  (entries) => {
    for (const { target, isIntersecting } of entries) {
      if (!isIntersecting) continue;
      observer.unobserve(target);
      draw(target);
    }
  },
  { rootMargin: "600px" },
);
for (const drawing of drawings) observer.observe(drawing);

// A link into a folded chapter opens it. Only open chapters are printed.
function openChapter() {
  const at = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  /** @type {HTMLDetailsElement | null | undefined} */
  const fold = at?.closest("details.chapter");
  if (!fold || fold.open) return;
  fold.open = true;
  at?.scrollIntoView();
}
addEventListener("hashchange", openChapter);
openChapter();
addEventListener("beforeprint", () => drawings.forEach(draw));
for (const button of document.querySelectorAll("[data-print]")) {
  button.hidden = false;
  button.addEventListener("click", () => print());
}
