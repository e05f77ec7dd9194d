// Runs of moves that are one thought: choose a piece, see where it can go, choose the place, see the path, confirm.
// A panel marks its pieces with data-piece, its places with data-place, small things that are chosen in two steps with data-aim, and
// leaves two layers to draw in, below and above its pieces; #paths has what the house says about them.
const SVG = "http://www.w3.org/2000/svg";
const SETTING = "paths at once";
const NEAR = 64;
const STEP = 120;
const LONGEST = 900;
const MAP = 0.27;
const FAR = 6;
const still = matchMedia("(prefers-reduced-motion: reduce)");
const idle = { piece: null, place: null };
let chosen = { ...idle };
let view = null;
let walk = async () => {};

// Who sends the moves.
export function walkBy(send) {
  walk = send;
}

const at = (id) => document.getElementById(id);
const find = (name, value) => document.querySelector(`[data-${name}="${CSS.escape(value)}"]`);
const paths = () => JSON.parse(at("paths")?.dataset.paths || "{}");

function draw(name, attributes, ...inside) {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.append(...inside);
  return element;
}

function tag(name, attributes, ...inside) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.append(...inside);
  return element;
}

function middle(element) {
  const { x, y, width, height } = element.getBBox();
  return { x: x + width / 2, y: y + height / 2 };
}

// The moves to a place, and the places on the way.
function pathTo(piece, place) {
  const ways = paths()[piece];
  const steps = [];
  for (let here = place; here && ways[here]; here = ways[here][0]) steps.unshift({ place: here, move: ways[here][1] });
  return steps;
}

// A piece is taken up: its places can be chosen.
function takeUp(piece) {
  putDown();
  const ways = paths()[piece];
  const element = find("piece", piece);
  if (!ways || !element) return;
  chosen = { piece, place: null };
  element.setAttribute("aria-pressed", "true");
  element.classList.add("taken");
  zoomTo(element);
  const under = element.ownerSVGElement.querySelector("[data-under]");
  const size = Number(element.ownerSVGElement.querySelector("[data-cells]").dataset.cells);
  for (const [place, [, , label, outcome]] of Object.entries(ways)) {
    const cell = find("place", place);
    const { x, y } = middle(cell);
    const name = `${capital(cell.dataset.name)}. ${label}${outcome ? `: ${outcome}` : ""}`;
    const spot = draw("g", { class: outcome ? "go event" : "go", "data-go": place, role: "button", tabindex: "-1", "aria-label": name });
    const title = draw("title", {}, name);
    const field = draw("circle", { class: "field", cx: x, cy: y, r: size * 0.86 });
    spot.append(title, field, draw("circle", { class: "step-dot", cx: x, cy: y, r: outcome ? size * 0.3 : size * 0.14 }));
    under.append(spot);
  }
  under.querySelector("[data-go]")?.setAttribute("tabindex", "0");
  const count = Object.keys(ways).length;
  say(`${label(element)}: ${count} ${count === 1 ? "place" : "places"} within reach. Choose one on the board.`, [dropButton()]);
}

const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);
const label = (element) => element.getAttribute("aria-label").split(",")[0];

// A place is chosen: the path is shown, and confirmed, unless the setting says that it need not be.
function goTo(place) {
  const { piece } = chosen;
  const [, , title, outcome, rest] = paths()[piece][place];
  chosen.place = place;
  showPath();
  if (view) look(middle(find("piece", piece)), middle(find("place", place)));
  if (atOnce()) return confirm();
  const way = `${label(find("piece", piece))} goes to ${find("place", place).dataset.name}`;
  const text = [outcome ? `${way} and ${outcome}.` : `${way}.`, rest].filter(Boolean).join(" ");
  const go = tag("button", { type: "button", class: "option go-button", "data-path": "go" }, tag("span", { class: "says" }, tag("b", {}, title)));
  say(text, [go, dropButton()]);
  go.focus({ preventScroll: true });
}

function showPath() {
  const element = find("piece", chosen.piece);
  const svg = element.ownerSVGElement;
  const size = Number(svg.querySelector("[data-cells]").dataset.cells);
  const small = 1 / (svg.getScreenCTM()?.a || 1);
  const steps = pathTo(chosen.piece, chosen.place);
  const points = [middle(element), ...steps.map(({ place }) => middle(find("place", place)))];
  const line = points.map(({ x, y }) => `${x.toFixed(1)} ${y.toFixed(1)}`).join("L");
  const way = draw("g", { class: "way", "data-way": "" });
  for (const { x, y } of points.slice(1)) way.append(draw("use", { class: "way-cell", href: "#board-hex", x, y }));
  way.append(draw("path", { class: "way-edge", d: `M${line}` }), draw("path", { class: "way-line", d: `M${line}` }));
  const over = draw("g", { class: "way-numbers", "data-way": "" });
  const ghost = element.cloneNode(true);
  const [from, to] = [points[0], points.at(-1)];
  for (const name of ["id", "data-piece", "role", "tabindex", "aria-label", "aria-pressed"]) ghost.removeAttribute(name);
  ghost.setAttribute("class", "ghost");
  ghost.setAttribute("transform", `translate(${to.x - from.x} ${to.y - from.y})`);
  over.append(ghost);
  points.slice(1).forEach(({ x, y }, i) => {
    const aside = i === steps.length - 1 ? size * 0.62 : 0;
    const disc = draw("g", { class: "way-number", transform: `translate(${x - aside} ${y - aside}) scale(${small})` });
    const text = draw("text", { class: "heavy middle", y: 4.4, "font-size": 12.6 }, String(i + 1));
    disc.append(draw("circle", { r: 10.5 }), text);
    over.append(disc);
  });
  for (const old of svg.querySelectorAll("[data-way]")) old.remove();
  spend(svg.querySelector("[data-gauge]"), steps.length);
  const [, , , , , hits = [], fate = ""] = paths()[chosen.piece][chosen.place];
  hits.forEach((id, i) => {
    const { x, y } = middle(at(id));
    over.append(draw("circle", { class: "hit-edge", cx: x, cy: y, r: size * 0.95 }), draw("circle", { class: "hit", cx: x, cy: y, r: size * 0.95 }));
    if (i) return;
    const [wide, left] = [fate.length * 7.4 + 18, x > svg.viewBox.baseVal.x + svg.viewBox.baseVal.width * 0.75];
    const flag = draw("g", { class: "fate", transform: `translate(${x + (left ? -1 : 1) * size * 0.7} ${y - size * 0.9}) scale(${small})` });
    flag.append(draw("rect", { x: left ? -wide : 0, y: -15, width: wide, height: 24, rx: 12 }));
    flag.append(draw("text", { class: "strong middle", x: left ? -wide / 2 : wide / 2, y: 2, "font-size": 13 }, fate));
    over.append(flag);
  });
  svg.querySelector("[data-under]").append(way);
  svg.querySelector("[data-over]").append(over);
  for (const spot of svg.querySelectorAll("[data-go]")) spot.tabIndex = spot.dataset.go === chosen.place ? 0 : -1;
}

// A gauge shows what the path would take of it.
function spend(gauge, cost) {
  if (!gauge) return;
  const taken = gauge.cloneNode();
  const total = gauge.getAttribute("pathLength");
  taken.setAttribute("class", "gauge-cost");
  taken.setAttribute("data-way", "");
  taken.setAttribute("stroke-dasharray", `${"0.5 0.5 ".repeat(cost)}0 ${total}`);
  taken.setAttribute("stroke-dashoffset", cost - Number(gauge.dataset.gauge));
  gauge.after(taken);
}

// Something small is aimed at: it is named, and confirmed.
function aimAt(target) {
  putDown();
  zoomTo(target);
  target.classList.add("taken");
  const name = target.getAttribute("aria-label");
  const go = tag("button", { type: "button", class: "option go-button", "data-move": target.dataset.aim });
  go.append(tag("span", { class: "says" }, tag("b", {}, name)));
  say("", [go, dropButton()]);
  go.focus({ preventScroll: true });
}

// The moves are sent one by one while the piece walks.
async function confirm() {
  const { piece, place } = chosen;
  const steps = pathTo(piece, place);
  const element = find("piece", piece);
  const points = [middle(element), ...steps.map((step) => middle(find("place", step.place)))];
  const frames = points.map(({ x, y }) => ({ translate: `${x - points[0].x}px ${y - points[0].y}px` }));
  const timing = { duration: Math.min(LONGEST, STEP * steps.length), fill: "forwards" };
  putDown();
  const walking = still.matches ? null : element.animate(frames, timing);
  await walk(steps.map(({ move }) => move), walking?.finished);
  walking?.cancel();
}

export function putDown() {
  for (const drawn of document.querySelectorAll("[data-way], [data-go]")) drawn.remove();
  for (const element of document.querySelectorAll(".taken")) {
    element.classList.remove("taken");
    if (element.dataset.piece) element.setAttribute("aria-pressed", "false");
  }
  zoomOut();
  chosen = { ...idle };
  at("paths")?.replaceChildren();
}

function dropButton() {
  return tag("button", { type: "button", class: "quiet", "data-path": "drop" }, "Put it down");
}

function say(text, buttons) {
  const once = tag("label", { class: "once" }, tag("input", { type: "checkbox", id: "at-once" }), " Walk at once, without asking");
  once.firstChild.checked = atOnce();
  at("paths").replaceChildren(tag("p", { role: "status" }, text), tag("div", { class: "buttons" }, ...buttons), ...(chosen.piece ? [once] : []));
}

const atOnce = () => localStorage.getItem(SETTING) === "yes";

// On a phone the board comes nearer, so that a finger finds its place; a small map shows which part that is.

function zoomTo(element) {
  const svg = element.ownerSVGElement;
  const cells = svg.querySelector("[data-cells]");
  const scale = svg.getScreenCTM()?.a || 1;
  const across = cells ? Number(cells.dataset.cells) * Math.sqrt(3) * scale : NEAR;
  if (at("table").dataset.layout !== "phone" || across >= NEAR - 1) return;
  const { x, y } = middle(element);
  const whole = svg.viewBox.baseVal;
  view = { svg, whole: svg.getAttribute("viewBox"), width: whole.width, height: whole.height, zoom: NEAR / across, x, y };
  svg.classList.add("near");
  const k = MAP / view.zoom;
  view.map = draw("g", { class: "map", "aria-hidden": "true" });
  view.window = draw("rect", { width: whole.width / view.zoom, height: whole.height / view.zoom, rx: 8 });
  view.map.append(draw("rect", { class: "map-ground", x: -12, y: -12, width: whole.width + 24, height: whole.height + 24, rx: 24 }));
  for (const part of svg.querySelectorAll("[data-map]")) view.map.append(draw("use", { href: `#${part.id}` }));
  view.map.append(view.window);
  view.scale = k;
  svg.append(view.map);
  pan(0, 0);
}

function pan(dx, dy) {
  const { svg, width, height, zoom, map, window: part } = view;
  const [w, h] = [width / zoom, height / zoom];
  view.x = Math.min(width - w / 2, Math.max(w / 2, view.x + dx));
  view.y = Math.min(height - h / 2, Math.max(h / 2, view.y + dy));
  const [left, top] = [view.x - w / 2, view.y - h / 2];
  svg.setAttribute("viewBox", `${left} ${top} ${w} ${h}`);
  part.setAttribute("x", left);
  part.setAttribute("y", top);
  map.setAttribute("transform", `translate(${left + 16 * view.scale} ${top + h - (height + 16) * view.scale}) scale(${view.scale})`);
}

// Shows both ends of a path, or the far one.
function look(from, to) {
  const both = Math.abs(to.x - from.x) < (0.7 * view.width) / view.zoom && Math.abs(to.y - from.y) < (0.6 * view.height) / view.zoom;
  const { x, y } = both ? { x: (from.x + to.x) / 2, y: (from.y + to.y) / 2 } : to;
  pan(x - view.x, y - view.y);
}

function zoomOut() {
  if (!view) return;
  view.svg.setAttribute("viewBox", view.whole);
  view.svg.classList.remove("near");
  view.map.remove();
  view = null;
}

let drag = null;
document.addEventListener("pointerdown", (event) => {
  if (view?.svg.contains(event.target)) drag = { x: event.clientX, y: event.clientY, far: false };
});
document.addEventListener("pointermove", (event) => {
  if (!drag || !view) return;
  const [dx, dy] = [event.clientX - drag.x, event.clientY - drag.y];
  if (!drag.far && Math.hypot(dx, dy) < FAR) return;
  const scale = view.svg.getScreenCTM().a;
  pan(-dx / scale, -dy / scale);
  drag = { x: event.clientX, y: event.clientY, far: true };
});
document.addEventListener("pointerup", () => setTimeout(() => (drag = null)));
document.addEventListener("pointercancel", () => (drag = null));

// By pointer and by keyboard.

function choose(target) {
  if (drag?.far) return true;
  const part = (name) => target.closest?.(`[data-${name}]`);
  const deed = part("path");
  if (deed) deed.dataset.path === "go" ? confirm() : letGo();
  else if (part("piece")) part("piece").dataset.piece === chosen.piece ? letGo() : takeUp(part("piece").dataset.piece);
  else if (part("go")) goTo(part("go").dataset.go);
  else if (part("aim")) aimAt(part("aim"));
  else return false;
  return true;
}

function letGo() {
  const piece = chosen.piece && find("piece", chosen.piece);
  putDown();
  piece?.focus({ preventScroll: true });
}

const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

// The nearest place in a direction.
function neighbour(from, [right, down]) {
  const here = from.getBoundingClientRect();
  let best = null;
  for (const spot of document.querySelectorAll("[data-go]")) {
    const there = spot.getBoundingClientRect();
    const [dx, dy] = [there.x + there.width / 2 - here.x - here.width / 2, there.y + there.height / 2 - here.y - here.height / 2];
    const [along, aside] = [dx * right + dy * down, Math.abs(dx * down + dy * right)];
    const far = along + 2 * aside;
    if (spot !== from && along > 1 && along >= aside * 0.5 && (!best || far < best.far)) best = { spot, far };
  }
  return best?.spot;
}

document.addEventListener("click", (event) => choose(event.target));
document.addEventListener("change", (event) => {
  if (event.target.id === "at-once") localStorage.setItem(SETTING, event.target.checked ? "yes" : "no");
});
document.addEventListener("keydown", (event) => {
  const { key, target } = event;
  const mine = target.closest?.("[data-piece], [data-go], [data-aim]");
  if (mine && (key === "Enter" || key === " ") && choose(target)) {
    event.preventDefault();
    const first = document.querySelector("[data-go]");
    if (chosen.piece && !chosen.place && first) first.focus({ preventScroll: true });
  } else if (key === "Escape" && (chosen.piece || document.querySelector(".taken"))) letGo();
  else if (mine?.dataset.go && ARROWS[key]) {
    event.preventDefault();
    const next = neighbour(mine, ARROWS[key]);
    if (!next) return;
    mine.tabIndex = -1;
    next.tabIndex = 0;
    next.focus({ preventScroll: true });
    if (view) {
      const { x, y } = middle(next);
      pan(x - view.x, y - view.y);
    }
  }
});
