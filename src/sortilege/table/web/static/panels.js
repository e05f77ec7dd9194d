// Shows new panels in place of the old: what has the same id glides, dice that were thrown tumble, what is new is dealt.
import "./lens.js";
import { soundOf } from "./sound.js";

const still = matchMedia("(prefers-reduced-motion: reduce)");
const GLIDE = { duration: 320, easing: "ease-out" };
const DEAL = { duration: 220, easing: "ease-out", fill: "backwards" };
const APART = 40;
const FLIP = { duration: 280, easing: "ease-out" };
const TUMBLE = { duration: 550, easing: "cubic-bezier(.2,.8,.3,1)" };
const WIDTHS = { wide: 1280, laptop: 1024, tablet: 640, phone: 0 };
const open = new Set();

// How wide the page is; theme.js tells the house, for the first look.
export function layoutNow() {
  return Object.keys(WIDTHS).find((name) => innerWidth >= WIDTHS[name]);
}

// What the page has, for the house to send only what is new.
export function panelsHere(...places) {
  const panels = places.flatMap((place) => [...place.querySelectorAll("[data-edition]")]);
  return panels.map((panel) => `${panel.dataset.panel}.${panel.dataset.edition}`).join(",");
}

// Each place gets its frame, in which the panels stand; `panels` has those that are new.
export function showPanels(frames, panels) {
  const before = new Map();
  const thrown = new Map();
  const held = new Map();
  const backs = frames.flatMap(([place]) => [...place.querySelectorAll(".card.back")]).map((back) => back.getBoundingClientRect());
  const first = frames.every(([place]) => !place.querySelector(".panel"));
  for (const [place] of frames) remember(place, before, thrown, held);
  const focus = focused(frames);
  for (const [place, frame] of frames) {
    if (place.dataset.frame !== frame) {
      place.innerHTML = frame;
      place.dataset.frame = frame;
      for (const panel of place.querySelectorAll(".panel")) {
        const old = held.get(panel.dataset.panel);
        if (!old || panels[panel.dataset.panel]) continue;
        panel.dataset.edition = old.edition;
        panel.append(...old.nodes);
      }
    }
    for (const panel of place.querySelectorAll(".panel")) {
      const fresh = panels[panel.dataset.panel];
      if (!fresh) continue;
      panel.innerHTML = fresh.markup;
      panel.dataset.edition = fresh.edition;
    }
  }
  showOpen();
  refocus(frames, focus);
  if (first) return;
  tell(frames, before, thrown);
  if (!still.matches) for (const [place] of frames) move(place, before, thrown, backs);
}

// What is heard: dice before cards, and one thing at a time.
function tell(frames, before, thrown) {
  const pieces = frames.flatMap(([place]) => [...place.querySelectorAll("svg g[id]")]);
  if (pieces.some((piece) => isThrown(piece, thrown))) soundOf("dice");
  else if (pieces.some((piece) => isDealt(piece, before))) soundOf("card");
}

const isThrown = (piece, thrown) => piece.dataset.thrown && thrown.get(piece.id) !== piece.dataset.thrown;
const isDealt = (piece, before) => !before.has(piece.id) && piece.classList.contains("card");

function remember(place, before, thrown, held) {
  for (const panel of place.querySelectorAll(".panel")) {
    held.set(panel.dataset.panel, { edition: panel.dataset.edition, nodes: [...panel.childNodes] });
  }
  for (const piece of place.querySelectorAll("[id]")) before.set(piece.id, still.matches ? null : piece.getBoundingClientRect());
  for (const die of place.querySelectorAll("[data-thrown]")) thrown.set(die.id, die.dataset.thrown);
}

function move(place, before, thrown, backs) {
  for (const panel of place.querySelectorAll(".panel")) glide(panel, before.get(panel.id), 1);
  let dealt = 0;
  for (const piece of place.querySelectorAll("svg g[id]")) {
    const from = before.get(piece.id);
    if (isThrown(piece, thrown)) tumble(piece);
    else if (from?.width) glide(piece, from, piece.parentNode.getScreenCTM?.()?.a || 1);
    else if (isDealt(piece, before) && backs.some((back) => isThere(piece, back))) flip(piece);
    else if (isDealt(piece, before)) deal(piece, dealt++);
  }
}

// A card that lies where one lay face down was turned over.
function isThere(piece, back) {
  const { x, y } = piece.getBoundingClientRect();
  return Math.hypot(x - back.x, y - back.y) < back.width / 4;
}

function flip(card) {
  const { x, width } = card.getBBox();
  const placed = card.transform.baseVal;
  const middle = x + width / 2 + (placed.numberOfItems ? placed.getItem(0).matrix.e : 0);
  const turned = (part) => ({ scale: `${part} 1`, transformOrigin: `${middle}px 0` });
  card.animate([turned(0), turned(1)], FLIP);
}

function glide(piece, from, scale) {
  const to = piece.getBoundingClientRect();
  if (!from?.width || !to.width || !piece.animate) return;
  const x = (from.x + from.width / 2 - to.x - to.width / 2) / scale;
  const y = (from.y + from.height / 2 - to.y - to.height / 2) / scale;
  if (Math.abs(x) + Math.abs(y) < 2) return;
  piece.animate([{ translate: `${x}px ${y}px` }, { translate: "0 0" }], GLIDE);
}

function tumble(die) {
  const turn = die.dataset.thrown.length % 2 ? 300 : -280;
  die.animate(
    [
      { translate: "0 -60px", rotate: `${turn}deg`, scale: 0.7, opacity: 0 },
      { translate: "0 6px", rotate: `${turn / 12}deg`, scale: 1.04, opacity: 1, offset: 0.62 },
      { translate: "0 -7px", rotate: "0deg", scale: 1, offset: 0.8 },
      { translate: "0 0", rotate: "0deg", scale: 1 },
    ],
    { ...TUMBLE, delay: 30 * (Number(die.id.match(/\d+$/)?.[0] ?? 0) % 8), fill: "backwards" },
  );
}

function deal(piece, number) {
  piece.animate([{ translate: "0 -18px", opacity: 0 }, { translate: "0 0", opacity: 1 }], { ...DEAL, delay: number * APART });
}

// A tap skips what still moves.
document.addEventListener("pointerdown", () => {
  for (const animation of document.getAnimations()) if (animation.playState === "running") animation.finish();
});

// Folded panels: one is open at a time; a rival's opens by itself where it alone can be touched.
document.addEventListener("click", (event) => {
  const strip = event.target.closest?.("[data-fold]");
  if (!strip) return;
  const shut = open.has(strip.dataset.fold);
  open.clear();
  if (!shut) open.add(strip.dataset.fold);
  showOpen();
});

function showOpen() {
  const touched = document.querySelectorAll('.folds:not([data-area="own"]) .panel:has(> .whole .can)');
  for (const strip of document.querySelectorAll("[data-fold]")) {
    const opened = open.has(strip.dataset.fold);
    strip.setAttribute("aria-expanded", opened);
    const panel = strip.closest(".panel");
    panel.classList.toggle("open", opened);
    panel.classList.toggle("touched", touched.length === 1 && touched[0] === panel);
  }
}

function focused(frames) {
  const element = document.activeElement;
  if (!frames.some(([place]) => place.contains(element))) return null;
  const { move: text, pick, value, fold } = element.dataset;
  return { text, pick, value, fold };
}

function refocus(frames, focus) {
  if (!focus) return;
  const { text, pick, value, fold } = focus;
  const same = text
    ? `[data-move="${CSS.escape(text)}"]`
    : fold
      ? `[data-fold="${CSS.escape(fold)}"]`
      : `[data-pick="${CSS.escape(pick || "")}"][data-value="${CSS.escape(value || "")}"]`;
  const control = frames.map(([place]) => place.querySelector(same)).find(Boolean);
  if (control) control.focus({ preventScroll: true });
  else frames[0][0].focus({ preventScroll: true });
}
