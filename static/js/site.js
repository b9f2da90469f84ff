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

// A page that is morphed in place keeps open what people have opened.
window.htmx?.registerExtension("keep-open", {
  htmx_before_morph_attr: (element, change) =>
    !(change.attrName === "open" && element.matches("[data-keep-open]")),
});
