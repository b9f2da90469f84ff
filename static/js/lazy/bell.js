"use strict";

// The bell: the number of unread notices, a mark on the page's icon and title, an announcement, and
// a soft sound for whoever wants one. turn-counter.js brings what it tells. The installed app shows on its
// icon how many tables wait, and has a page for when the site cannot be reached.
(() => {
  // turn-counter.js brings this script to a page that has all of them
  const by = (id) => /** @type {HTMLElement} */ (document.getElementById(id));
  const bell = by("bell");
  const number = /** @type {HTMLElement} */ (bell.querySelector("b"));
  const said = /** @type {Element} */ (bell.nextElementSibling);
  const icon = /** @type {HTMLLinkElement} */ (document.querySelector("link[rel=icon]"));
  const tables = by("waiting-mark");
  const { marked, icon: plain, newText, worker } = /** @type {Record<string, string>} */ ({ ...bell.dataset, ...tables.dataset });
  const NEWS = / \u2022$/;
  let known = Number(number.textContent);

  function ring() {
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

  function mark() {
    icon.href = known || tables.textContent ? marked : plain;
    const title = document.title.replace(NEWS, "");
    document.title = known ? `${title} \u2022` : title;
  }

  document.addEventListener("longtable:waiting", ({ detail }) => {
    if (detail.unread === undefined) return;
    const more = detail.unread > known;
    known = detail.unread;
    number.textContent = String(known || "");
    said.textContent = more ? newText : "";
    if (more && "sound" in bell.dataset) ring();
    mark();
  });
  mark();

  function badge() {
    navigator.setAppBadge?.(Number(tables.textContent)).catch(() => {});
  }
  new MutationObserver(badge).observe(tables, { childList: true });
  badge();
  if (matchMedia("(display-mode: standalone)").matches) {
    navigator.serviceWorker?.register(worker);
  }
})();
