// Single keys press the control that names them in `aria-keyshortcuts`.

document.addEventListener("keydown", (event) => {
  const { key, target } = event;
  if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey || key.length > 1) return;
  if (target.closest("input, select, textarea")) return;
  const control = document.querySelector(`[aria-keyshortcuts="${CSS.escape(key)}"]`);
  if (!control) return;
  event.preventDefault();
  control.click();
});
