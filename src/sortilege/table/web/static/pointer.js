// Points at things on the table: a ring around each, an arrow from what is said, and a veil over all else.
const SVG = "http://www.w3.org/2000/svg";
const still = matchMedia("(prefers-reduced-motion: reduce)");
const ROOM = 6;
const ROUND = 12;
const NEAR = 26;
const LONG = 220;
const EDGE = 12;
const INSET = 40;
const HIGH = 90;
const SMALL = 150;
const layer = document.body.appendChild(draw("svg", { id: "pointer", "aria-hidden": "true" }));
let now = { names: [], from: null, veiled: false };
let drawing = 0;

function draw(name, attributes) {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  return element;
}

export async function pointAt(names, from, veiled) {
  const asked = { names, from, veiled };
  now = asked;
  layer.replaceChildren();
  await settled();
  if (now !== asked) return;
  const first = names.map(find).find((element) => element && !from.contains(element));
  for (const panel of document.querySelectorAll(".panel")) panel.classList.toggle("pointed-at", panel.contains(first ?? null));
  const rail = document.getElementById("rail");
  rail?.classList.toggle("pointed-into", rail.contains(first ?? null));
  bringUp(first, from);
  show();
  if (!still.matches) layer.animate([{ opacity: 0 }, { opacity: 1 }], { duration: 220, easing: "ease-out" });
}

const settled = () => Promise.allSettled(document.getAnimations().map((animation) => animation.finished));

// Into sight, with its panel, or as much of that as there is room for. A card as wide as the page stands below the table; else it stands
// above the rail, and what is there is shown with it.
function bringUp(element, card) {
  if (!element) return;
  const { width, top } = card.getBoundingClientRect();
  const below = width > innerWidth / 2;
  const room = (below ? top : innerHeight) - EDGE;
  const meant = element.getBoundingClientRect();
  const around = (element.closest("#rail") && !below ? card : (element.closest(".panel") ?? element)).getBoundingClientRect();
  const fits = ([start, end]) => end - start <= room - EDGE;
  const whole = [around.top, Math.max(around.bottom, meant.bottom)];
  const [start, end] = [whole, [around.top, meant.bottom]].find(fits) ?? [meant.top, meant.bottom];
  const by = start < EDGE || end - start > room - EDGE ? start - EDGE : Math.max(0, end - room);
  if (by) scrollBy({ top: by, behavior: still.matches ? "auto" : "smooth" });
}

// By what a step may call it: a panel, an area, an id, a move, a kind of moves.
function find(name) {
  const it = CSS.escape(name);
  const table = `#cloth [data-panel="${it}"], #rail [data-panel="${it}"], [data-area="${it}"], [id="${it}"], .area [data-move="${it}"]`;
  return document.querySelector(table) ?? document.querySelector(`#choices [data-move="${it}"], [data-verbs~="${it}"]`);
}

// How much room a thing takes; an area as much as its panels, what is folded away as much as the panel that it lies in.
function place(element) {
  const seen = element.checkVisibility() ? element : (element.closest(".panel") ?? element);
  const parts = seen.matches(".area") ? [...seen.children] : [seen];
  const rects = parts.map((part) => part.getBoundingClientRect());
  const [left, top] = [Math.min(...rects.map((rect) => rect.left)), Math.min(...rects.map((rect) => rect.top))];
  const [right, bottom] = [Math.max(...rects.map((rect) => rect.right)), Math.max(...rects.map((rect) => rect.bottom))];
  return { x: left - ROOM, y: top - ROOM, width: right - left + 2 * ROOM, height: bottom - top + 2 * ROOM };
}

function show() {
  const { names, from, veiled } = now;
  const found = names.map(find).filter(Boolean);
  const places = found.filter((element) => !from.contains(element)).map(place);
  for (const element of from.querySelectorAll("button")) element.classList.toggle("pointed", found.includes(element));
  layer.setAttribute("viewBox", `0 0 ${innerWidth} ${innerHeight}`);
  const parts = places.map((each) => draw("rect", { class: each.width < SMALL ? "spot small" : "spot", rx: ROUND, ...each }));
  if (places.length && veiled) parts.unshift(draw("path", { class: "veil", d: `M0 0H${innerWidth}V${innerHeight}H0Z${places.map(hole).join("")}` }));
  const arrow = places.length ? arrowTo(places[0], from.getBoundingClientRect()) : "";
  if (arrow) parts.push(draw("path", { class: "arrow-edge", d: arrow }), draw("path", { class: "arrow", d: arrow }));
  layer.replaceChildren(...parts);
}

function hole({ x, y, width, height }) {
  const r = Math.min(ROUND, width / 2, height / 2);
  const corner = (dx, dy) => `a${r} ${r} 0 0 1 ${dx} ${dy}`;
  return `M${x + r} ${y}h${width - 2 * r}${corner(r, r)}v${height - 2 * r}${corner(-r, r)}h${2 * r - width}${corner(-r, -r)}v${2 * r - height}${corner(r, -r)}z`;
}

const between = (low, value, high) => Math.max(low, Math.min(value, high));

// From the side of the card that faces the thing, or from nearer where that is far; none where they touch.
function arrowTo(to, card) {
  const [right, bottom] = [to.x + to.width, to.y + to.height];
  if (card.left - right > NEAR) {
    const inset = Math.min(INSET, to.height / 2);
    const y = between(to.y + inset, card.top + HIGH, Math.min(bottom, innerHeight) - inset);
    return bent(card.left - 4, between(card.top + INSET, y, card.bottom - INSET), right + 5, y);
  }
  if (card.top - bottom > NEAR) return bent(card.left + card.width / 2, card.top - 4, to.x + to.width / 2, bottom + 5);
  return "";
}

function bent(x1, y1, x2, y2) {
  const part = Math.min(1, LONG / Math.hypot(x2 - x1, y2 - y1));
  const [dx, dy] = [part * (x2 - x1), part * (y2 - y1)];
  const [mx, my] = [x2 - dx / 2 - dy * 0.15, y2 - dy / 2 + dx * 0.08];
  const angle = Math.atan2(y2 - my, x2 - mx);
  const tip = (turn) => `${x2 - 13 * Math.cos(angle + turn)} ${y2 - 13 * Math.sin(angle + turn)}`;
  return `M${x2 - dx} ${y2 - dy}Q${mx} ${my} ${x2} ${y2}M${tip(0.5)}L${x2} ${y2}L${tip(-0.5)}`;
}

function showSoon() {
  cancelAnimationFrame(drawing);
  drawing = requestAnimationFrame(show);
}

addEventListener("scroll", showSoon, { capture: true, passive: true });
addEventListener("resize", showSoon);
// A board may come nearer when a piece on it is taken up.
addEventListener("click", () => requestAnimationFrame(() => settled().then(showSoon)));
