// Standings: a number opens its working in a dialog; without this file it is a link to a page.

const dialog = document.getElementById("working-dialog");
const place = document.getElementById("working-place");

document.addEventListener("click", async (event) => {
  const link = event.target.closest("a.working-link");
  if (!link || !dialog || event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return;
  event.preventDefault();
  try {
    const answer = await fetch(link.href, { headers: { "HX-Request": "true" } });
    if (!answer.ok) throw new Error(answer.statusText);
    place.innerHTML = await answer.text();
    dialog.showModal();
  } catch {
    location.href = link.href;
  }
});

dialog?.addEventListener("click", (event) => {
  if (event.target === dialog) dialog.close();
});
