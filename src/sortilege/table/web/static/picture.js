// Shows a new picture in place of the old: what has the same id glides, dice that were thrown turn and settle.
import "./lens.js";

const still = matchMedia("(prefers-reduced-motion: reduce)");
const GLIDE = { duration: 320, easing: "ease-out" };
const THROW = { duration: 560, easing: "cubic-bezier(.2,.8,.3,1)" };

export function showPicture(place, markup) {
  const old = place.firstElementChild;
  if (place.dataset.markup === hash(markup)) return;
  const before = old ? placesOf(old) : new Map();
  const thrown = old ? throwsOf(old) : new Map();
  const focus = focused(place);
  place.innerHTML = markup;
  place.dataset.markup = hash(markup);
  const now = place.firstElementChild;
  if (!now) return;
  refocus(place, focus);
  if (!old || still.matches) return;
  for (const piece of now.querySelectorAll("[id]")) glide(piece, before.get(piece.id));
  for (const die of now.querySelectorAll("[data-thrown]")) {
    if (thrown.get(die.id) !== die.dataset.thrown) turn(die);
  }
}

function hash(text) {
  let sum = 0;
  for (let i = 0; i < text.length; i++) sum = (Math.imul(sum, 31) + text.charCodeAt(i)) | 0;
  return `${text.length}.${sum}`;
}

function placesOf(svg) {
  const places = new Map();
  for (const piece of svg.querySelectorAll("[id]")) places.set(piece.id, piece.getBoundingClientRect());
  return places;
}

function throwsOf(svg) {
  return new Map([...svg.querySelectorAll("[data-thrown]")].map((die) => [die.id, die.dataset.thrown]));
}

function glide(piece, from) {
  if (!from || !piece.animate) return;
  const to = piece.getBoundingClientRect();
  const scale = piece.parentNode.getScreenCTM?.()?.a || 1;
  const x = (from.x + from.width / 2 - to.x - to.width / 2) / scale;
  const y = (from.y + from.height / 2 - to.y - to.height / 2) / scale;
  if (Math.abs(x) + Math.abs(y) < 2) return;
  piece.animate([{ translate: `${x}px ${y}px` }, { translate: "0 0" }], GLIDE);
}

function turn(die) {
  const frames = [{ rotate: "-300deg", scale: 0.6, opacity: 0.4 }, { rotate: "0deg", scale: 1, opacity: 1 }];
  die.animate(frames, THROW);
}

function focused(place) {
  const element = document.activeElement;
  if (!place.contains(element)) return null;
  return { move: element.dataset.move, pick: element.dataset.pick, value: element.dataset.value };
}

function refocus(place, focus) {
  if (!focus) return;
  const same = focus.move
    ? `[data-move="${CSS.escape(focus.move)}"]`
    : `[data-pick="${CSS.escape(focus.pick || "")}"][data-value="${CSS.escape(focus.value || "")}"]`;
  const control = place.querySelector(same);
  if (control) control.focus();
  else place.focus({ preventScroll: true });
}
