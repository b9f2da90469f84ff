// Buttons that copy the text of a field. Without scripts they stay hidden, and people select it.
for (const found of document.querySelectorAll("[data-copy]")) {
  const button = /** @type {HTMLButtonElement} */ (found);
  const field = /** @type {HTMLInputElement} */ (
    document.getElementById(button.dataset.copy ?? "")
  );
  button.hidden = !navigator.clipboard;
  button.addEventListener("click", async () => {
    field.select();
    await navigator.clipboard.writeText(field.value);
    button.textContent = button.dataset.done ?? "";
  });
}
