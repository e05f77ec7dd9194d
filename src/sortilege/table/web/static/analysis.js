// What happened in a finished game: from mark to mark, and on from any of them.
import { get, post, showRefusal } from "./talk.js";

const at = (id) => document.getElementById(id);
const progress = at("progress");
const root = at("analysis");

async function wait() {
  const found = await get(`/tables/${progress.dataset.table}/analysis/progress`).catch(() => null);
  if (found?.ready || found?.failed) return location.reload();
  if (found) {
    progress.value = found.done;
    at("done").textContent = found.done;
  }
  setTimeout(wait, 1500);
}

const marks = () => [...document.querySelectorAll(".marks a")].sort((a, b) => a.dataset.show - b.dataset.show);
const shown = () => Number(document.querySelector(".chosen")?.dataset.step ?? -1);

async function show(step) {
  const answer = await fetch(`/tables/${root.dataset.table}/analysis/${step}`);
  if (!answer.ok) return location.assign(`?step=${step}`);
  at("chosen").innerHTML = await answer.text();
  history.replaceState(null, "", `?step=${shown()}`);
  mark();
}

function mark() {
  for (const each of document.querySelectorAll("[data-show]")) {
    each.toggleAttribute("aria-current", Number(each.dataset.show) === shown() && each.closest(".marks, .list"));
  }
  const chosen = document.querySelector(".chosen");
  if (!chosen || !at("band")) return;
  at("band").style.left = `${chosen.dataset.place}%`;
  const chances = chosen.querySelectorAll("[data-chance]");
  for (const [seat, badge] of [...at("band").children].entries()) badge.style.bottom = `${chances[seat].dataset.chance}%`;
}

function onward(by) {
  const every = marks();
  const now = shown();
  const next = by > 0 ? every.find((each) => each.dataset.show > now) : every.findLast((each) => each.dataset.show < now);
  if (!next) return;
  next.focus({ preventScroll: true });
  show(next.dataset.show);
}

if (progress) wait();
if (root) {
  mark();
  document.addEventListener("click", async (event) => {
    const link = event.target.closest("[data-show]");
    if (link && !event.ctrlKey && !event.metaKey && !event.shiftKey) {
      event.preventDefault();
      return show(link.dataset.show);
    }
    const fork = event.target.closest("[data-fork]");
    if (!fork) return;
    const wish = { step: Number(fork.dataset.fork), seat: Number(fork.dataset.seat), bot: fork.dataset.bot };
    try {
      location.assign(`/tables/${(await post(`/api/tables/${root.dataset.table}/fork`, wish)).id}`);
    } catch (error) {
      showRefusal(at("refusal"), error, "");
    }
  });
  at("field")?.addEventListener("click", (event) => {
    const field = event.currentTarget.getBoundingClientRect();
    show(Math.round((event.currentTarget.dataset.steps * (event.clientX - field.left)) / field.width));
  });
  document.addEventListener("keydown", (event) => {
    const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!by || event.altKey || event.ctrlKey || event.metaKey || event.target.closest("input, select, .scroll")) return;
    event.preventDefault();
    onward(by);
  });
}
