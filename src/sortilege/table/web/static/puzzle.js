// A puzzle: what lies on the table can be clicked too, and it is laid out for the width that there is.
import { layoutNow } from "./panels.js";

const root = document.getElementById("puzzle");
const tries = document.getElementById("tries");

document.getElementById("cloth").addEventListener("click", (event) => {
  const move = event.target.closest("[data-move]")?.dataset.move;
  const button = move && [...(tries?.elements ?? [])].find((each) => each.value === move);
  if (button) button.click();
});

function fit() {
  if (layoutNow() === root.dataset.layout) return;
  const here = new URL(location);
  here.searchParams.set("layout", layoutNow());
  location.replace(here);
}
fit();
addEventListener("resize", fit);
