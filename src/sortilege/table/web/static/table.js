// A live table: follows the stream, shows what changed, sends what is chosen.
import { showBranch } from "./branches.js";
import { get, post, Refused, showRefusal } from "./talk.js";
import { catchUp, hear, talk } from "./chat.js";
import { foldCoach, lookBack } from "./coach.js";
import { endOf, showEnd } from "./ending.js";
import "./house.js";
import { putDown, walkBy } from "./paths.js";
import { chooseTogether, dropRun, runBy, showRun } from "./runs.js";
import { layoutNow, panelsHere, showPanels } from "./panels.js";
import { clearPicks, showPicks, slide, toggle } from "./picks.js";
import { mark, showAgain, walkTo } from "./steps.js";
import { showSound, soundOf, switchSound } from "./sound.js";
import { keepSeal, keptSeal, offerCheck, toHex } from "./seal.js";

const root = document.getElementById("table");
const table = root.dataset.table;
const api = `/api/tables/${table}`;
const at = (id) => document.getElementById(id);
const invite = new URLSearchParams(location.search).get("invite") ?? "";
const AGAIN = 2000;
const FOLLOW_AGAIN = 500;
const LOST = "The connection is lost. Trying again…";
const COUNTING = 400;
const SLIDE = { duration: 240, easing: "ease-out" };
const LIFT = { duration: 200, easing: "ease-out" };
const still = matchMedia("(prefers-reduced-motion: reduce)");
let stale = false;
let loading = null;
let sending = null;
let unsent = false;
let walking = false;
let waking = 0;
let stream = null;

addEventListener("resize", () => {
  if (layoutNow() !== root.dataset.layout) refresh();
});

// What the table shows.

function refresh() {
  stale = true;
  loading ??= load().finally(() => (loading = null));
  return loading;
}

async function load() {
  try {
    while (stale) {
      stale = false;
      const { steps, undos } = root.dataset;
      const has = root.dataset.layout === layoutNow() ? panelsHere(at("cloth"), at("rail")) : "";
      const asks = new URLSearchParams({ invite, steps, undos, has, layout: layoutNow() });
      const board = await get(`/tables/${table}/board?${asks}`);
      const upTo = (step) => extendLog(board.since, board.log.slice(0, step - board.since), board.actors);
      if (await walkTo(board, stepAside, upTo)) stale = true;
      else show(board, ends(board) ? await endOf() : null);
      stale ||= board.layout !== layoutNow();
    }
    at("link").textContent = "";
    if (unsent) showRefusal(at("refusal"), null);
    unsent = false;
  } catch (error) {
    const refused = error instanceof Refused;
    at("link").textContent = refused ? error.message : LOST;
    if (!refused || error.status >= 429) refreshSoon();
  }
}

// While steps of others are shown there is nothing to choose.
function stepAside() {
  Object.assign(root.dataset, { number: "", mine: "no" });
  for (const part of ["meanwhile", "coach", "choices"]) replace(at(part), "");
  if (at("turn").querySelector(".turn")) replace(at("turn"), "<h2>The others play</h2>");
}

function refreshSoon() {
  clearTimeout(waking);
  waking = setTimeout(refresh, AGAIN);
}

const ends = (board) => board.shown && board.phase === "over" && root.dataset.phase === "playing";

function show(board, end) {
  const hidden = !board.shown && "shown" in root.dataset;
  if (hidden || (!end && board.phase !== root.dataset.phase && board.phase !== "playing")) return location.reload();
  const scores = scoresNow();
  const turn = turnNow()?.dataset.seat;
  const was = { number: number(), version: Number(root.dataset.version), mine: root.dataset.mine };
  if (was.number !== board.number) {
    clearPicks();
    putDown();
    dropRun();
    at("advice").replaceChildren();
  }
  if (sending?.answered && (was.number !== board.number || was.version !== board.version)) sent(sending);
  if (root.dataset.layout !== board.layout) for (const aside of document.querySelectorAll(".asides details")) aside.open = false;
  Object.assign(root.dataset, { number: board.number, version: board.version, undos: board.undos });
  Object.assign(root.dataset, { phase: board.phase, mine: board.mine ? "yes" : "no", layout: board.layout });
  document.title = board.title;
  at("where").textContent = board.where;
  if (board.shown) {
    root.dataset.shown = "";
    showPanels([[at("cloth"), board.cloth], [at("rail"), board.rail]], board.panels);
    if (!stream) follow();
  }
  for (const part of ["turn", "meanwhile", "coach", "choices", "players", "host"]) replace(at(part), board[part]);
  showChanges(scores);
  if (turnNow() && turnNow().dataset.seat !== turn) lift(turnNow());
  extendLog(board.since, board.log, board.actors);
  foldCoach();
  showPicks();
  showRun();
  showBranch(was.number !== board.number);
  if (was.number !== board.number || was.mine === "no") mark();
  if (board.mine && (was.mine === "no" || was.number !== board.number)) ask(was.mine === "no");
  if (end) showEnd(end);
}

// A new question: what it is about stands first, so the page goes there.
function ask(turned) {
  at("ask").scrollTop = 0;
  if (root.dataset.layout === "phone") scrollTo({ top: 0 });
  if (!turned) return;
  soundOf("turn");
  if (!still.matches) at("ask").animate([{ translate: "0 24px", opacity: 0.4 }, { translate: "0 0", opacity: 1 }], SLIDE);
}

const turnNow = () => document.querySelector(".player.turn");

function lift(plate) {
  if (!still.matches) plate.animate([{ translate: "0 0" }, { translate: "0 -5px" }, { translate: "0 0" }], LIFT);
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

function scoresNow() {
  return [...document.querySelectorAll(".score[data-score]")].map((score) => Number(score.dataset.score));
}

function showChanges(before) {
  document.querySelectorAll(".score[data-score]").forEach((score, seat) => {
    const change = Number(score.dataset.score) - before[seat];
    if (!change) return;
    soundOf("coin");
    countUp(score.lastChild, before[seat], Number(score.dataset.score));
    const note = document.createElement("span");
    note.className = change > 0 ? "change good" : "change bad";
    note.textContent = change > 0 ? `+${change}` : `−${-change}`;
    score.append(note);
    setTimeout(() => note.remove(), 2000);
  });
}

function countUp(text, from, to) {
  if (still.matches) return;
  const began = performance.now();
  const tick = (now) => {
    const part = Math.min(1, (now - began) / COUNTING);
    text.data = String(Math.round(from + (to - from) * part)).replace("-", "−");
    if (part < 1) requestAnimationFrame(tick);
  };
  requestAnimationFrame(tick);
}

function extendLog(since, steps, actors) {
  const log = at("log");
  const frame = log.parentNode;
  const atEnd = frame.scrollHeight - frame.scrollTop - frame.clientHeight < 40;
  const old = [...log.children].filter((line) => Number(line.dataset.step) >= since);
  const lines = steps.flatMap((sentences, i) => sentences.map((sentence, j) => logLine(since + i, sentence, actors[i][j])));
  while (lines.length && old[0]?.isEqualNode(lines[0])) {
    old.shift();
    lines.shift();
  }
  for (const line of old) line.remove();
  log.append(...lines);
  root.dataset.steps = since + steps.length;
  if (atEnd) frame.scrollTop = frame.scrollHeight;
}

function logLine(step, sentence, actor) {
  const line = Object.assign(document.createElement("li"), { textContent: sentence });
  line.dataset.step = step;
  if (actor !== null) line.dataset.actor = actor;
  return line;
}

// What is chosen.

// Until what came of it is shown, nothing else is sent: a second click would be about a table that is gone.
async function send(path, body) {
  if (sending) return false;
  const letter = begin();
  try {
    await post(`${api}/${path}`, body);
    showRefusal(at("refusal"), null);
    return true;
  } catch (error) {
    refuse(error);
    return false;
  } finally {
    letter.answered = true;
    refresh().finally(() => sent(letter));
  }
}

function begin() {
  sending = { answered: false };
  root.classList.add("sending");
  return sending;
}

function sent(letter) {
  if (sending !== letter) return;
  sending = null;
  root.classList.remove("sending");
}

// Says why something was not done. That it may not have been done is said until the house answers again.
function refuse(error) {
  unsent = !(error instanceof Refused);
  showRefusal(at("refusal"), error, root.dataset.guide);
  soundOf("refused");
  if (unsent) refreshSoon();
  else refresh();
}

// Whatever becomes of the answer, this browser adds the same bytes to the dice of a table.
async function sit(seat) {
  const waiting = root.dataset.phase === "waiting";
  const random = crypto.getRandomValues(new Uint8Array(16));
  const fresh = { commitment: at("commitment").textContent, addition: toHex(random) };
  const { addition } = keepSeal(table, { ...fresh, ...keptSeal(table) });
  const sat = await send(`seats/${seat}/sit`, { addition, invite });
  if (sat) keepSeal(table, { added: waiting });
}

async function stand(seat) {
  if (await send(`seats/${seat}/stand`)) keepSeal(table, { added: false });
}

const number = () => Number(root.dataset.number);
const play = (move) => lookBack(api, send("moves", { move, number: number() }));

// A run of moves, one by one, while `shown` lasts; it ends where anything else happens than the move itself, and where
// `asking` finds that the next one cannot be made.
async function make(moves, shown, asking) {
  if (sending) return;
  walking = true;
  const letter = begin();
  try {
    let stands = { number: number() };
    for (const move of moves) {
      const before = stands.number;
      if (asking && !(move in (await get(`${api}/moves`)).moves)) break;
      stands = await post(`${api}/moves`, { move, number: before });
      soundOf("step");
      if (stands.number !== before + 1) break;
    }
    await shown;
    showRefusal(at("refusal"), null);
  } catch (error) {
    refuse(error);
  } finally {
    walking = false;
    await refresh();
    sent(letter);
  }
}

walkBy((moves, shown) => make(moves, shown, false));
runBy((moves) => make(moves, null, true));

const deeds = {
  undo: () => send("undo", { number: number() }),
  sit,
  stand,
  back: (seat) => send(`seats/${seat}/back`),
  bot: (seat) => send(`seats/${seat}/bot`, { bot: at(`bot-${seat}`).value }),
  hints: () => advise(),
  menu: () => showMenu(!at("more").classList.contains("open")),
  sound: () => switchSound(),
};

function choose(target) {
  const pick = target.closest("[data-pick]");
  const move = target.closest("[data-move]");
  const deed = target.closest("[data-do]");
  const again = target.closest("[data-again]");
  if (pick) toggle(pick);
  else if (move) chooseTogether(move.dataset.move) || play(move.dataset.move);
  else if (deed) deeds[deed.dataset.do]?.(deed.dataset.seat);
  else if (again) showAgain(...again.dataset.again.split(" ").map(Number), refresh).then(mark);
  else return false;
  return true;
}

// On a phone: players, log, chat and table lie over all else until they are shut.
function showMenu(opened) {
  const menu = document.querySelector('[data-do="menu"]');
  at("more").classList.toggle("open", opened);
  menu.setAttribute("aria-expanded", opened);
  if (opened) at("more").querySelector("[data-tab]").focus();
  else menu.focus();
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

document.addEventListener("click", (event) => choose(event.target));
document.addEventListener("input", (event) => slide(event.target));
document.addEventListener("keydown", (event) => {
  if (event.key === "Escape" && at("more").classList.contains("open")) return showMenu(false);
  const onPicture = event.target.closest?.("svg");
  if (onPicture && (event.key === "Enter" || event.key === " ") && choose(event.target)) event.preventDefault();
});

// Talk, tabs, clocks.

talk(api, refuse);

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
    catchUp(api).catch(() => {});
  });
  stream.addEventListener("error", () => {
    at("link").textContent = LOST;
    if (stream.readyState === EventSource.CLOSED) setTimeout(follow, FOLLOW_AGAIN);
  });
  stream.addEventListener("position", (event) => {
    const { number, version } = JSON.parse(event.data);
    if (walking) return;
    if (number !== Number(root.dataset.number) || version !== Number(root.dataset.version)) refresh();
  });
  stream.addEventListener("seats", () => {
    refresh();
    catchUp(api).catch(() => {});
  });
  stream.addEventListener("message", (event) => hear(JSON.parse(event.data)));
}

addEventListener("pagehide", () => stream?.close());
addEventListener("pageshow", (event) => event.persisted && location.reload());

for (const frame of document.querySelectorAll(".scroll")) frame.scrollTop = frame.scrollHeight;
at("turn").tabIndex = -1;
offerCheck(table);
showPicks();
showRun();
showBranch(true);
showSound();
mark();
foldCoach();
if ("unready" in root.dataset) sit(root.dataset.seat);
if ("shown" in root.dataset) follow();
if (layoutNow() !== root.dataset.layout) refresh();
setInterval(() => stream || refresh(), 5000);
