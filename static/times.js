/* Times are written on the venue's clock. Who is in another zone gets a hint with their own. */
const own = new Intl.DateTimeFormat(undefined, {
  weekday: "short", day: "numeric", month: "short", hour: "2-digit", minute: "2-digit", timeZoneName: "short",
});

function offset(zone, moment) {
  const part = new Intl.DateTimeFormat("en", { timeZone: zone, timeZoneName: "longOffset" }).formatToParts(moment);
  return part.find((one) => one.type === "timeZoneName").value;
}

for (const time of document.querySelectorAll("time[data-local]")) {
  const moment = new Date(time.dateTime);
  time.title = `Your time: ${own.format(moment)}`;
}

for (const hint of document.querySelectorAll("[data-own-time]")) {
  const moment = new Date(hint.dataset.ownTime);
  const here = Intl.DateTimeFormat().resolvedOptions().timeZone;
  if (offset(here, moment) !== offset(hint.dataset.zone, moment)) {
    hint.textContent = `Your time: ${own.format(moment)}`;
    hint.hidden = false;
  }
}
