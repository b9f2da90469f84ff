// A list of phrases closes when one is sent; the focus goes to its button.

document.addEventListener("submit", ({ target }) => {
  const list = /** @type {HTMLFormElement} */ (target).closest("details.phrases");
  list?.querySelector("summary")?.focus();
  list?.removeAttribute("open");
});
