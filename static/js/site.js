// Small conveniences on every page. The site works without them.
// Messages get a button that closes them.
for (const toast of document.querySelectorAll("#messages .toast")) {
  const button = document.createElement("button");
  button.type = "button";
  button.className = "close";
  button.textContent = "×";
  button.setAttribute("aria-label", toast.parentElement?.dataset.close ?? "");
  button.addEventListener("click", () => toast.remove());
  toast.append(button);
}

// Visitors see times in their own zone: the server reads it from this cookie.
const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
if (zone) {
  const secure = location.protocol === "https:" ? "; secure" : "";
  document.cookie = `time_zone=${zone}; path=/; max-age=31536000; samesite=lax${secure}`;
}

// Morphing a page keeps what users have opened, and forms that were sent stay busy: the button under
// a second press may mean the opposite by then.
window.htmx?.registerExtension("keep-open", {
  htmx_before_morph_attr: (element, change) =>
    !(change.attrName === "open" && element.matches("[data-keep-open]")) &&
    !(change.attrName === "aria-busy" && element.matches("form")),
});

// A form is sent once: a second press waits for the response to the first. Without this script, the
// site recognizes the second request by the form's key (accounts/idempotency.py). A form gets a new
// key after a response in place, and when the browser restores its page. If the response was lost,
// the key stays, because the request may have succeeded.
const MAX_BUSY = 15000;
function resetForm(form) {
  form.removeAttribute("aria-busy");
  const key = /** @type {HTMLInputElement | null} */ (form.querySelector("[name=idempotency_key]"));
  if (key) key.value = crypto.randomUUID?.() ?? `${Date.now()}-${Math.random()}`;
}
document.addEventListener("submit", (event) => {
  const form = /** @type {HTMLFormElement} */ (event.target);
  if (event.defaultPrevented || form.getAttribute("method")?.toLowerCase() !== "post") return;
  if (form.getAttribute("aria-busy") === "true") {
    event.preventDefault();
    return;
  }
  form.setAttribute("aria-busy", "true");
  setTimeout(() => form.removeAttribute("aria-busy"), MAX_BUSY);
});
addEventListener("pageshow", (event) => {
  if (event.persisted) for (const form of document.forms) resetForm(form);
});
document.addEventListener("htmx:finally:request", (event) => {
  const form = /** @type {Element} */ (event.target)?.closest?.("form");
  if (form && /** @type {CustomEvent} */ (event).detail?.ctx?.response) resetForm(form);
});
