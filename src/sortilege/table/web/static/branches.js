// In a question with many kinds of moves one kind is chosen first: its moves are shown, and what they are about comes first.
let chosen = "";

const all = (selector) => document.querySelectorAll(selector);

export function showBranch(anew) {
  if (anew) chosen = "";
  const buttons = [...all("[data-verbs]")];
  const branch = buttons.find((button) => button.dataset.verbs === chosen && !button.disabled);
  const branching = new Set(buttons.flatMap((button) => button.dataset.verbs.split(" ")));
  const verbs = branch ? chosen.split(" ") : [];
  const about = branch ? branch.dataset.about.split(" ") : [];
  const elsewhere = (verb) => branching.has(verb) && !verbs.includes(verb);
  for (const button of buttons) button.setAttribute("aria-pressed", button === branch);
  for (const choice of all("[data-verb]")) choice.hidden = elsewhere(choice.dataset.verb);
  for (const area of all(".area")) area.classList.toggle("first", about.includes(area.dataset.area));
  for (const spot of all(".area [data-move]")) {
    spot.classList.toggle("elsewhere", Boolean(branch) && elsewhere(spot.dataset.move.split(" ")[0]));
  }
}

document.addEventListener("click", (event) => {
  const button = event.target.closest?.("[data-verbs]");
  if (!button) return;
  chosen = chosen === button.dataset.verbs ? "" : button.dataset.verbs;
  showBranch(false);
  if (chosen) document.querySelector(".area.first")?.scrollIntoView({ block: "nearest" });
});
