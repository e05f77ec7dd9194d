// The guide: finding words in it, opening what is folded where a link leads there, printing all of it by day.
const guide = document.getElementById("guide");
const field = document.getElementById("find");
const first = document.getElementById("first");
const found = document.getElementById("found");
const parts = [...guide.querySelectorAll(".part")];
const places = [...guide.querySelectorAll(".words, .rules > li, .moment, .brought, .cards > li")];
const folds = [...guide.querySelectorAll("details")];
const rules = new Set(guide.querySelectorAll(".rules > li"));
const texts = new Map(places.map((place) => [place, place.textContent.toLowerCase()]));

function find() {
  const words = field.value.toLowerCase().split(/\s+/).filter(Boolean);
  const wanted = (place) => !first.checked || !rules.has(place) || place.querySelector(".first");
  const hits = places.filter((place) => wanted(place) && words.every((word) => texts.get(place).includes(word)));
  const kept = new Set(hits);
  for (const place of places) place.hidden = !kept.has(place);
  for (const fold of folds) {
    const within = hits.some((place) => fold.contains(place));
    fold.hidden = !within;
    fold.open = words.length > 0 && within;
  }
  for (const part of parts) part.hidden = !hits.some((place) => part.contains(place));
  found.textContent = words.length ? `${hits.length} ${hits.length === 1 ? "place" : "places"}` : "";
}

// A link to a rule leads to it, wherever it is folded and whatever is being looked for.
function reveal() {
  const target = location.hash && document.getElementById(decodeURIComponent(location.hash.slice(1)));
  if (!target || !guide.contains(target)) return;
  if (target.closest("[hidden]")) {
    field.value = "";
    first.checked = false;
    find();
  }
  const fold = target.closest("details");
  if (fold && !fold.open) {
    fold.open = true;
    target.scrollIntoView();
  }
}

const root = document.documentElement;
let before;
addEventListener("beforeprint", () => {
  before = { theme: root.dataset.theme, open: folds.filter((fold) => fold.open) };
  root.dataset.theme = "light";
  for (const fold of folds) fold.open = true;
});
addEventListener("afterprint", () => {
  if (before.theme) root.dataset.theme = before.theme;
  else delete root.dataset.theme;
  for (const fold of folds) fold.open = before.open.includes(fold);
});

field.addEventListener("input", find);
first.addEventListener("change", find);
addEventListener("hashchange", reveal);
reveal();
