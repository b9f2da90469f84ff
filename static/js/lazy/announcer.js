// Announces to screen readers what others did, and my turn, in one polite live region outside the part
// that is replaced. Several moves become one sentence. This script loads after the page.

const PAUSE = 600; // ms without news before an announcement
const MAX_WAIT = 4000; // ms that the first of them waits at most
const MAX_LENGTH = 160; // characters of a move

// This script is only loaded by pages with the region.
const region = /** @type {HTMLElement} */ (document.getElementById("announcer"));
const { many = "", turn = "" } = region.dataset;
region.setAttribute("aria-atomic", "true");

const textOf = (element) => element.textContent.replace(/\s+/g, " ").trim();

/** The first sentences of an entry, without what the rules did automatically. */
function summarize(line) {
  const all = [...line.querySelectorAll("p")];
  const own = all.filter((one) => !one.querySelector(".badge"));
  let text = "";
  for (const sentence of (own.length ? own : all).map(textOf)) {
    if (text && text.length + sentence.length > MAX_LENGTH) break;
    text = `${text} ${sentence}`.trim();
  }
  return text;
}

/** @typedef {{ number: number, key: string, seat?: string, line: Element }} Entry */
/** @returns {Entry[]} the newest first */
function entries() {
  const lines = [...document.querySelectorAll("#log-lines > li")];
  return lines.map((line) => {
    const { number, seat } = /** @type {HTMLElement} */ (line).dataset;
    const time = line.querySelector("time")?.dateTime ?? "";
    const key = line.matches(".system-line") ? `${number} ${time} ${textOf(line)}` : `${number}`;
    return { number: Number(number), key, seat, line };
  });
}
const newestNumber = (log) => Math.max(0, ...log.map((one) => one.number));

function readState() {
  const bar = document.getElementById("turn-bar");
  const prompt = document.getElementById("prompt");
  const me = /** @type {HTMLElement | null} */ (document.querySelector(".seat-card.is-me"));
  return {
    isMine: Boolean(bar?.matches(".is-mine")),
    prompt: prompt ? textOf(prompt) : "",
    status: document.getElementById("position")?.dataset.status,
    seat: me?.dataset.seat,
  };
}

let before = readState();
let log = entries();
/** @type {string[]} */
let news = [];
let newPrompt = "";
let timer = 0;
let firstAt = 0; // when the first of them arrived

function announce() {
  timer = 0;
  const last = news.at(-1) ?? "";
  const moves = news.length > 1
    ? many.replace("{n}", String(news.length)).replace("{last}", () => last)
    : last;
  const prompt = document.activeElement?.id === "prompt" ? "" : newPrompt; // the focus reads it already
  news = [];
  newPrompt = "";
  const text = `${moves} ${prompt}`.trim();
  if (!text) return;
  const sentence = document.createElement("p"); // a new element: then equal text is announced again
  sentence.textContent = text;
  region.replaceChildren(sentence);
}

function collectNews() {
  const [now, lines] = [readState(), entries()];
  const known = new Set(log.map((one) => one.key));
  const from = Math.min(newestNumber(log), newestNumber(lines)); // a rollback removes entries
  const mine = new Set([before.seat, now.seat]); // hot seat: the device changes seats
  const came = lines.filter((one) => one.number >= from && !known.has(one.key));
  const others = came.filter((one) => one.seat === undefined || !mine.has(one.seat));
  news.push(...others.toReversed().map((one) => summarize(one.line)).filter(Boolean));
  const isRelevant = now.isMine || before.isMine || now.status !== before.status;
  if (now.prompt !== before.prompt && isRelevant) {
    const begins = now.isMine && !before.isMine;
    newPrompt = begins ? turn.replace("{prompt}", () => now.prompt) : now.prompt;
  }
  [before, log] = [now, lines];
  if (!news.length && !newPrompt) return;
  if (!timer) firstAt = performance.now();
  else if (performance.now() - firstAt > MAX_WAIT) return;
  clearTimeout(timer);
  timer = setTimeout(announce, PAUSE);
}

document.addEventListener("longtable:changed", collectNews);
