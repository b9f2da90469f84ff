"use strict";

// The service worker of the whole site: shows push notifications, and stores two pages for when the
// site cannot be reached: /offline/, and my tables as this device last saw them. (EDITION)
const ICON = "/static/img/icon-192.png";
const PAGES = "pages";
const OFFLINE = "/offline/";
const MINE = "/my-tables/";
const MAX_AGE = 3 * 24 * 3600 * 1000; // ms: the session may have ended elsewhere by then
const DEVICES = "/api/notifications/devices/";
const SESSION_PATHS = /^\/(accounts|preferences\/delete)\//; // pages that start or end a session, or delete the account

addEventListener("install", (event) => {
  skipWaiting();
  event.waitUntil(
    caches.open(PAGES).then((pages) => pages.add(new Request(OFFLINE, { cache: "reload" }))),
  );
});
addEventListener("activate", (event) => {
  event.waitUntil(clients.claim());
  event.waitUntil(closeStaleTurns().catch(() => {}));
});

// Push notifications

addEventListener("push", (event) => {
  event.waitUntil(show(event.data?.json() ?? {}));
});

async function show({ title = "Longtable", body = "", url = "/", tag = "", badge, turn, waits, closes }) {
  if (Number.isInteger(badge)) navigator.setAppBadge?.(badge).catch(() => {});
  if (closes) return closeEnded(closes);
  const data = turn ? { url, turn } : { url };
  if (waits) await closeTurns((one) => one !== tag && !waits.includes(one));
  await registration.showNotification(title, { body, tag, renotify: tag !== "", icon: ICON, data });
}

// Closes notifications of turns that were made on another device. Browsers penalize a push that shows
// nothing, so few are sent for this. The next push does it too, any open page (turn-counter.js), and a
// press on a notification.
async function closeTurns(isOver) {
  for (const one of await registration.getNotifications()) {
    if (one.data?.turn && isOver(one.tag)) one.close();
  }
}

// Closes what ended elsewhere: turns that were made and private messages that were read.
async function closeEnded(tags) {
  await closeTurns((one) => tags.includes(one));
  for (const one of await registration.getNotifications()) {
    if (one.tag.startsWith("private_message") && tags.includes(one.tag)) one.close();
  }
}

async function closeStaleTurns() {
  const answer = await fetch("/api/my-tables/");
  if (!answer.ok) return; // signed out
  const waits = new Set((await answer.json()).map((one) => one.key));
  await closeTurns((one) => !waits.has(one));
}

addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(openPage(new URL(event.notification.data.url, location.origin)));
  event.waitUntil(closeStaleTurns().catch(() => {}));
});

async function openPage(url) {
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
  if (!answer.ok) return; // signed out
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

// Pages without a connection

addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.mode !== "navigate") return;
  const path = new URL(request.url).pathname;
  if (SESSION_PATHS.test(path)) event.waitUntil(deleteMyTables());
  if (request.method === "GET") event.respondWith(respond(event, path));
});

async function respond(event, path) {
  let answer;
  try {
    answer = await fetch(event.request);
  } catch {
    return offlineResponse(path);
  }
  if (answer.headers.get("X-Signed-In") === "no") event.waitUntil(deleteMyTables()); // the session has ended
  else if (path === MINE) event.waitUntil(storeMyTables(answer.clone()));
  return answer;
}

async function storeMyTables(answer) {
  if (answer.type === "opaqueredirect") return deleteMyTables(); // redirected to the sign-in
  if (answer.ok) await (await caches.open(PAGES)).put(MINE, answer);
}

async function deleteMyTables() {
  await (await caches.open(PAGES)).delete(MINE);
}

async function offlineResponse(path) {
  const pages = await caches.open(PAGES);
  const copy = path === MINE && (await pages.match(MINE));
  if (!copy || Date.now() - Date.parse(copy.headers.get("Date")) > MAX_AGE) return (await pages.match(OFFLINE)) ?? Response.error();
  const marked = (await copy.text()).replace("<html ", "<html data-offline-copy ");
  return new Response(marked, { headers: copy.headers });
}
