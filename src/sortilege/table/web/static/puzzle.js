// A puzzle: what lies on the table can be clicked too.
const tries = document.getElementById("tries");

document.getElementById("cloth").addEventListener("click", (event) => {
  const move = event.target.closest("[data-move]")?.dataset.move;
  const button = move && [...(tries?.elements ?? [])].find((each) => each.value === move);
  if (button) button.click();
});
