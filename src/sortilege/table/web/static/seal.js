// Recomputes every outcome of a finished game, in this browser, from the secret that the house had bound itself to.

const encoder = new TextEncoder();

// What this browser saw and added when it sat down; `added` tells whether its addition went into the dice.
export function keptSeal(table) {
  return JSON.parse(localStorage.getItem(`seal ${table}`) || "{}");
}

export function keepSeal(table, news) {
  const kept = { ...keptSeal(table), ...news };
  localStorage.setItem(`seal ${table}`, JSON.stringify(kept));
  return kept;
}

export async function verify(record, kept) {
  if (!globalThis.crypto?.subtle) throw new Error("This browser checks outcomes only over HTTPS or on the machine itself.");
  if (kept.commitment && kept.commitment !== record.seal.commitment) {
    throw new Error("When you sat down the house had bound itself to another secret than the one in the record.");
  }
  if (kept.added && !record.seal.additions.includes(kept.addition)) {
    throw new Error("The bytes that this browser added when you sat down are not in the record.");
  }
  const secret = fromHex(record.seal.secret);
  const bound = toHex(await crypto.subtle.digest("SHA-256", secret));
  if (bound !== record.seal.commitment) throw new Error("The secret does not fit what the house had bound itself to.");
  const key = await crypto.subtle.importKey("raw", secret, { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
  let number = 0;
  for (const step of record.steps) {
    if (!step.startsWith("* ")) continue;
    const [outcome, sides] = step.slice(2).split("/").map(BigInt);
    if ((await draw(key, record.seal, number, sides)) !== outcome) {
      throw new Error(`Outcome ${number + 1} is not what the secret gives.`);
    }
    number += 1;
  }
  return number;
}

async function draw(key, seal, number, sides) {
  const limit = ((1n << 64n) / sides) * sides;
  for (let attempt = 0; ; attempt++) {
    const digest = new DataView(await crypto.subtle.sign("HMAC", key, message(seal, number, attempt)));
    for (let start = 0; start < 32; start += 8) {
      const value = digest.getBigUint64(start);
      if (value < limit) return value % sides;
    }
  }
}

function message(seal, number, attempt) {
  const parts = [encoder.encode(seal.table), ...seal.additions.map(fromHex)];
  const bytes = [...encoder.encode("sortilege 1")];
  for (const part of parts) bytes.push(...wide(part.length, 4), ...part);
  return new Uint8Array([...bytes, ...wide(number, 8), ...wide(attempt, 4)]);
}

function wide(number, length) {
  return Array.from({ length }, (_, i) => Number((BigInt(number) >> BigInt(8 * (length - 1 - i))) & 255n));
}

export function fromHex(text) {
  return Uint8Array.from(text.match(/../g) || [], (pair) => parseInt(pair, 16));
}

export function toHex(bytes) {
  return Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

// Wires the button that checks, and the line that says what came of it.
export function offerCheck(table) {
  document.addEventListener("click", async (event) => {
    if (!event.target.closest('[data-do="verify"]')) return;
    const verdict = document.getElementById("verdict");
    verdict.textContent = "Checking…";
    try {
      const response = await fetch(`/api/tables/${table}/record`);
      const kept = keptSeal(table);
      const count = await verify(await response.json(), kept);
      const bound = kept.commitment
        ? "It is the secret that the house was bound to when you sat down. The dice were fair."
        : "This browser kept nothing from the beginning: it cannot tell whether it is the secret the house was bound to.";
      verdict.textContent = `All ${count} outcomes are what the secret gives. ${bound}`;
    } catch (error) {
      verdict.textContent = error.message;
    }
  });
}
