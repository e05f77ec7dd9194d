// A lesson: shows a step, sends what is chosen, and keeps where one is on this device.
import { showBranch } from "./branches.js";
import { putDown, walkBy } from "./paths.js";
import { layoutNow, panelsHere, showPanels } from "./panels.js";
import { clearPicks, showPicks, slide, toggle } from "./picks.js";
import { pointAt } from "./pointer.js";
import { get, Refused, showRefusal } from "./talk.js";

const at = (id) => document.getElementById(id);
const root = at("table");
const { game } = root.dataset;
const guide = `/games/${game}`;
const key = `lesson ${game}`;
let asking = false;

const here = () => JSON.parse(at("lesson").firstElementChild.dataset.kept);

async function go({ number, chosen }, move = "") {
  if (asking) return;
  asking = true;
  try {
    const has = root.dataset.layout === layoutNow() ? panelsHere(at("cloth"), at("rail")) : "";
    const asks = new URLSearchParams({ number, move, has, layout: layoutNow() });
    for (const each of chosen) asks.append("chosen", each);
    const seen = await get(`${guide}/learn/step?${asks}`);
    if (seen.lesson) show(seen);
    else answer(seen);
  } catch (error) {
    showRefusal(at("refusal"), error, guide);
  } finally {
    asking = false;
  }
}

function show(seen) {
  Object.assign(root.dataset, { layout: seen.layout, asks: seen.asks ? "yes" : "no" });
  clearPicks();
  putDown();
  answer({});
  const active = document.activeElement;
  showPanels([[at("cloth"), seen.cloth], [at("rail"), seen.rail]], seen.panels);
  for (const part of ["lesson", "choices", "goes"]) at(part).innerHTML = seen[part];
  keep();
  showPicks();
  showBranch(true);
  at("ask").scrollTop = 0;
  if (!active.isConnected) same(active).focus({ preventScroll: true });
  point();
}

// At the end there is nothing to come back to.
function keep() {
  if (at("goes").querySelector('[data-turn="on"]')) localStorage.setItem(key, JSON.stringify(here()));
  else localStorage.removeItem(key);
}

// Who went on by a button goes on by it; who was at a choice that is gone reads what is said to it.
function same({ dataset }) {
  return at("goes").querySelector(`[data-turn="${dataset.turn}"]:not([disabled])`) ?? at("lesson");
}

const point = () => pointAt(JSON.parse(at("lesson").firstElementChild.dataset.points), at("ask"), root.dataset.asks === "no");

// What is said to a move that was not asked for; where the rules forbid it, which one does.
function answer({ says = "", reason = "", rule = "" }) {
  at("answer").innerHTML = says && `<p>${says}</p>`;
  showRefusal(at("refusal"), reason ? new Refused(400, reason, rule) : null, guide);
  if (says || reason) at(reason ? "refusal" : "answer").scrollIntoView({ block: "nearest" });
}

const play = (move) => go(here(), move);

function choose(target) {
  const pick = target.closest("[data-pick]");
  const move = target.closest("[data-move], [data-try]");
  const way = target.closest("[data-turn]");
  if (pick) toggle(pick);
  else if (move) play(move.dataset.move ?? move.dataset.try);
  else if (way?.dataset.leads) go(JSON.parse(way.dataset.leads));
  else return false;
  return true;
}

walkBy(async (moves, shown) => {
  await shown;
  await play(moves.join("; "));
});

document.addEventListener("click", (event) => choose(event.target));
document.addEventListener("input", (event) => slide(event.target));
document.addEventListener("keydown", (event) => {
  const onPicture = event.target.closest?.("svg");
  if (onPicture && (event.key === "Enter" || event.key === " ") && choose(event.target)) event.preventDefault();
});
addEventListener("resize", () => layoutNow() !== root.dataset.layout && go(here()));

showPicks();
showBranch(true);
const kept = localStorage.getItem(key);
if (kept || layoutNow() !== root.dataset.layout) go(kept ? JSON.parse(kept) : here());
else point();
