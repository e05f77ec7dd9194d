// A card under the pointer, in focus, or pressed for a while is shown large beside its place.

const TIMES = 1.7;
const LONG = 450;
const MARGIN = 12;
const STILL = 4;
const lens = Object.assign(document.createElement("div"), { id: "lens", hidden: true });
lens.setAttribute("aria-hidden", "true");
document.body.append(lens);
let pressing = 0;
let pressed = false;
let rests = null;

function cardOf(target) {
  return target.closest?.(".picture .card") || target.closest?.(".picture .can")?.querySelector(".card");
}

function enlarge(card) {
  if (!card) return hide();
  const place = card.getBoundingClientRect();
  const picture = copyOf(card);
  lens.replaceChildren(picture);
  lens.hidden = false;
  lens.dispatchEvent(new CustomEvent("enlarged", { bubbles: true, detail: card }));
  const { width } = picture.viewBox.baseVal;
  lens.style.width = `${Math.min(TIMES * Math.max(width, place.width), innerWidth - 2 * MARGIN)}px`;
  const right = place.right + MARGIN;
  const left = right + lens.offsetWidth < innerWidth ? right : place.left - MARGIN - lens.offsetWidth;
  const top = place.top + place.height / 2 - lens.offsetHeight / 2;
  lens.style.left = `${within(left, innerWidth - lens.offsetWidth)}px`;
  lens.style.top = `${within(top, innerHeight - lens.offsetHeight)}px`;
}

export function copyOf(card) {
  const { x, y, width, height } = card.getBBox();
  const picture = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  picture.setAttribute("class", "picture");
  picture.setAttribute("viewBox", `${x - 2} ${y - 2} ${width + 4} ${height + 4}`);
  const copy = card.cloneNode(true);
  copy.removeAttribute("transform");
  for (const named of [copy, ...copy.querySelectorAll("[id]")]) named.removeAttribute("id");
  picture.append(copy);
  return picture;
}

export function within(value, most) {
  return Math.max(MARGIN, Math.min(value, most - MARGIN));
}

function hide() {
  clearTimeout(pressing);
  lens.hidden = true;
}

// What comes to lie under a pointer that has not moved since it was pressed is not looked at.
const moved = ({ clientX: x, clientY: y }) => !rests || Math.hypot(x - rests.clientX, y - rests.clientY) > STILL;

document.addEventListener("pointerover", (event) => event.pointerType === "mouse" && moved(event) && enlarge(cardOf(event.target)));
document.addEventListener("focusin", (event) => event.target.matches(":focus-visible") && enlarge(cardOf(event.target)));
document.addEventListener("focusout", hide);
document.addEventListener("keydown", (event) => event.key === "Escape" && hide());
document.addEventListener("scroll", hide, { capture: true, passive: true });
document.addEventListener("pointerdown", (event) => {
  pressed = false;
  rests = event;
  hide();
  const card = event.pointerType === "touch" && cardOf(event.target);
  if (!card) return;
  pressing = setTimeout(() => {
    pressed = true;
    enlarge(card);
  }, LONG);
});
for (const end of ["pointerup", "pointercancel"]) document.addEventListener(end, hide);
document.addEventListener("contextmenu", (event) => pressed && event.preventDefault());

// A long press looks at a card; it does not play it.
document.addEventListener(
  "click",
  (event) => {
    if (pressed) event.stopImmediatePropagation();
    pressed = false;
  },
  { capture: true },
);
