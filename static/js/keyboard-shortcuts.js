// Single keys press the control that names them in `aria-keyshortcuts`.

document.addEventListener("keydown", (event) => {
  const { key, target } = event;
  if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey || key.length > 1) return;
  if (target.closest("input, select, textarea")) return;
  // the last one: that of the table rather than of the header
  const control = [...document.querySelectorAll(`[aria-keyshortcuts="${CSS.escape(key)}"]`)].at(-1);
  if (!control) return;
  event.preventDefault();
  control.click();
});
