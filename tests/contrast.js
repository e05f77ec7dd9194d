// How much the texts of a page stand out from what is drawn under them, for look.py: first where they are and in which
// colour; then the page is pictured with and without them; where the two differ there is ink, and there it is judged.
({ do: what, texts, pictures }) => {
  const opacity = (element) => (element ? parseFloat(getComputedStyle(element).opacity) * opacity(element.parentElement) : 1);
  const numbers = (colour) => {
    const found = (colour.match(/[\d.]+/g) || []).map(Number);
    return colour.startsWith("color(srgb") ? [...found.slice(0, 3).map((part) => part * 255), found[3] ?? 1] : [...found.slice(0, 3), found[3] ?? 1];
  };
  const collect = () => {
    const found = [];
    const add = (element, text, colour, more, ground) => {
      const box = element.getBoundingClientRect();
      const seen = element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) && !element.closest(".unseen, .skip, :disabled");
      const hit = document.elementFromPoint((box.left + box.right) / 2, (box.top + box.bottom) / 2);
      const here = hit && (hit.contains(element) || element.contains(hit) || (element.ownerSVGElement && hit.ownerSVGElement === element.ownerSVGElement));
      if (!seen || !here) return;
      const [red, green, blue, alpha] = numbers(colour);
      found.push({ text, box: [box.left, box.top, box.right, box.bottom].map(Math.round), colour: [red, green, blue], alpha: alpha * more * opacity(element), ground });
    };
    for (const text of document.querySelectorAll("svg text:not(:has(tspan[x])), svg tspan[x]")) {
      const style = getComputedStyle(text);
      const outlined = style.stroke !== "none" && style.paintOrder.startsWith("stroke");
      if (text.textContent.trim()) add(text, text.textContent.trim(), style.fill, parseFloat(style.fillOpacity), outlined ? numbers(style.stroke) : null);
    }
    for (const element of document.querySelectorAll("body *:not(svg *)")) {
      const own = [...element.childNodes].filter((node) => node.nodeType === 3 && node.data.trim());
      if (own.length) add(element, own[0].data.trim(), getComputedStyle(element).color, 1, null);
    }
    return found;
  };
  const linear = Array.from({ length: 256 }, (_, part) => (part / 255 <= 0.04045 ? part / 255 / 12.92 : ((part / 255 + 0.055) / 1.055) ** 2.4));
  const light = (colour) => 0.2126 * linear[Math.round(colour[0])] + 0.7152 * linear[Math.round(colour[1])] + 0.0722 * linear[Math.round(colour[2])];
  const ratio = (one, other) => {
    const [a, b] = [light(one), light(other)];
    return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
  };
  const pixels = async (picture) => {
    const image = new Image();
    image.src = `data:image/png;base64,${picture}`;
    await image.decode();
    const canvas = new OffscreenCanvas(image.width, image.height).getContext("2d");
    canvas.drawImage(image, 0, 0);
    return canvas.getImageData(0, 0, image.width, image.height);
  };
  // Has this pixel some of the text's own colour laid over what is there without it?
  const isInk = (shown, lies, full) => {
    let [size, whole, along] = [0, 0, 0];
    for (let each = 0; each < 3; each++) {
      const [to, went] = [full[each] - lies[each], shown[each] - lies[each]];
      size += went * went;
      whole += to * to;
      along += to * went;
    }
    const aside = size - (along * along) / Math.max(1, whole);
    return size > 18 * 18 && Math.sqrt(Math.max(0, aside)) < 8 + 0.3 * Math.sqrt(size);
  };
  const judge = async () => {
    const [shown, bare] = await Promise.all(pictures.map(pixels));
    const at = (picture, x, y) => picture.data.subarray(4 * (y * picture.width + x), 4 * (y * picture.width + x) + 3);
    let least = [999, ""];
    for (const { text, box, colour, alpha, ground } of texts) {
      const found = [];
      for (let y = Math.max(0, box[1]); y < Math.min(box[3], shown.height); y++) {
        for (let x = Math.max(0, box[0]); x < Math.min(box[2], shown.width); x++) {
          const [lies, seen] = [at(bare, x, y), at(shown, x, y)];
          if (lies[0] === seen[0] && lies[1] === seen[1] && lies[2] === seen[2]) continue;
          const full = colour.map((part, each) => alpha * part + (1 - alpha) * lies[each]);
          if (isInk(seen, lies, full)) found.push(ratio(ground ? colour : full, ground || lies));
        }
      }
      if (found.length < 8) continue;
      const low = found.sort((a, b) => a - b)[Math.floor(found.length / 10)];
      if (low < least[0]) least = [low, text];
    }
    return least;
  };
  if (what === "texts") return collect();
  if (what === "judge") return judge();
  if (what === "hide") {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync("svg text, svg tspan { fill: transparent !important } body *:not(svg *) { color: transparent !important }");
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
  } else document.adoptedStyleSheets = document.adoptedStyleSheets.slice(0, -1);
};
