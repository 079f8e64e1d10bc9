/* The switch between light and dark. The choice is a cookie, so that the server writes it into the page. */
const root = document.documentElement;
const dark = matchMedia("(prefers-color-scheme: dark)");

function now() {
  return root.dataset.theme || (dark.matches ? "dark" : "light");
}

function show(button) {
  const other = now() === "dark" ? "light" : "dark";
  button.querySelector("[data-theme-label]").textContent = `Switch to ${other} colours`;
  button.hidden = false;
}

for (const button of document.querySelectorAll("[data-theme-switch]")) {
  show(button);
  dark.addEventListener("change", () => show(button));
  button.addEventListener("click", () => {
    root.dataset.theme = now() === "dark" ? "light" : "dark";
    const secure = location.protocol === "https:" ? ";secure" : "";
    document.cookie = `theme=${root.dataset.theme};path=/;max-age=31536000;samesite=lax${secure}`;
    show(button);
  });
}
