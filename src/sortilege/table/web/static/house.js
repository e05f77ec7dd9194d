// What one does with a table as a whole, and links that are copied.
import { post, put, showRefusal } from "./talk.js";

const at = (id) => document.getElementById(id);
const api = `/api/tables/${at("table")?.dataset.table}`;

const deeds = {
  resign: ({ seat }) => post(`${api}/seats/${seat}/resign`),
  close: () => post(`${api}/close`),
  coach: ({ on }) => put(`${api}/coach`, { on: on === "yes" }),
  chat: ({ open }) => put(`${api}/chat`, { open: open === "yes" }),
};

async function act(button) {
  try {
    await deeds[button.dataset.house](button.dataset);
    location.reload();
  } catch (error) {
    showRefusal(at("refusal"), error);
  }
}

// Browsers keep the clipboard back over plain HTTP; the old way works there.
async function copy(button) {
  const field = at(button.dataset.copy);
  field.select();
  const copied = await navigator.clipboard?.writeText(field.value).then(() => true, () => false);
  const done = copied || document.execCommand("copy");
  at(`${field.id}-copied`).textContent = done ? "Copied." : "It is marked: copy it by hand.";
}

document.addEventListener("click", (event) => {
  const deed = event.target.closest("[data-house]");
  const link = event.target.closest("[data-copy]");
  if (deed) act(deed);
  if (link) copy(link);
});
for (const field of document.querySelectorAll("input[data-path]")) field.value = location.origin + field.dataset.path;

// A portrait, as it is chosen.
const faces = at("faces");
faces?.addEventListener("change", () => {
  const { lizard, skin, sky } = Object.fromEntries(new FormData(faces));
  const address = (each) => `/art/portraits/${each}-${skin}-${sky}.svg?${faces.dataset.edition}`;
  at("portrait").src = address(lizard);
  for (const input of faces.querySelectorAll("[name=lizard]")) input.nextElementSibling.src = address(input.value);
});
