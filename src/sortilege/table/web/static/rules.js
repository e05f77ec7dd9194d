// Rule cards: what a question, a panel, a sign or a card is about, shown beside it.
import { get } from "./talk.js";
import { copyOf, within } from "./lens.js";

const MARGIN = 12;
const PICTURES = ".picture :is(use, image, .card)";
const ACTIVE = "button, a, summary, [data-move], [data-pick], [data-piece], [data-go], [data-aim]";
const address = document.querySelector("[data-help]")?.dataset.help;
const card = element("section", "rule-card", "sheet");
card.popover = "auto";
card.setAttribute("role", "dialog");
card.setAttribute("aria-labelledby", "rule-title");
document.body.append(card);
let known = null;
let opener = null;
let under = null;

function element(name, id = "", className = "", text = "") {
  return Object.assign(document.createElement(name), { id, className, textContent: text });
}

function button(text, about, className = "link") {
  const found = Object.assign(element("button", "", className, text), { type: "button" });
  if (about) found.dataset.rules = about;
  return found;
}

// What a piece of a picture is called: a sign by its icon, a card by its drawing.
function subjectOf(piece) {
  const link = (piece.matches(".card") ? piece.querySelector("image") : piece)?.getAttribute("href") ?? "";
  const sign = link.match(/#i-(\w+)$/);
  const drawn = link.match(/^\/art\/[^/]+\/([^.]+)\.svg/);
  return sign ? `sign:${sign[1]}` : drawn ? `card:${drawn[1]}` : "";
}

const find = (about) => {
  const [kind, ...name] = about.split(":");
  return known[kind]?.[name.join(":")];
};

async function open(about, from, picture = null) {
  known ??= await get(address);
  const found = find(about);
  if (!found) return;
  if (!card.contains(from)) opener = from;
  const [kind] = about.split(":");
  const panel = kind === "panel" ? from.closest(".panel") : null;
  const rules = kind === "rule" ? [about.slice(5)] : (found.rules ?? found);
  const title = element("h2", "rule-title", "", found.name ?? panel?.getAttribute("aria-label") ?? "");
  const shut = button("×", "", "quiet shut");
  shut.setAttribute("aria-label", "Close");
  shut.autofocus = true;
  shut.addEventListener("click", () => card.hidePopover());
  const head = element("header");
  head.append(...(picture ? [picture] : []), title, shut);
  card.replaceChildren(head, ...rules.map((rule) => ruleLine(rule, kind === "rule")), ...thingsIn(panel));
  if (card.matches(":popover-open")) shut.focus();
  else card.showPopover();
  stand(picture && from.isConnected ? from : (opener ?? from));
}

// A rule: its words, and its place in the guide.
function ruleLine(id, alone) {
  const line = element("p", "", "rule-line");
  const link = element("a", "", "", alone ? "Open the guide here" : known.rule[id].name);
  Object.assign(link, { href: `${known.guide}#${id}`, target: "_blank" });
  const text = element("span");
  text.innerHTML = `${known.rule[id].text} `;
  line.append(text, link);
  return line;
}

// The signs and cards of a panel, each a way to its own card.
function thingsIn(panel) {
  const here = new Map();
  for (const piece of panel?.querySelectorAll(`.whole ${PICTURES}`) ?? []) {
    const about = subjectOf(piece);
    if (about && find(about) && !here.has(about)) here.set(about, piece);
  }
  if (!here.size) return [];
  const list = element("p", "", "rule-things");
  list.append("Here too: ", ...[...here].map(([about, piece]) => thing(about, piece)));
  return [list];
}

function thing(about, piece) {
  const found = button(find(about).name, about);
  if (about.startsWith("sign")) found.prepend(copyOf(piece));
  return found;
}

// Beside what it is about; on a phone the style puts it at the lower edge.
function stand(from) {
  const place = from.getBoundingClientRect();
  const right = place.right + MARGIN;
  const left = right + card.offsetWidth < innerWidth ? right : place.left - MARGIN - card.offsetWidth;
  card.style.left = `${within(left, innerWidth - card.offsetWidth)}px`;
  card.style.top = `${within(place.top, innerHeight - card.offsetHeight)}px`;
}

card.addEventListener("toggle", ({ newState }) => {
  if (newState !== "closed" || document.activeElement !== document.body) return;
  const again = opener?.isConnected ? opener : document.querySelector(`[data-rules="${opener?.dataset?.rules}"]`);
  again?.focus?.({ preventScroll: true });
});

// The smallest thing at this point that has rules.
function pieceAt({ target, clientX: x, clientY: y }) {
  const picture = target.closest?.(".whole > .picture");
  const size = ({ width, height }) => width * height;
  const pieces = [...(picture?.querySelectorAll("use, image, .card") ?? [])].filter((piece) => {
    const box = piece.getBoundingClientRect();
    return x >= box.left && x <= box.right && y >= box.top && y <= box.bottom && find(subjectOf(piece));
  });
  return pieces.sort((one, other) => size(one.getBoundingClientRect()) - size(other.getBoundingClientRect()))[0];
}

const openPiece = (piece) => open(subjectOf(piece), piece, copyOf(piece));

async function look(event) {
  const asked = event.target.closest?.("[data-rules]");
  if (asked) {
    event.preventDefault();
    return open(asked.dataset.rules, asked);
  }
  if (event.target.closest?.(ACTIVE) || !event.target.closest?.(".whole > .picture")) return;
  known ??= await get(address);
  const piece = pieceAt(event);
  if (piece) openPiece(piece);
}

// What a sign or card is about, in a sentence or two.
function gistOf(piece) {
  const [rule] = find(subjectOf(piece))?.rules ?? [];
  return rule ? Object.assign(element("p"), { innerHTML: known.rule[rule].text }).textContent : "";
}

// A sign under the pointer is named, with its first rule.
async function nameSign({ target }) {
  if (!target.matches?.(".picture use")) return;
  known ??= await get(address);
  const found = !target.firstChild && find(subjectOf(target));
  if (!found) return;
  const title = document.createElementNS("http://www.w3.org/2000/svg", "title");
  title.textContent = `${found.name}. ${gistOf(target)}`;
  target.append(title);
}

// A card shown large has its first rule below it.
function explain({ target, detail }) {
  const words = known && gistOf(detail);
  if (words) target.append(element("p", "", "", words));
}

// "?" asks about what has the focus, or what the pointer was moved onto, or else about the question.
async function ask() {
  known ??= await get(address);
  const focus = document.activeElement;
  const inside = [...(focus?.closest?.(".picture") ? focus.querySelectorAll(".card, image, use") : [])];
  const own = focus?.closest?.(".panel")?.querySelector("[data-rules]");
  const piece = inside.find((each) => find(subjectOf(each))) ?? (own || !under ? null : pieceAt(under));
  if (piece) return openPiece(piece);
  const asked = own ?? document.querySelector('[data-rules^="question"]') ?? document.querySelector("[data-rules]");
  if (asked) open(asked.dataset.rules, asked);
}

if (address) {
  document.addEventListener("click", look);
  document.addEventListener("pointerover", nameSign);
  document.addEventListener("enlarged", explain);
  document.addEventListener("pointermove", (event) => {
    if (event.movementX || event.movementY) under = event;
  });
  document.addEventListener("pointerdown", () => (under = null));
  document.addEventListener("pointerover", async () => (known ??= await get(address)), { once: true });
  document.addEventListener("keydown", (event) => {
    const writes = event.target.closest?.("input:not([type=range], [type=checkbox]), textarea, select");
    if (event.key === "?" && !writes) ask();
  });
}
