// Passkeys: a press on a button creates or looks up a passkey and submits the form with it. Without
// support by the browser the buttons stay hidden.

async function requestCredential(options) {
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
  if (password) password.disabled = true; // a passkey needs no password, and none is sent
  try {
    if (!form.reportValidity()) return;
    const options = await fetch(button.dataset.passkey, { method: "POST", body: new FormData(form) });
    const credential = await requestCredential(await options.json());
    form.elements.credential.value = JSON.stringify(credential);
    form.submit();
  } catch {
    failed.hidden = false;
  } finally {
    if (password) password.disabled = false;
  }
}

const isSupported = Boolean(window.PublicKeyCredential?.parseCreationOptionsFromJSON);
for (const button of document.querySelectorAll("button[data-passkey]")) {
  button.hidden = !isSupported;
  button.addEventListener("click", () => press(button));
}
