// The page of my devices: a button adds this browser. All texts come with the page.

const here = /** @type {HTMLElement} */ (document.getElementById("this-device"));
const button = /** @type {HTMLButtonElement} */ (here.querySelector("button"));
const status = /** @type {HTMLElement} */ (here.querySelector("[role=status]"));
const { key, api, csrf, worker, denied, cannot, failed } = /** @type {Record<string, string>} */ (here.dataset);

function hex(buffer) {
  return Array.from(new Uint8Array(buffer), (one) => one.toString(16).padStart(2, "0")).join("");
}

async function markThisDevice() {
  const registration = await navigator.serviceWorker.getRegistration("/");
  const existing = await registration?.pushManager.getSubscription();
  if (!existing) return;
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(existing.endpoint));
  const line = document.querySelector(`[data-endpoint-hash="${hex(digest)}"]`);
  if (!line) return;
  /** @type {HTMLElement} */ (line.querySelector("[data-here]")).hidden = false;
  button.hidden = true;
}

function hasSameKey(subscription) {
  const theirs = subscription.options?.applicationServerKey;
  if (!theirs) return true;
  const text = btoa(String.fromCharCode(...new Uint8Array(theirs)));
  return text.replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "") === key;
}

async function ensureSubscription() {
  await navigator.serviceWorker.register(worker);
  const { pushManager } = await navigator.serviceWorker.ready;
  const existing = await pushManager.getSubscription();
  if (existing && hasSameKey(existing)) return existing;
  await existing?.unsubscribe();
  return pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
}

async function addDevice() {
  if ((await Notification.requestPermission()) !== "granted") return denied;
  const subscription = await ensureSubscription();
  const answer = await fetch(api, {
    method: "POST",
    headers: { "Content-Type": "application/json", "X-CSRFToken": csrf },
    body: JSON.stringify(subscription),
  });
  if (!answer.ok) return (await answer.json()).message;
  location.reload();
  return "";
}

const isSupported = "serviceWorker" in navigator && "PushManager" in window && "Notification" in window;
if (isSupported) void markThisDevice();
else status.textContent = cannot;
button.hidden = !isSupported;
button.addEventListener("click", async () => {
  button.disabled = true;
  status.textContent = "";
  status.textContent = await addDevice().catch(() => failed);
  button.disabled = false;
});
