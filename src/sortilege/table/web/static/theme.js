// Light or dark, as chosen on this device; without a choice the device decides.
const chosen = localStorage.getItem("theme");
if (chosen) document.documentElement.dataset.theme = chosen;

addEventListener("DOMContentLoaded", () => {
  document.getElementById("theme").addEventListener("click", () => {
    const root = document.documentElement;
    const dark = root.dataset.theme ? root.dataset.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
    root.dataset.theme = dark ? "light" : "dark";
    localStorage.setItem("theme", root.dataset.theme);
  });
});
