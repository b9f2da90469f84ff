// Shows new messages of an open conversation. The page's socket says that something is new
// (turn-counter.js); without it, the page shows them when it is opened again.

const messages = document.querySelector("#conversation[data-address]");
let isLoading = false;
let isStale = false;

async function loadMessages() {
  isStale = isLoading || document.hidden;
  if (isStale || !messages) return;
  isLoading = true;
  try {
    await htmx.ajax("GET", messages.dataset.address, { target: messages, swap: "innerMorph" });
  } finally {
    isLoading = false;
    if (isStale) loadMessages();
  }
}

document.addEventListener("longtable:waiting", loadMessages);
document.addEventListener("visibilitychange", () => {
  if (isStale) loadMessages();
});
