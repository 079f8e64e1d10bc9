// <round-clock>: counts down to a deadline on the server's clock, and up in overtime.
//
//   <round-clock data-state="running" data-deadline="1760000000000" data-remaining="3000000" data-now="1759997000000">
//
// data-state      waiting, running, paused or over; only a running clock moves
// data-deadline   milliseconds since 1970 on the server's clock; only of a running clock
// data-remaining  milliseconds left when the page was made; data-now is that moment on the server's clock
//
// The device's clock may be wrong: the difference to the server's is measured when the page arrives, and
// checked against the Date of a fresh answer (whole seconds, but never from a cache).

const CLOSE_MS = 1500;
const MARKS = [600, 300, 60];

let offset = null;

function measure(serverNow, arrived) {
  const found = serverNow - arrived;
  // The network only ever makes the server's moment look older: the largest difference is the nearest.
  offset = offset === null ? found : Math.max(offset, found);
}

const pageArrived = performance.timeOrigin + (performance.getEntriesByType("navigation")[0]?.responseStart ?? 0);

async function check() {
  try {
    const sent = Date.now();
    const answer = await fetch(import.meta.url, { method: "HEAD", cache: "no-store" });
    const received = Date.now();
    const told = Date.parse(answer.headers.get("Date") ?? "");
    if (Number.isNaN(told)) return;
    // The Date is cut to the second: its moment lies in the second that begins there.
    const rough = told + 500 - (sent + received) / 2;
    if (offset === null || Math.abs(rough - offset) > CLOSE_MS + (received - sent)) offset = rough;
  } catch {
    // Offline: the clock goes on by what it knows.
  }
}

function digits(milliseconds) {
  const over = milliseconds < 0;
  // A countdown shows 0:00 when the time is up, so it rounds up; overtime begins at +0:00 and rounds down.
  const seconds = over ? Math.floor(-milliseconds / 1000) : Math.ceil(milliseconds / 1000);
  const text = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
  return over ? `+${text}` : text;
}

const clocks = new Set();
let ticking = 0;

function tick() {
  const now = Date.now() + (offset ?? 0);
  for (const clock of clocks) clock.show(now);
  ticking = clocks.size ? setTimeout(tick, 250) : 0;
}

class RoundClock extends HTMLElement {
  connectedCallback() {
    const first = document.readyState === "loading" || offset === null;
    measure(Number(this.dataset.now), first ? pageArrived : Date.now());
    clocks.add(this);
    if (!ticking) tick();
  }

  disconnectedCallback() {
    clocks.delete(this);
  }

  show(now) {
    const running = this.dataset.state === "running";
    const left = running ? Number(this.dataset.deadline) - now : Number(this.dataset.remaining);
    const text = digits(left);
    if (text === this.shown) return;
    this.shown = text;
    (this.querySelector("[data-digits]") ?? this).textContent = text;
    this.toggleAttribute("data-overtime", left < 0);
    const words = this.parentElement?.querySelector("[data-clock-words]");
    if (words && running) words.textContent = left < 0 ? "Overtime" : "Time left";
    if (running) this.announce(Math.ceil(left / 1000));
  }

  // Said aloud at a few moments only: a live region that changes every second would never be silent.
  announce(seconds) {
    const voice = this.parentElement?.querySelector("[data-clock-voice]");
    const before = this.before;
    this.before = seconds;
    if (!voice || before === undefined) return;
    const mark = MARKS.find((one) => before > one && seconds <= one);
    if (mark) voice.textContent = mark === 60 ? "One minute left" : `${mark / 60} minutes left`;
    if (before > 0 && seconds <= 0) voice.textContent = "Time is up";
  }
}

customElements.define("round-clock", RoundClock);
if (clocks.size) check();
document.addEventListener("visibilitychange", () => {
  if (!document.hidden && clocks.size) check();
});
