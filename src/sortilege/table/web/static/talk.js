// Talking to the house.

export class Refused extends Error {
  constructor(status, reason, rule) {
    super(reason);
    this.status = status;
    this.rule = rule;
  }
}

export async function get(path, signal) {
  return answer(await fetch(path, { headers: { accept: "application/json" }, signal }));
}

export const post = (path, body = {}) => send("POST", path, body);
export const put = (path, body) => send("PUT", path, body);

async function send(method, path, body) {
  const headers = { "content-type": "application/json" };
  return answer(await fetch(path, { method, headers, body: JSON.stringify(body) }));
}

async function answer(response) {
  const type = response.headers.get("content-type") || "";
  const data = type.includes("json") ? await response.json() : {};
  if (!response.ok) throw new Refused(response.status, data.reason || "The house does not answer.", data.rule || "");
  return data;
}

// Says in words why something was not done, with a link to the rule.
export function showRefusal(place, error, guide) {
  place.replaceChildren();
  if (!error) return;
  const words = error instanceof Refused ? error.message : "The house cannot be reached: this may not have been done.";
  place.append(Object.assign(document.createElement("p"), { textContent: words }));
  if (error.rule) {
    const link = document.createElement("a");
    link.href = `${guide}#${error.rule}`;
    link.target = "_blank";
    link.dataset.rules = `rule:${error.rule}`;
    link.textContent = `Rule: ${error.rule.split(":")[1].replaceAll("-", " ")}`;
    place.append(link);
  }
}
