// Choices that are put together first: several things picked on the table, a number in a range.
const picked = new Set();

export const clearPicks = () => picked.clear();

export function toggle(pick) {
  const { value } = pick.dataset;
  if (!picked.delete(value)) picked.add(value);
  showPicks();
}

export function showPicks() {
  for (const pick of document.querySelectorAll("[data-pick]")) {
    pick.setAttribute("aria-checked", picked.has(pick.dataset.value));
  }
  const choice = document.querySelector("[data-picks]");
  if (!choice) return;
  const moves = JSON.parse(choice.dataset.picks);
  const wanted = inAnyOrder([choice.dataset.kind, ...picked]);
  const text = Object.keys(moves).find((move) => inAnyOrder(move.split(" ")) === wanted);
  const button = choice.querySelector("button");
  button.disabled = !text;
  label(button, moves[text] || ["", picked.size ? "This choice is not possible" : "Choose on the table", "", ""]);
  if (text) button.dataset.move = text;
  else delete button.dataset.move;
}

// What a button says: what happens, why, and what it brings.
function label(button, [, what, why, brings]) {
  const part = (name, text, className = "") => Object.assign(document.createElement(name), { textContent: text, className });
  const says = part("span", "", "says");
  says.append(part("b", what));
  if (why) says.append(" ", part("small", why));
  button.replaceChildren(says);
  if (brings) button.append(" ", part("strong", brings, brings.startsWith("−") ? "brings bad" : "brings"));
}

function inAnyOrder(words) {
  return words.sort().join(" ");
}

export function slide(field) {
  const choice = field.closest("[data-range]");
  if (!choice) return;
  const moves = JSON.parse(choice.dataset.range);
  for (const amount of choice.querySelectorAll("[data-to]")) amount.setAttribute("aria-pressed", amount.dataset.to === field.value);
  const button = choice.querySelector(".option");
  const found = moves[Number(field.value)];
  button.disabled = !found;
  label(button, found || ["", `${field.value} is not possible`, "", ""]);
  if (found) button.dataset.move = found[0];
}

document.addEventListener("click", (event) => {
  const button = event.target.closest("[data-by], [data-to]");
  const field = button?.closest("[data-range]").querySelector("input");
  if (!field) return;
  const { by, to } = button.dataset;
  field.value = to ?? Math.min(field.max, Math.max(field.min, Number(field.value) + Number(by)));
  slide(field);
});
