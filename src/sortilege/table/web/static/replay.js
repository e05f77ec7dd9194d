// A finished game, step by step, through anybody's eyes.
import { get, post, showRefusal } from "./talk.js";
import { layoutNow, panelsHere, showPanels } from "./panels.js";
import { offerCheck } from "./seal.js";

const root = document.getElementById("replay");
const table = root.dataset.table;
const last = Number(root.dataset.steps);
const at = (id) => document.getElementById(id);
const slider = at("slider");
const auto = at("auto");
let timer = 0;
let resting = 0;
let wanted = 0;

async function show() {
  const request = ++wanted;
  const step = Number(slider.value);
  let seen;
  try {
    const has = root.dataset.layout === layoutNow() ? panelsHere(at("cloth"), at("rail")) : "";
    const asks = new URLSearchParams({ eye: at("eye").value, layout: layoutNow(), has });
    seen = await get(`/api/tables/${table}/replay/${step}?${asks}`);
  } catch (error) {
    if (request !== wanted) return;
    run(false);
    return showRefusal(at("refusal"), error, "");
  }
  if (request !== wanted) return;
  showRefusal(at("refusal"), null);
  at("step").textContent = step;
  history.replaceState(null, "", `#${step}`);
  root.dataset.layout = seen.layout;
  showPanels([[at("cloth"), seen.cloth], [at("rail"), seen.rail]], seen.panels);
  at("told").replaceChildren(
    ...seen.told.map((sentence) => Object.assign(document.createElement("p"), { textContent: sentence })),
  );
}

function go(step) {
  slider.value = Math.min(last, Math.max(0, step));
  return show();
}

const running = () => auto.getAttribute("aria-pressed") === "true";

function run(on) {
  clearTimeout(timer);
  auto.setAttribute("aria-pressed", on);
  auto.textContent = on ? "Pause" : "Play by itself";
  if (!on) return;
  if (Number(slider.value) === last) go(0);
  timer = setTimeout(runOn, 1000);
}

async function runOn() {
  if (Number(slider.value) === last) return run(false);
  await go(Number(slider.value) + 1);
  clearTimeout(timer);
  if (running()) timer = setTimeout(runOn, 1000);
}

const goes = { first: () => 0, back: (step) => step - 1, on: (step) => step + 1, last: () => last };
for (const button of document.querySelectorAll("[data-go]")) {
  button.addEventListener("click", () => {
    run(false);
    go(goes[button.dataset.go](Number(slider.value)));
  });
}
slider.addEventListener("input", () => {
  run(false);
  at("step").textContent = slider.value;
  clearTimeout(resting);
  resting = setTimeout(show, 100);
});
auto.addEventListener("click", () => run(!running()));
at("eye").addEventListener("change", show);
addEventListener("resize", () => layoutNow() !== root.dataset.layout && show());
at("fork").addEventListener("click", async () => {
  const wish = { step: Number(slider.value), seat: Number(at("seat").value), bot: at("bot").value };
  try {
    location.assign(`/tables/${(await post(`/api/tables/${table}/fork`, wish)).id}`);
  } catch (error) {
    showRefusal(at("refusal"), error, "");
  }
});

if (location.hash) slider.value = Number(location.hash.slice(1)) || 0;
offerCheck(table);
show();
