// On wide screens the choices beside a card search stand open; on a phone they wait behind their button.

const wide = window.matchMedia("(width >= 60rem)");
const settle = () => {
  for (const part of document.querySelectorAll("[data-open-when-wide]")) part.open = wide.matches;
};

wide.addEventListener("change", settle);
settle();
