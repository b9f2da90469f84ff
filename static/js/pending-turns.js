// Turns that were prepared without a connection: the service worker stores and sends them. Every page
// of a signed-in person asks it once, shows how many wait, and asks again when the browser is online.

/** A prepared turn, as the service worker stores it. */
/** @typedef {{ key: string, id: string, title: string, label: string, url: string, time: number, state: string, message?: string, address: string, body: object }} PendingTurn */

const link = document.getElementById("pending-turns");
const sent = new Set();
const RETRIES = [0, 2000, 8000]; // ms: a browser that says "online" often reaches nothing yet

/**
 * Ask the worker for my prepared turns.
 *
 * @param {object} more `turn` to store, or the ids of those to `remove`, before
 * @returns {Promise<PendingTurn[]>}
 */
export async function askWorker(more = {}) {
  const { active } = await navigator.serviceWorker.ready;
  const { port1, port2 } = new MessageChannel();
  const answer = new Promise((resolve) => {
    port1.addEventListener("message", ({ data }) => resolve(data), { once: true });
  });
  port1.start();
  active?.postMessage({ user: link?.dataset.user, ...more }, [port2]);
  return answer;
}

async function showCount() {
  if (!link) return;
  const waiting = document.getElementById("waiting-mark")?.textContent;
  const turns = await askWorker({ waiting });
  const done = turns.filter((one) => ["played", "drafted"].includes(one.state));
  for (const one of done) sent.add(one.id);
  if (done.length) await askWorker({ remove: done.map((one) => one.id) });
  const waits = turns.filter((one) => one.state === "waiting").length;
  const stopped = turns.filter((one) => ["moved", "refused"].includes(one.state)).length;
  const texts = [[link.dataset.unsent, waits], [link.dataset.sent, sent.size], [link.dataset.stopped, stopped]];
  const says = texts.filter(([, count]) => count).map(([text, count]) => String(text).replace("{n}", String(count)));
  link.hidden = !says.length;
  link.textContent = says.join(" \u00b7 ");
}

/** Keep the count of this page current. The page of prepared turns shows them itself. */
export function watchTurns(show = showCount) {
  void show();
  addEventListener("online", () => {
    for (const wait of RETRIES) setTimeout(show, wait);
  });
  navigator.serviceWorker.addEventListener("message", ({ data }) => {
    if (data === "turns") show();
  });
}
