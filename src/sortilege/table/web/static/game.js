// The button says whom one plays with.
const form = document.getElementById("now");
const button = form.querySelector("button");

function tell() {
  const { others, bot } = Object.fromEntries(new FormData(form));
  const alone = others === "0";
  button.textContent = alone ? "Play alone" : `Play with ${others} ${bot}${others === "1" ? "" : " bots"}`;
}

form.addEventListener("change", tell);
tell();
