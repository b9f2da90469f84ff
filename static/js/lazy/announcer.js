// Says to screen readers what others did, and that it is my turn: one polite live region, beside the
// part of the page that is renewed. What comes at once is said in one sentence. It comes by itself
// once the page is there (../lazy-scripts.js).
"use strict";

(() => {
  const PAUSE = 600; // ms without news after which they are said
  const MOST = 4000; // ms that the first of them waits
  const LONGEST = 160; // characters of a move

  // lazy-scripts.js brings this to a page that has the region
  const region = /** @type {HTMLElement} */ (document.getElementById("announcer"));
  const { many = "", turn = "" } = region.dataset;
  region.setAttribute("aria-atomic", "true");

  const words = (element) => element.textContent.replace(/\s+/g, " ").trim();

  /** What happened in brief: the first sentences, without what the rules did by themselves. */
  function brief(line) {
    const all = [...line.querySelectorAll("p")];
    const own = all.filter((one) => !one.querySelector(".badge"));
    let text = "";
    for (const sentence of (own.length ? own : all).map(words)) {
      if (text && text.length + sentence.length > LONGEST) break;
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
      const key = line.matches(".system-line") ? `${number} ${time} ${words(line)}` : `${number}`;
      return { number: Number(number), key, seat, line };
    });
  }
  const newest = (log) => Math.max(0, ...log.map((one) => one.number));

  function state() {
    const bar = document.getElementById("turn-bar");
    const prompt = document.getElementById("prompt");
    const me = /** @type {HTMLElement | null} */ (document.querySelector(".seat-card.is-me"));
    return {
      isMine: Boolean(bar?.matches(".is-mine")),
      prompt: prompt ? words(prompt) : "",
      status: document.getElementById("position")?.dataset.status,
      seat: me?.dataset.seat,
    };
  }

  let before = state();
  let log = entries();
  /** @type {string[]} */
  let news = [];
  let asked = "";
  let timer = 0;
  let first = 0; // when the first of them came

  function say() {
    timer = 0;
    const last = news.at(-1) ?? "";
    const told = news.length > 1
      ? many.replace("{n}", String(news.length)).replace("{last}", () => last)
      : last;
    const prompt = document.activeElement?.id === "prompt" ? "" : asked; // it is read already
    news = [];
    asked = "";
    const text = `${told} ${prompt}`.trim();
    if (!text) return;
    const sentence = document.createElement("p"); // a new one: the same words are said again
    sentence.textContent = text;
    region.replaceChildren(sentence);
  }

  function look() {
    const [now, lines] = [state(), entries()];
    const known = new Set(log.map((one) => one.key));
    const from = Math.min(newest(log), newest(lines)); // a table can be set back
    const mine = new Set([before.seat, now.seat]); // a device goes from seat to seat
    const came = lines.filter((one) => one.number >= from && !known.has(one.key));
    const others = came.filter((one) => one.seat === undefined || !mine.has(one.seat));
    news.push(...others.toReversed().map((one) => brief(one.line)).filter(Boolean));
    const concerns = now.isMine || before.isMine || now.status !== before.status;
    if (now.prompt !== before.prompt && concerns) {
      const begins = now.isMine && !before.isMine;
      asked = begins ? turn.replace("{prompt}", () => now.prompt) : now.prompt;
    }
    [before, log] = [now, lines];
    if (!news.length && !asked) return;
    if (!timer) first = performance.now();
    else if (performance.now() - first > MOST) return;
    clearTimeout(timer);
    timer = setTimeout(say, PAUSE);
  }

  document.addEventListener("longtable:changed", look);
})();
