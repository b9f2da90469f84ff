"use strict";

// The service worker of the whole site: shows push notifications, stores pages for when the site cannot
// be reached (/offline/, my tables and my turns, as this device last saw them), and sends turns that
// were prepared without a connection. (EDITION)
const ICON = "/static/img/icon-192.png";
const PAGES = "pages";
const FILES = "files"; // what the page of my turns needs
const OFFLINE = "/offline/";
const MINE = "/my-tables/";
const TURNS = "/my-tables/offline/";
const TURNS_API = "/api/my-tables/offline/";
const REFRESH_AFTER = 60000; // ms
const MAX_AGE = 3 * 24 * 3600 * 1000; // ms: the session may have ended elsewhere by then
const DEVICES = "/api/notifications/devices/";
const SIGN_OUT_PATHS = /^\/(accounts\/logout|preferences\/delete)\//;
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
  if (turn) storeTurns(true).catch(() => {});
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

let isAway = false; // the last page could not be loaded

addEventListener("fetch", (event) => {
  const { request } = event;
  const path = new URL(request.url).pathname;
  if (request.mode !== "navigate") {
    if ((isAway || !navigator.onLine) && path.startsWith("/static/")) event.respondWith(fileResponse(request));
    return;
  }
  if (SESSION_PATHS.test(path)) event.waitUntil(deleteMyTables());
  if (request.method === "GET") event.respondWith(respond(event, path));
  else if (SIGN_OUT_PATHS.test(path)) event.waitUntil(inTurns("readwrite", (turns) => turns.clear()));
});

async function respond(event, path) {
  let answer;
  try {
    answer = await fetch(event.request);
  } catch {
    isAway = true;
    return offlineResponse(path);
  }
  isAway = false;
  if (answer.headers.get("X-Signed-In") === "no") event.waitUntil(deleteMyTables()); // the session has ended
  else if (path === MINE) event.waitUntil(storePage(MINE, answer.clone()));
  return answer;
}

async function fileResponse(request) {
  return (await caches.match(request, { cacheName: FILES })) ?? fetch(request);
}

async function storePage(path, answer) {
  if (answer.type === "opaqueredirect" || answer.redirected) return deleteMyTables(); // to the sign-in
  if (answer.ok) await (await caches.open(PAGES)).put(path, answer);
}

async function deleteMyTables() {
  const pages = await caches.open(PAGES);
  await Promise.all([pages.delete(MINE), pages.delete(TURNS)]);
}

async function storedPage(path) {
  const copy = await (await caches.open(PAGES)).match(path);
  return copy && Date.now() - Date.parse(copy.headers.get("Date")) <= MAX_AGE ? copy : undefined;
}

async function offlineResponse(path) {
  const pages = await caches.open(PAGES);
  const key = /^\/tables\/([\w-]+)\/$/.exec(path)?.[1];
  if (key && (await (await storedPage(TURNS))?.text())?.includes(`id="turn-${key}"`)) {
    return Response.redirect(`${TURNS}#turn-${key}`);
  }
  const copy = [MINE, TURNS].includes(path) && (await storedPage(path));
  if (!copy) return (await pages.match(OFFLINE)) ?? Response.error();
  const marked = (await copy.text()).replace("<html ", "<html data-offline-copy ");
  return new Response(marked, { headers: copy.headers });
}

// Turns prepared without a connection (docs/subsystems/offline.md)

let waitingBefore; // how many tables waited when a page last said so

addEventListener("message", (event) => event.waitUntil(onMessage(event.data, event.ports[0])));
addEventListener("sync", (event) => event.waitUntil(sendTurns()));

// A page of `user` asks for the user's prepared turns, and may store or remove one before.
async function onMessage({ user, turn, remove = [], waiting }, port) {
  if (!user) return;
  await deleteTurns((one) => one.user !== user || remove.includes(one.id)); // others shared this device
  if (turn) await inTurns("readwrite", (turns) => turns.put({ ...turn, user }));
  const turns = await allTurns();
  port.postMessage(turns);
  const isForced = waiting !== undefined && waiting !== waitingBefore;
  if (turns.some((one) => one.state === "waiting")) {
    registration.sync?.register("turns").catch(() => {});
    await sendTurns().catch(() => {});
  } else await storeTurns(isForced, user).catch(() => {});
  waitingBefore = waiting;
}

async function inTurns(mode, action) {
  const opening = indexedDB.open("turns", 1);
  opening.addEventListener("upgradeneeded", () => {
    opening.result.createObjectStore("turns", { keyPath: "key" });
  });
  const database = await new Promise((resolve, reject) => {
    opening.addEventListener("success", () => resolve(opening.result));
    opening.addEventListener("error", () => reject(opening.error));
  });
  try {
    return await new Promise((resolve, reject) => {
      const transaction = database.transaction("turns", mode);
      const request = action(transaction.objectStore("turns"));
      transaction.addEventListener("complete", () => resolve(request.result));
      transaction.addEventListener("abort", () => reject(transaction.error));
    });
  } finally {
    database.close();
  }
}

async function allTurns() {
  return (await inTurns("readonly", (turns) => turns.getAll())).toSorted((a, b) => a.time - b.time);
}

async function deleteTurns(isOver) {
  const over = (await allTurns()).filter(isOver);
  await Promise.all(over.map(({ key }) => inTurns("readwrite", (turns) => turns.delete(key))));
}

// Sends the prepared turns of whoever is signed in. Tabs and the browser's sync wait for each other.
async function sendTurns() {
  await navigator.locks.request("turns", async () => {
    if (!(await allTurns()).some((one) => one.state === "waiting")) return;
    const answer = await fetch(TURNS_API);
    if (!answer.ok) return;
    const { user, tables } = await answer.json();
    const csrf = answer.headers.get("X-CSRFToken");
    const versions = new Map(tables.map(({ key, version }) => [key, version]));
    const turns = (await allTurns()).filter((one) => one.user === user && one.state === "waiting");
    const send = (turn) => {
      // After a lost response, the site recognizes a turn that it has played.
      const hasMoved = !turn.tried && (versions.get(turn.key) ?? turn.body.version) !== turn.body.version;
      return hasMoved ? update(turn, { state: "moved" }) : sendTurn(turn, csrf);
    };
    await turns.reduce((before, turn) => before.then(() => send(turn)), Promise.resolve());
    await storeTurns(true);
  });
}

async function sendTurn(turn, csrf) {
  if (!(await update(turn, { tried: true }))) return;
  const answer = await fetch(turn.address, {
    method: "POST",
    headers: { "Content-Type": "application/json", "X-CSRFToken": csrf, "Idempotency-Key": turn.id },
    body: JSON.stringify(turn.body),
  });
  const data = await answer.json().catch(() => ({}));
  const { code, message } = answer.ok ? (data.stopped ?? {}) : data;
  if (answer.status === 401 || answer.status === 429 || answer.status >= 500) return;
  if (code === "permission_denied" && !turn.denied) return void (await update(turn, { denied: true })); // perhaps the CSRF token was old
  const done = turn.body.step === undefined ? "played" : "drafted";
  const state = code === "stale_version" ? "moved" : code ? "refused" : done;
  await update(turn, { state, message });
}

// Changes a stored turn, unless it was withdrawn or replaced meanwhile.
async function update(turn, change) {
  const current = await inTurns("readonly", (turns) => turns.get(turn.key));
  if (current?.id !== turn.id) return false;
  await inTurns("readwrite", (turns) => turns.put({ ...current, ...change }));
  if (change.state) for (const page of await clients.matchAll({ includeUncontrolled: true })) page.postMessage("turns", []);
  return true;
}

// Stores the page of my turns and the files that it needs.
async function storeTurns(isForced, user) {
  const copy = await storedPage(TURNS);
  const isFresh = copy && Date.now() - Date.parse(copy.headers.get("Date")) < REFRESH_AFTER;
  if (isFresh && !isForced && (await copy.text()).includes(`data-user="${user}"`)) return;
  const answer = await fetch(TURNS);
  const text = await answer.clone().text();
  await storePage(TURNS, answer);
  const files = await caches.open(FILES);
  const needed = new Set(Array.from(text.matchAll(/"(\/static\/[^"#]+)/g), ([, path]) => path));
  const old = (await files.keys()).filter((one) => !needed.delete(new URL(one.url).pathname));
  await Promise.allSettled([...old.map((one) => files.delete(one)), ...Array.from(needed, (path) => files.add(path))]);
}
