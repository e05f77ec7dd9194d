// The coach: what it has said about a kind of question is folded the next time; after a move it may know a better one.
import { get } from "./talk.js";

const root = document.getElementById("table");
const said = new Set();
let asking = null;

export function foldCoach() {
  const says = document.getElementById("coach-says");
  if (!says) return;
  const { question } = says.dataset;
  if (says.dataset.number === root.dataset.number) return;
  says.dataset.number = root.dataset.number;
  if (said.has(question)) says.open = false;
  said.add(question);
}

// Asks what would have been better, once a move was made, until the next one is.
export async function lookBack(api, playing) {
  const coached = document.getElementById("coach-says");
  const step = root.dataset.steps;
  const place = document.getElementById("coach-after");
  asking?.abort();
  place.textContent = "";
  if (!(await playing) || !coached) return;
  asking = new AbortController();
  const found = await get(`${api}/coach/${step}`, asking.signal).catch(() => null);
  place.textContent = found?.said ?? "";
}
