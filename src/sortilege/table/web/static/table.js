// A live table: follows the stream, shows what changed, sends what is chosen.
import { get, post, Refused, showRefusal } from "./talk.js";
import { showPicture } from "./picture.js";
import { keepSeal, keptSeal, offerCheck, toHex } from "./seal.js";

const root = document.getElementById("table");
const table = root.dataset.table;
const api = `/api/tables/${table}`;
const at = (id) => document.getElementById(id);
const AGAIN = 2000;
const LOST = "The connection is lost. Trying again…";
const picked = new Set();
let stale = false;
let loading = false;
let sending = false;
let unsent = false;
let waking = 0;
let stream = null;

// What the table shows.

async function refresh() {
  stale = true;
  if (loading) return;
  loading = true;
  try {
    while (stale) {
      stale = false;
      const { invite, steps, undos } = root.dataset;
      show(await get(`/tables/${table}/board?invite=${encodeURIComponent(invite)}&steps=${steps}&undos=${undos}`));
    }
    at("link").textContent = "";
    if (unsent) showRefusal(at("refusal"), null);
    unsent = false;
  } catch (error) {
    const refused = error instanceof Refused;
    at("link").textContent = refused ? error.message : LOST;
    if (!refused || error.status >= 429) refreshSoon();
  } finally {
    loading = false;
  }
}

function refreshSoon() {
  clearTimeout(waking);
  waking = setTimeout(refresh, AGAIN);
}

function show(board) {
  const hidden = !board.picture && at("picture").querySelector("svg");
  if (hidden || (board.phase !== root.dataset.phase && board.phase !== "playing")) return location.reload();
  const scores = scoresNow();
  if (Number(root.dataset.number) !== board.number) {
    picked.clear();
    at("advice").replaceChildren();
  }
  Object.assign(root.dataset, { number: board.number, version: board.version, undos: board.undos });
  Object.assign(root.dataset, { phase: board.phase, mine: board.mine ? "yes" : "no" });
  document.title = board.title;
  const mine = board.picture.includes('class="can"') && !at("picture").querySelector(".can");
  if (board.picture) {
    showPicture(at("picture"), board.picture);
    if (!stream) follow();
  }
  if (mine) showFirstSpot();
  for (const part of ["turn", "choices", "players"]) replace(at(part), board[part]);
  showChanges(scores);
  extendLog(board.since, board.log);
  showPicks();
}

// Puts new markup in its place. Who was at a control that is gone goes on from the turn.
function replace(place, markup) {
  if (place.dataset.markup === markup) return;
  const open = [...place.querySelectorAll("details[open]")].map((details) => details.id);
  const active = place.contains(document.activeElement) ? document.activeElement : null;
  place.innerHTML = markup;
  place.dataset.markup = markup;
  for (const id of open) place.querySelector(`#${id}`)?.setAttribute("open", "");
  if (!active) return;
  const same = [...place.querySelectorAll("*")].find((control) => isSame(control, active));
  if (same) same.focus();
  else at("turn").focus({ preventScroll: true });
}

function isSame(control, old) {
  if (old.id) return control.id === old.id;
  if (old.dataset.move) return control.dataset.move === old.dataset.move;
  return control.isEqualNode(old);
}

// On a small screen the picture is larger than its frame: bring what can be done into it.
function showFirstSpot() {
  const frame = at("picture");
  const spot = frame.querySelector(".can");
  if (!spot || frame.scrollWidth <= frame.clientWidth) return;
  const [inner, outer] = [spot.getBoundingClientRect(), frame.getBoundingClientRect()];
  frame.scrollBy(inner.x - outer.x - 40, inner.y - outer.y - 60);
}

function scoresNow() {
  return [...document.querySelectorAll(".score[data-score]")].map((score) => Number(score.dataset.score));
}

function showChanges(before) {
  document.querySelectorAll(".score[data-score]").forEach((score, seat) => {
    const change = Number(score.dataset.score) - before[seat];
    if (!change) return;
    const note = document.createElement("span");
    note.className = change > 0 ? "change good" : "change bad";
    note.textContent = change > 0 ? `+${change}` : `−${-change}`;
    score.append(note);
    setTimeout(() => note.remove(), 2000);
  });
}

function extendLog(since, steps) {
  const log = at("log");
  const frame = log.parentNode;
  const atEnd = frame.scrollHeight - frame.scrollTop - frame.clientHeight < 40;
  const old = since === 0 ? [...log.children] : [];
  const lines = steps.flatMap((sentences, i) => sentences.map((sentence) => logLine(since + i, sentence)));
  while (lines.length && old[0]?.isEqualNode(lines[0])) {
    old.shift();
    lines.shift();
  }
  for (const line of old) line.remove();
  log.append(...lines);
  root.dataset.steps = since + steps.length;
  if (atEnd) frame.scrollTop = frame.scrollHeight;
}

function logLine(step, sentence) {
  const line = Object.assign(document.createElement("li"), { textContent: sentence });
  line.dataset.step = step;
  return line;
}

// What is chosen.

async function send(path, body) {
  if (sending) return false;
  sending = true;
  root.classList.add("sending");
  try {
    await post(`${api}/${path}`, body);
    showRefusal(at("refusal"), null);
    refresh();
    return true;
  } catch (error) {
    refuse(error);
    return false;
  } finally {
    sending = false;
    root.classList.remove("sending");
  }
}

// Says why something was not done. That it may not have been done is said until the house answers again.
function refuse(error) {
  unsent = !(error instanceof Refused);
  showRefusal(at("refusal"), error, root.dataset.guide);
  if (unsent) refreshSoon();
  else refresh();
}

// Whatever becomes of the answer, this browser adds the same bytes to the dice of a table.
async function sit(seat) {
  const waiting = root.dataset.phase === "waiting";
  const random = crypto.getRandomValues(new Uint8Array(16));
  const fresh = { commitment: at("commitment").textContent, addition: toHex(random) };
  const { addition } = keepSeal(table, { ...fresh, ...keptSeal(table) });
  const sat = await send(`seats/${seat}/sit`, { addition, invite: root.dataset.invite });
  if (sat) keepSeal(table, { added: waiting });
}

async function stand(seat) {
  if (await send(`seats/${seat}/stand`)) keepSeal(table, { added: false });
}

const number = () => Number(root.dataset.number);
const play = (move) => send("moves", { move, number: number() });

const deeds = {
  undo: () => send("undo", { number: number() }),
  sit,
  stand,
  back: (seat) => send(`seats/${seat}/back`),
  bot: (seat) => send(`seats/${seat}/bot`, { bot: at(`bot-${seat}`).value }),
  hints: () => advise(),
  zoom: () => {
    const whole = at("picture").classList.toggle("whole");
    document.querySelector('[data-do="zoom"]').setAttribute("aria-pressed", whole);
  },
  copy: async () => {
    at("invite").select();
    await navigator.clipboard?.writeText(at("invite").value);
  },
};

function choose(target) {
  const pick = target.closest("[data-pick]");
  const move = target.closest("[data-move]");
  const deed = target.closest("[data-do]");
  if (pick) toggle(pick);
  else if (move) play(move.dataset.move);
  else if (deed) deeds[deed.dataset.do]?.(deed.dataset.seat);
  else return false;
  return true;
}

// Good moves, as buttons that play them.
async function advise() {
  const [place, asked] = [at("advice"), number()];
  place.replaceChildren(Object.assign(document.createElement("p"), { textContent: "Thinking…", className: "faint" }));
  try {
    const found = await post(`${api}/hints`, { number: asked });
    if (asked === number()) place.replaceChildren(...found.map(adviceLine));
  } catch (error) {
    place.replaceChildren();
    refuse(error);
  }
}

function adviceLine({ move, label, chance, low, high, words }) {
  const line = document.createElement("p");
  const button = Object.assign(document.createElement("button"), { type: "button", textContent: label });
  button.className = "quiet";
  button.dataset.move = move;
  const percent = (part) => Math.round(100 * part);
  line.append(button, ` ${words}: wins ${percent(chance)} % (${percent(low)} to ${percent(high)})`);
  return line;
}

function toggle(pick) {
  const { value } = pick.dataset;
  if (!picked.delete(value)) picked.add(value);
  showPicks();
}

function showPicks() {
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
  button.textContent = moves[text] || (picked.size ? "This choice is not possible" : "Choose on the picture");
  if (text) button.dataset.move = text;
  else delete button.dataset.move;
}

function inAnyOrder(words) {
  return words.sort().join(" ");
}

function slide(field) {
  const choice = field.closest("[data-range]");
  if (!choice) return;
  const moves = JSON.parse(choice.dataset.range);
  for (const other of choice.querySelectorAll("input")) if (other !== field) other.value = field.value;
  const button = choice.querySelector("button");
  const found = moves[Number(field.value)];
  button.disabled = !found;
  button.textContent = found ? found[1] : `${field.value} is not possible`;
  if (found) button.dataset.move = found[0];
}

document.addEventListener("click", (event) => choose(event.target));
document.addEventListener("input", (event) => slide(event.target));
document.addEventListener("keydown", (event) => {
  const onPicture = event.target.closest?.("svg");
  if (onPicture && (event.key === "Enter" || event.key === " ") && choose(event.target)) event.preventDefault();
});

// Talk, tabs, clocks.

at("say").addEventListener("submit", async (event) => {
  event.preventDefault();
  const field = event.target.elements.text;
  try {
    await post(`${api}/messages`, { text: field.value });
    field.value = "";
  } catch (error) {
    refuse(error);
  }
});

function hear(message) {
  const messages = at("messages");
  const heard = [...messages.children];
  if (heard.some((line) => Number(line.dataset.number) === message.number)) return;
  const line = document.createElement("li");
  line.dataset.number = message.number;
  line.append(Object.assign(document.createElement("strong"), { textContent: message.name }), ` ${message.text}`);
  const later = heard.find((other) => Number(other.dataset.number) > message.number);
  messages.insertBefore(line, later || null);
  messages.parentNode.scrollTop = messages.scrollHeight;
}

async function catchUp() {
  for (const message of await get(`${api}/messages`)) hear(message);
}

for (const tab of document.querySelectorAll("[data-tab]")) {
  tab.addEventListener("click", () => {
    for (const each of document.querySelectorAll("[data-tab]")) {
      each.setAttribute("aria-pressed", each === tab);
      at(`tab-${each.dataset.tab}`).classList.toggle("shown", each === tab);
    }
  });
}

setInterval(() => {
  const clock = document.querySelector("[data-running]");
  if (!clock) return;
  clock.dataset.left = Math.max(0, Number(clock.dataset.left) - 1000);
  const seconds = Math.floor(Number(clock.dataset.left) / 1000);
  if (seconds >= 172800) return;
  const pad = (value) => String(value).padStart(2, "0");
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  clock.lastChild.textContent = `${hours ? `${hours}:${pad(minutes)}` : minutes}:${pad(seconds % 60)}`;
}, 1000);

// The stream.

function follow() {
  stream = new EventSource(`${api}/stream`);
  stream.addEventListener("open", () => {
    at("link").textContent = "";
    catchUp().catch(() => {});
  });
  stream.addEventListener("error", () => {
    at("link").textContent = LOST;
    if (stream.readyState === EventSource.CLOSED) setTimeout(follow, AGAIN);
  });
  stream.addEventListener("position", (event) => {
    const { number, version } = JSON.parse(event.data);
    if (number !== Number(root.dataset.number) || version !== Number(root.dataset.version)) refresh();
  });
  stream.addEventListener("seats", refresh);
  stream.addEventListener("message", (event) => hear(JSON.parse(event.data)));
}

addEventListener("pagehide", () => stream?.close());
addEventListener("pageshow", (event) => event.persisted && location.reload());

if (at("invite")) at("invite").value = location.origin + at("invite").dataset.path;
for (const frame of document.querySelectorAll(".scroll")) frame.scrollTop = frame.scrollHeight;
at("turn").tabIndex = -1;
offerCheck(table);
showPicks();
showFirstSpot();
if ("unready" in root.dataset) sit(root.dataset.seat);
if (root.querySelector("#picture svg")) follow();
setInterval(() => stream || refresh(), 5000);
