"use strict";

// In the background, over all of the site: shows what this device is told, and keeps two pages for
// when the site cannot be reached: /offline/ and my tables as they were last seen here. (EDITION)
const ICON = "/static/img/icon-192.png";
const PAGES = "pages";
const OFFLINE = "/offline/";
const MINE = "/my-tables/";
const KEPT = 3 * 24 * 3600 * 1000; // milliseconds: by then its session may have ended elsewhere
const DEVICES = "/api/notifications/devices/";
const WHO = /^\/(accounts|preferences\/delete)\//; // where somebody signs in or out, or leaves

addEventListener("install", (event) => {
  skipWaiting();
  event.waitUntil(
    caches.open(PAGES).then((pages) => pages.add(new Request(OFFLINE, { cache: "reload" }))),
  );
});
addEventListener("activate", (event) => event.waitUntil(clients.claim()));

// What this device is told

addEventListener("push", (event) => {
  event.waitUntil(show(event.data?.json() ?? {}));
});

async function show({ title = "Longtable", body = "", url = "/", tag = "", badge, turn, waits }) {
  if (Number.isInteger(badge)) navigator.setAppBadge?.(badge).catch(() => {});
  const data = turn ? { url, turn } : { url };
  await closeTurns(waits, tag);
  await registration.showNotification(title, { body, tag, renotify: tag !== "", icon: ICON, data });
}

// Turns that were made on another device. Browsers punish a push that shows nothing, so that the
// site sends none to close them: the next push does, and any open page (turn-counter.js).
async function closeTurns(waits, but) {
  if (!Array.isArray(waits)) return;
  for (const one of await registration.getNotifications()) {
    if (one.data?.turn && one.tag !== but && !waits.includes(one.tag)) one.close();
  }
}

addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(lead(new URL(event.notification.data.url, location.origin)));
});

async function lead(url) {
  if (url.origin !== location.origin) return;
  const open = await clients.matchAll({ type: "window", includeUncontrolled: true });
  const there = open.find((one) => new URL(one.url).pathname === url.pathname);
  await (there ? there.focus() : clients.openWindow(url.href));
}

addEventListener("pushsubscriptionchange", (event) => {
  event.waitUntil(subscribe(event.newSubscription));
});

async function subscribe(given) {
  const answer = await fetch(DEVICES);
  if (!answer.ok) return; // signed out: nobody's device
  const { key } = await answer.json();
  const wanted = { userVisibleOnly: true, applicationServerKey: key };
  const made = given ?? (await registration.pushManager.subscribe(wanted));
  await fetch(DEVICES, {
    method: "POST",
    headers: {
      "Content-Type": "application/json",
      "X-CSRFToken": answer.headers.get("X-CSRFToken"),
    },
    body: JSON.stringify(made),
  });
}

// What it shows where the site cannot be reached

addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.mode !== "navigate") return;
  const path = new URL(request.url).pathname;
  if (WHO.test(path)) event.waitUntil(forget());
  if (request.method === "GET") event.respondWith(reach(event, path));
});

async function reach(event, path) {
  let answer;
  try {
    answer = await fetch(event.request);
  } catch {
    return kept(path);
  }
  if (answer.headers.get("X-Signed-In") === "no") event.waitUntil(forget()); // the session has ended
  else if (path === MINE) event.waitUntil(keep(answer.clone()));
  return answer;
}

async function keep(answer) {
  if (answer.type === "opaqueredirect") return forget(); // to signing in
  if (answer.ok) await (await caches.open(PAGES)).put(MINE, answer);
}

async function forget() {
  await (await caches.open(PAGES)).delete(MINE);
}

async function kept(path) {
  const pages = await caches.open(PAGES);
  const copy = path === MINE && (await pages.match(MINE));
  if (!copy || Date.now() - Date.parse(copy.headers.get("Date")) > KEPT) return (await pages.match(OFFLINE)) ?? Response.error();
  const marked = (await copy.text()).replace("<html ", "<html data-offline-copy ");
  return new Response(marked, { headers: copy.headers });
}
