// Keeps a page up to date. One event stream per page; what changed on it is fetched anew by htmx.
//
//   <main data-live="event:12" data-live-after="41" data-live-spread="0">
//     <div data-live-events="round result" hx-trigger="live" hx-get="…">
//
// data-live         the stream; data-live-after is the number it stood at when the page was rendered
// data-live-spread  milliseconds over which a crowd of pages spreads its requests (1500 unless told)
// data-live-events  the kinds that concern an element, or *; it receives a "live" event, at most one per
//                   spread, whose detail is the last announcement. Let htmx swap its inside, or give it an id
//
// data-live-match   the only match whose announcements concern the element; those of no match do as well
//
// <html data-live-state> says connecting, open, lost, paused (the tab is hidden) or closed (may not listen).

const root = document.documentElement;
const RETRY_LEAST = 3000;
const RETRY_MOST = 60000;

let source = null;
let cursor = null;
let failures = 0;
let retry = null;
let ended = false;
const due = new Map();

const setState = (state) => {
  root.dataset.liveState = state;
};

function announce(detail) {
  for (const element of document.querySelectorAll("[data-live-events]")) {
    const kinds = element.dataset.liveEvents.split(/\s+/);
    const about = element.dataset.liveMatch;
    if (about && detail.payload.match && String(detail.payload.match) !== about) continue;
    if (kinds.includes("*") || kinds.includes(detail.kind)) wake(element, detail);
  }
}

// The first announcement starts the wait, later ones join it: a busy stream can't put an update off for ever.
function wake(element, detail) {
  const waiting = due.has(element);
  due.set(element, detail);
  if (waiting) return;
  const spread = Number(element.closest("[data-live-spread]")?.dataset.liveSpread ?? 1500);
  setTimeout(() => {
    const last = due.get(element);
    due.delete(element);
    const target = element.isConnected ? element : element.id && document.getElementById(element.id);
    if (!target) return;
    // An answer under way may be older than this, and what htmx queues behind it dies with a swapped element.
    if (target.classList.contains("htmx-request")) return wake(target, last);
    target.dispatchEvent(new CustomEvent("live", { detail: last }));
  }, Math.random() * spread);
}

function open() {
  const page = document.querySelector("[data-live]");
  if (source || ended || document.hidden || !page) return;
  clearTimeout(retry);
  cursor ??= page.dataset.liveAfter ?? null;
  const address = `/live/${page.dataset.live}` + (cursor === null ? "" : `?after=${cursor}`);
  setState("connecting");
  source = new EventSource(address);
  source.onopen = () => {
    failures = 0;
    setState("open");
  };
  source.addEventListener("hello", (event) => {
    cursor = event.lastEventId;
  });
  source.onmessage = (event) => {
    cursor = event.lastEventId;
    announce(JSON.parse(event.data));
  };
  source.addEventListener("closed", () => {
    ended = true;
    close("closed");
  });
  source.onerror = () => {
    // The browser itself comes back after a cut; after an answer that was no stream it gives up.
    if (source.readyState !== EventSource.CLOSED) return setState("lost");
    close("lost");
    const wait = Math.min(RETRY_MOST, RETRY_LEAST * 2 ** failures++);
    retry = setTimeout(open, wait * (0.5 + Math.random()));
  };
}

function close(state) {
  clearTimeout(retry);
  source?.close();
  source = null;
  setState(state);
}

// Browsers allow six connections to a site over HTTP/1.1: hidden tabs give theirs up, and lose nothing by it.
document.addEventListener("visibilitychange", () => {
  if (!document.hidden) open();
  else if (source || retry) close("paused");
});
window.addEventListener("pagehide", () => close("paused"));
window.addEventListener("pageshow", open);
open();
