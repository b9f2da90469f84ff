// The bell: the number of unread notifications, marks in the page's icon and title, an announcement,
// and a soft sound if the user wants one. turn-counter.js receives the numbers. The installed app
// shows on its icon how many tables wait, and gets the service worker with its offline page.

// turn-counter.js loads this script, on pages that have all of these elements.
const by = (id) => /** @type {HTMLElement} */ (document.getElementById(id));
const bell = by("bell");
const number = /** @type {HTMLElement} */ (bell.querySelector("b"));
const status = /** @type {Element} */ (bell.nextElementSibling);
const icon = /** @type {HTMLLinkElement} */ (document.querySelector("link[rel=icon]"));
const tables = by("waiting-mark");
const { marked, icon: plain, newText, worker } = /** @type {Record<string, string>} */ ({ ...bell.dataset, ...tables.dataset });
const SUFFIX = / \u2022$/;
let unread = Number(number.textContent);

function playSound() {
  const audio = new AudioContext();
  const tone = audio.createOscillator();
  const loudness = audio.createGain();
  const now = audio.currentTime;
  tone.frequency.setValueAtTime(880, now);
  tone.frequency.setValueAtTime(1174.7, now + 0.12);
  loudness.gain.setValueAtTime(0.08, now);
  loudness.gain.exponentialRampToValueAtTime(0.001, now + 0.6);
  tone.connect(loudness).connect(audio.destination);
  tone.start();
  tone.stop(now + 0.6);
  tone.addEventListener("ended", () => audio.close());
}

function updateMarks() {
  icon.href = unread || tables.textContent ? marked : plain;
  const title = document.title.replace(SUFFIX, "");
  document.title = unread ? `${title} \u2022` : title;
}

document.addEventListener("longtable:waiting", ({ detail }) => {
  if (detail.unread === undefined) return;
  const more = detail.unread > unread;
  unread = detail.unread;
  number.textContent = String(unread || "");
  status.textContent = more ? newText : "";
  if (more && "sound" in bell.dataset) playSound();
  updateMarks();
});
updateMarks();

function updateAppBadge() {
  navigator.setAppBadge?.(Number(tables.textContent)).catch(() => {});
}
new MutationObserver(updateAppBadge).observe(tables, { childList: true });
updateAppBadge();
if (matchMedia("(display-mode: standalone)").matches) {
  navigator.serviceWorker?.register(worker);
}
if (navigator.serviceWorker?.controller && !document.getElementById("offline-turns")) {
  import("../pending-turns.js").then(({ watchTurns }) => watchTurns());
}
if (document.querySelector(".phrases")) import("./phrases.js");
