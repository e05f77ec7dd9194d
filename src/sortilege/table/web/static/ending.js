// The end of a game comes to the page that saw it: banner, points and what was told, with sound and motion.
import { soundOf } from "./sound.js";

// What the house's page has above the table now; nothing where the game has no end to tell.
export async function endOf() {
  const response = await fetch(location.href);
  const page = new DOMParser().parseFromString(await response.text(), "text/html");
  const parts = [...page.querySelectorAll("main.over > :not(.table)")];
  return parts.length ? parts : null;
}

export function showEnd(parts) {
  const main = document.getElementById("main");
  const headline = parts[0].querySelector("h2");
  main.classList.add("over");
  main.prepend(...parts);
  scrollTo({ top: 0 });
  headline.tabIndex = -1;
  headline.focus({ preventScroll: true });
  if (parts[0].querySelector(".confetti")) soundOf("win");
}
