// Talk at a table: who said what, from which seat, and whom one does not want to hear.
import { get, post, put } from "./talk.js";

const at = (id) => document.getElementById(id);
const said = new Map();
const markOf = (seat) => document.querySelector(`.player[data-seat="${seat}"] > :is(.badge, .emblem)`)?.cloneNode(true) ?? "";

function element(kind, className, textContent) {
  return Object.assign(document.createElement(kind), { className, textContent });
}

function line({ number, name, seat, text }) {
  const item = document.createElement("li");
  item.dataset.number = number;
  const mark = seat === null ? element("span", "tag", "watches") : markOf(seat);
  item.append(mark, " ", element("strong", "", name), ` ${text}`);
  return item;
}

// Puts a message in its place; what stands there already stays, so that it is not read aloud again.
function place(message) {
  const lines = [...at("messages").children];
  const old = lines.find((other) => Number(other.dataset.number) === message.number);
  if (message.muted) return old?.remove();
  const fresh = line(message);
  if (!old) at("messages").insertBefore(fresh, lines.find((other) => other.dataset.number > message.number) || null);
  else if (!old.isEqualNode(fresh)) old.replaceWith(fresh);
}

export function hear(message) {
  said.set(message.number, message);
  place(message);
  at("messages").parentNode.scrollTop = at("messages").scrollHeight;
  showSpeakers();
}

export async function catchUp(api) {
  const found = await get(`${api}/messages`);
  for (const message of found) said.set(message.number, message);
  for (const message of found) place(message);
  at("messages").parentNode.scrollTop = at("messages").scrollHeight;
  showSpeakers();
}

// For those who sit: everybody else who has spoken, to be muted or heard again.
function showSpeakers() {
  const place = at("speakers");
  if (!place) return;
  const last = new Map([...said.values()].map((message) => [message.name, message]));
  const others = [...last.values()].filter(({ seat }) => String(seat) !== place.dataset.seat);
  const buttons = others.map(({ name, number, muted }) => {
    const button = element("button", "quiet", muted ? `Hear ${name} again` : `Mute ${name}`);
    button.type = "button";
    button.dataset.mute = number;
    button.dataset.muted = !muted;
    return button;
  });
  place.replaceChildren(...buttons);
  place.closest("details").hidden = !buttons.length;
}

// Sends what is said, and mutes; `refuse` shows why something was not done.
export function talk(api, refuse) {
  at("say")?.addEventListener("submit", async (event) => {
    event.preventDefault();
    const field = event.target.elements.text;
    try {
      await post(`${api}/messages`, { text: field.value, number: Math.max(-1, ...said.keys()) + 1 });
      field.value = "";
    } catch (error) {
      refuse(error);
    }
  });
  at("speakers")?.addEventListener("click", async (event) => {
    const { mute, muted } = event.target.dataset;
    if (!mute) return;
    try {
      await put(`${api}/messages/${mute}/muted`, { muted: muted === "true" });
      await catchUp(api);
    } catch (error) {
      refuse(error);
    }
  });
}
