// Moves that are one thought: things are chosen on the table, what comes of it is told, and one button makes all moves.
// #run has what the house says about them. Without the mark in its box every click makes its move at once.
const SVG = "http://www.w3.org/2000/svg";
const SETTING = "runs together";
let chosen = [];
let make = async () => {};

// Who makes the moves.
export function runBy(send) {
  make = send;
}

const at = (id) => document.getElementById(id);
const run = () => JSON.parse(at("run")?.dataset.run || "null");
const together = () => localStorage.getItem(SETTING) === "yes";
const of = (things, move) => things.find(([text]) => text === move);

// One more, if that is chosen together now. When there are all of a kind they are put back; when there is no room the first is.
export function chooseTogether(move) {
  const asked = run();
  const thing = asked && together() && of(asked.things, move);
  if (!thing) return false;
  const [, , kind, most] = thing;
  const same = chosen.filter((each) => of(asked.things, each)[2] === kind);
  if (same.length >= most) chosen = chosen.filter((each) => !same.includes(each));
  if (same.length < most || !same.includes(move)) chosen.push(move);
  if (chosen.length > asked.most) chosen.shift();
  showRun();
  return true;
}

export function dropRun() {
  chosen = [];
}

export function showRun() {
  const asked = run();
  for (const mark of document.querySelectorAll("[data-mark]")) mark.remove();
  for (const spot of document.querySelectorAll(".area [data-move][aria-pressed]")) spot.removeAttribute("aria-pressed");
  if (!asked) return;
  at("together").checked = together();
  at("chosen").hidden = !together();
  if (!together()) return;
  for (const [move] of asked.things) {
    const count = chosen.filter((each) => each === move).length;
    for (const spot of document.querySelectorAll(`.area [data-move="${CSS.escape(move)}"]`)) {
      spot.setAttribute("aria-pressed", count > 0);
      if (count) mark(spot, asked.most > 1 && of(asked.things, move)[3] === 1 ? chosen.indexOf(move) + 1 : count);
    }
  }
  tell(asked);
}

// How many were chosen of this, in a corner of its place.
function mark(spot, number) {
  const { x, y, width } = spot.querySelector(":scope > .ring").getBBox();
  const disc = Object.assign(document.createElementNS(SVG, "g"), { innerHTML: `<circle r="11"/><text class="heavy middle" y="4.6" font-size="13">${number}</text>` });
  disc.setAttribute("class", "chosen-mark");
  disc.setAttribute("data-mark", "");
  disc.setAttribute("transform", `translate(${x + width - 9} ${y + 9})`);
  spot.append(disc);
}

function tell({ label, things, least, most, rest, last }) {
  const left = things.map(([move, name, , there]) => [name, there - chosen.filter((each) => each === move).length]);
  const wanted = least === most ? `${chosen.length} of ${most} chosen.` : `${chosen.length} chosen.`;
  const keeps = rest && chosen.length ? ` ${rest} ${listed(left) || "nothing"}.` : "";
  const go = button("option go-button", `${label} ${listed(counted(things)) || "…"}`, () => make(last ? [...chosen, last] : chosen));
  go.disabled = chosen.length < least;
  const again = button("quiet", "Start again", () => {
    dropRun();
    showRun();
    at("together").focus();
  });
  again.hidden = !chosen.length;
  const [status, buttons] = at("chosen").children;
  status.textContent = wanted + keeps;
  buttons.replaceChildren(go, again);
}

function counted(things) {
  return [...new Set(chosen)].map((move) => {
    const [, name, , most] = of(things, move);
    return [name, chosen.filter((each) => each === move).length, most];
  });
}

// "2 Mandrake and 1 Horn"; what there is only one of needs no number.
function listed(parts) {
  const words = parts.filter(([, count]) => count).map(([name, count, most]) => (most === 1 && count === 1 ? name : `${count} ${name}`));
  return words.length > 1 ? `${words.slice(0, -1).join(", ")} and ${words.at(-1)}` : words.join("");
}

function button(kind, text, act) {
  const made = Object.assign(document.createElement("button"), { type: "button", className: kind });
  made.append(Object.assign(document.createElement("b"), { textContent: text }));
  made.addEventListener("click", act);
  return made;
}

document.addEventListener("change", (event) => {
  if (event.target.id !== "together") return;
  localStorage.setItem(SETTING, event.target.checked ? "yes" : "no");
  dropRun();
  showRun();
});
