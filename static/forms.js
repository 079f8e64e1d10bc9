/* Forms: one submit per press, a question before what cannot be undone, errors in view.
   Everything works without this file too: the server takes a repeated request for the first one. */

function busy(form, button) {
  form.dataset.sent = "1";
  // After this turn, so that the pressed button's own name and value are still sent.
  setTimeout(() => {
    for (const one of form.querySelectorAll("button:not([type=button])")) one.disabled = true;
    if (button) button.setAttribute("aria-busy", "true");
  });
}

function rest(form) {
  delete form.dataset.sent;
  for (const button of form.querySelectorAll("button")) {
    button.disabled = false;
    button.removeAttribute("aria-busy");
  }
}

function ask(form, button) {
  const dialog = document.createElement("dialog");
  const box = document.createElement("div");
  const question = document.createElement("p");
  const actions = document.createElement("div");
  const stay = document.createElement("button");
  const go = document.createElement("button");
  question.textContent = form.dataset.confirm;
  question.id = "confirm-question";
  dialog.setAttribute("aria-labelledby", question.id);
  actions.className = "actions";
  stay.className = "button button-secondary";
  stay.textContent = "Go back";
  go.className = "confirmDanger" in form.dataset ? "button button-danger" : "button";
  go.textContent = form.dataset.confirmLabel || "Yes, go on";
  actions.append(stay, go);
  box.append(question, actions);
  dialog.append(box);
  document.body.append(dialog);
  dialog.addEventListener("close", () => dialog.remove());
  stay.addEventListener("click", () => dialog.close());
  go.addEventListener("click", () => {
    dialog.close();
    form.dataset.confirmed = "1";
    form.requestSubmit(button);
  });
  dialog.showModal();
  stay.focus();
}

document.addEventListener("submit", (event) => {
  const form = event.target;
  if (form.method !== "post" || event.defaultPrevented) return;
  if (form.dataset.sent) {
    event.preventDefault();
  } else if (form.dataset.confirm && !form.dataset.confirmed) {
    event.preventDefault();
    ask(form, event.submitter);
  } else if (!form.hasAttribute("hx-post")) {
    busy(form, event.submitter);
  }
});

// A page that comes back from the browser's memory must be usable again.
window.addEventListener("pageshow", (event) => {
  if (event.persisted) document.querySelectorAll("form[data-sent]").forEach(rest);
});

document.querySelector("[data-error-summary]")?.focus();

for (const button of document.querySelectorAll("[data-copy]")) {
  button.hidden = !navigator.clipboard;
  button.addEventListener("click", async () => {
    await navigator.clipboard.writeText(document.getElementById(button.dataset.copy).textContent.trim());
    button.textContent = "Copied";
  });
}

for (const button of document.querySelectorAll("[data-print]")) {
  button.hidden = false;
  button.addEventListener("click", () => print());
}

// A new event begins in the zone of whoever makes it.
for (const select of document.querySelectorAll("select[data-guess-zone]")) {
  const here = Intl.DateTimeFormat().resolvedOptions().timeZone;
  if (select.value === "UTC" && [...select.options].some((one) => one.value === here)) select.value = here;
}

// Menus close on Escape and on a click elsewhere.
document.addEventListener("click", (event) => {
  for (const menu of document.querySelectorAll("details.menu[open]")) {
    if (!menu.contains(event.target)) menu.open = false;
  }
});
document.addEventListener("keydown", (event) => {
  if (event.key !== "Escape") return;
  for (const menu of document.querySelectorAll("details.menu[open]")) {
    menu.open = false;
    menu.querySelector("summary").focus();
  }
});

document.querySelector(".tabs [aria-current]")?.scrollIntoView({ block: "nearest", inline: "center" });
