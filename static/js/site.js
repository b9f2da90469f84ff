// Small comforts on every page; nothing here is needed to use the site.
"use strict";

// Messages get a button that puts them away.
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

// A page that is morphed in place keeps open what people have opened, and a form that was sent stays
// so: the button under a second press may say the opposite by then.
window.htmx?.registerExtension("keep-open", {
  htmx_before_morph_attr: (element, change) =>
    !(change.attrName === "open" && element.matches("[data-keep-open]")) &&
    !(change.attrName === "aria-busy" && element.matches("form")),
});

// A form is sent once: a second press waits for the answer to the first. Without this script, the
// site knows the second request by the form's key (accounts/idempotency.py). A form that was
// answered in place, or that the browser brings back with its page, gets a new key. One whose answer
// was lost keeps it: what is sent again may have been done.
(() => {
  const SENT_MOST = 15000;
  function rest(form) {
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
    setTimeout(() => form.removeAttribute("aria-busy"), SENT_MOST);
  });
  addEventListener("pageshow", (event) => {
    if (event.persisted) for (const form of document.forms) rest(form);
  });
  document.addEventListener("htmx:finally:request", (event) => {
    const form = /** @type {Element} */ (event.target)?.closest?.("form");
    if (form && /** @type {CustomEvent} */ (event).detail?.ctx?.response) rest(form);
  });
})();
