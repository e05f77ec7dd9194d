// Steps of others: shown one after another at a pace of one's own, shown again, and marked until one acts.
import { get } from "./talk.js";
import { layoutNow, panelsHere, showPanels } from "./panels.js";

const PACES = { slow: 1600, normal: 500, "at once": 0 };
const MOST = 60;
const SVG = "http://www.w3.org/2000/svg";
const root = document.getElementById("table");
const at = (id) => document.getElementById(id);
const still = matchMedia("(prefers-reduced-motion: reduce)");
let going = false;
let hurrying = false;
let shownAt = 0;
let wake = () => {};

// The pace is the browser's own setting.

const pace = at("pace");
pace.value = localStorage.getItem("pace") ?? (still.matches ? "at once" : "normal");
pace.addEventListener("change", () => {
  localStorage.setItem("pace", pace.value);
  skip();
});

// Until so long after the last step was shown, or until there is no time for it any more.
async function rest() {
  const left = shownAt + (PACES[pace.value] || PACES.normal) - performance.now();
  if (left > 0) await new Promise((done) => setTimeout((wake = done), left));
  shownAt = performance.now();
}

function skip() {
  going = false;
  hurrying = true;
  wake();
}

// After each step of somebody else, with what fell by chance: the numbers of steps between two.
function framesOf({ movers, since: first, seat: own }, from) {
  const frames = movers.map((_, i) => i).filter((i) => first + i >= from && movers[i] >= 0 && movers[i] !== own);
  return frames.map((i) => {
    const next = movers.findIndex((mover, j) => j > i && mover >= 0);
    return first + (next < 0 ? movers.length : next);
  });
}

// Shows what happened before the board as it stands; says whether more than its last step was shown.
export async function walkTo(board, stepAside, told) {
  const from = Number(root.dataset.steps);
  if (going) skip();
  const frames = framesOf(board, from);
  const hurried = hurrying || !PACES[pace.value] || document.querySelector(".clock");
  if (board.mine) hurrying = false;
  const same = board.shown && String(board.undos) === root.dataset.undos && board.layout === root.dataset.layout;
  if (hurried || !same || !frames.length || frames.length > MOST) return false;
  stepAside();
  await rest();
  if (frames.length === 1) return false;
  await show(frames.slice(0, -1), "Skip to my turn", told);
  if (hurrying) told(board.since + board.log.length);
  return true;
}

async function show(frames, stop, told = () => {}) {
  const [words, button] = at("stepping").children;
  going = true;
  Object.assign(button, { hidden: false, textContent: stop });
  try {
    for (const frame of frames) {
      const seen = await stepOf(frame, panelsHere(at("cloth"), at("rail")));
      if (!going) return;
      showPanels([[at("cloth"), seen.cloth], [at("rail"), seen.rail]], seen.panels);
      words.textContent = seen.told.join(" ");
      told(frame);
      shownAt = performance.now();
      await rest();
      if (!going) return;
    }
  } finally {
    going = false;
    button.hidden = true;
    words.textContent = "";
  }
}

function stepOf(step, has) {
  return get(`/tables/${root.dataset.table}/steps/${step}?${new URLSearchParams({ has, layout: layoutNow() })}`);
}

// Once more, and back to now.
export async function showAgain(first, last, back) {
  unmark();
  const frames = Array.from({ length: last - first }, (_, i) => first + i + 1);
  await show([first, ...frames].slice(0, MOST), "Back to now");
  hurrying = false;
  await back();
}

// What moved or changed since then gets a ring until one acts.

export async function mark() {
  const since = document.querySelector("[data-since]")?.dataset.since;
  unmark();
  if (since === undefined) return;
  const number = root.dataset.number;
  const then = await stepOf(since, "").catch(() => null);
  if (!then || number !== root.dataset.number || going) return;
  const before = new Map();
  for (const [id, { markup }] of Object.entries(then.panels)) {
    const page = new DOMParser().parseFromString(markup, "text/html");
    for (const piece of page.querySelectorAll(".whole svg g[id]")) before.set(piece.id, looksOf(piece, id));
  }
  for (const panel of document.querySelectorAll(".panel")) {
    for (const piece of panel.querySelectorAll(".whole svg g[id]:not(.die-group)")) {
      if (isHeap(piece)) continue;
      if (before.get(piece.id) !== looksOf(piece, panel.dataset.panel)) ring(piece);
    }
  }
}

export function unmark() {
  for (const old of document.querySelectorAll(".since-ring")) old.remove();
}

const partsOf = (piece, parts) => [...piece.querySelectorAll(parts)].filter((part) => part.closest("g[id]") === piece);

// Is it no more than the pieces in it?
const isHeap = (piece) => piece.querySelector("g[id]") && !partsOf(piece, "text").length;

// Where it lies and what it says, without the pieces on it; that something can be done with it makes no difference.
function looksOf(piece, panel) {
  const [drawn] = partsOf(piece, "image, use");
  const [moved] = partsOf(piece, "[transform]");
  const place = ["x", "y", "href"].map((name) => drawn?.getAttribute(name));
  const placed = [piece, moved].map((part) => part?.getAttribute("transform"));
  return [panel, ...placed, ...place, ...partsOf(piece, "text").map((text) => text.textContent)].join("|");
}

function ring(piece) {
  const { x, y, width, height } = piece.getBBox();
  if (!width) return;
  const drawn = document.createElementNS(SVG, "rect");
  const shape = { class: "since-ring", x: x - 3, y: y - 3, width: width + 6, height: height + 6, rx: 8 };
  for (const [name, value] of Object.entries(shape)) drawn.setAttribute(name, value);
  piece.append(drawn);
}

document.addEventListener("click", (event) => event.target.closest?.("[data-skip]") && skip());
