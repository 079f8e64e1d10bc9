// Narrows a long list to the rows that hold what is typed: <div data-find-in="id-of-tbody"> with an input.

function wire(box) {
  const input = box.querySelector("input");
  const status = document.querySelector("[data-find-status]");
  box.hidden = false;
  const narrow = () => {
    const rows = document.getElementById(box.dataset.findIn)?.rows ?? [];
    const wanted = plain(input.value);
    let shown = 0;
    for (const row of rows) {
      row.hidden = wanted !== "" && !plain(row.textContent).includes(wanted);
      if (!row.hidden) shown += 1;
    }
    if (status) status.textContent = wanted === "" ? "" : `${shown} found`;
  };
  input.addEventListener("input", narrow);
  narrow();
}

// Accents do not count: who looks for "Jose" finds "José".
function plain(text) {
  return text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase().trim();
}

function wireAll(root) {
  for (const box of root.querySelectorAll("[data-find-in]")) wire(box);
}

let typed = "";
document.addEventListener("htmx:beforeSwap", () => {
  typed = document.querySelector("[data-find-in] input")?.value ?? "";
});
document.addEventListener("htmx:afterSwap", () => {
  const input = document.querySelector("[data-find-in] input");
  if (input && typed) input.value = typed;
  wireAll(document);
});
wireAll(document);
