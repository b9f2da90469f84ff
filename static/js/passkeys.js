// Passkeys: the browser makes or finds one when its button is pressed, and the answer goes along
// with the form. Where there are none, the buttons stay hidden.
"use strict";

(() => {
  async function answered(options) {
    const { create, get } = options;
    if (create) {
      const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(create);
      return navigator.credentials.create({ publicKey });
    }
    const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(get);
    return navigator.credentials.get({ publicKey });
  }

  async function press(button) {
    const form = button.form;
    const failed = form.querySelector("[data-passkey-failed]");
    const password = form.querySelector("[type=password]");
    failed.hidden = true;
    if (password) password.disabled = true; // none is needed, and none is sent
    try {
      if (!form.reportValidity()) return;
      const options = await fetch(button.dataset.passkey, { method: "POST", body: new FormData(form) });
      const credential = await answered(await options.json());
      form.elements.credential.value = JSON.stringify(credential);
      form.submit();
    } catch {
      failed.hidden = false;
    } finally {
      if (password) password.disabled = false;
    }
  }

  if (!window.PublicKeyCredential?.parseCreationOptionsFromJSON) return;
  for (const button of document.querySelectorAll("button[data-passkey]")) {
    button.hidden = false;
    button.addEventListener("click", () => press(button));
  }
})();
