// Day or night, as chosen on this device; without a choice the device decides. And how wide the page is, for the house to
// lay out a table.
const root = document.documentElement;
const night = matchMedia("(prefers-color-scheme: dark)");
const chosen = localStorage.getItem("theme");
if (chosen) root.dataset.theme = chosen;

const isNight = () => (root.dataset.theme ? root.dataset.theme === "dark" : night.matches);

addEventListener("DOMContentLoaded", () => {
  const button = document.getElementById("theme");
  const [sign, word] = button.children;
  const tell = () => {
    sign.textContent = isNight() ? "☀" : "☾";
    word.textContent = isNight() ? "Day" : "Night";
  };
  button.addEventListener("click", () => {
    root.dataset.theme = isNight() ? "light" : "dark";
    localStorage.setItem("theme", root.dataset.theme);
    tell();
  });
  night.addEventListener("change", tell);
  tell();
});

function tellLayout() {
  const layout = innerWidth >= 1280 ? "wide" : innerWidth >= 1024 ? "laptop" : innerWidth >= 640 ? "tablet" : "phone";
  document.cookie = `layout=${layout}; path=/; max-age=31536000; samesite=lax`;
}
tellLayout();
addEventListener("resize", tellLayout);
