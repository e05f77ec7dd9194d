// What a page of a table is asked by look.py. Where a kind of move is chosen first, it is asked for each of them.
() => {
  const measure = () => {
    const shown = (element) => {
      const box = element.getBoundingClientRect();
      const seen = element.checkVisibility({ visibilityProperty: true }) && !element.closest(".unseen, .skip, .tab > h2");
      return seen && box.width > 1 && box.height > 1;
    };
    const texts = [];
    for (const text of document.querySelectorAll("svg text, svg tspan")) {
      if (!shown(text) || !text.textContent.trim()) continue;
      const scale = Math.abs(text.getScreenCTM().d || 1);
      texts.push([parseFloat(getComputedStyle(text).fontSize) * scale, text.textContent.trim()]);
    }
    for (const element of document.querySelectorAll("body *:not(svg *)")) {
      const own = [...element.childNodes].filter((node) => node.nodeType === 3 && node.data.trim());
      if (own.length && shown(element)) texts.push([parseFloat(getComputedStyle(element).fontSize), own[0].data.trim()]);
    }
    const targets = [];
    for (const target of document.querySelectorAll(".can, #choices :is(button, summary, a, input[type=number])")) {
      if (!shown(target)) continue;
      const box = (target.querySelector(":scope > .ring") || target).getBoundingClientRect();
      targets.push([Math.min(box.width, box.height), target.getAttribute("aria-label") || target.textContent.trim()]);
    }
    const ask = document.getElementById("ask").getBoundingClientRect();
    const above = getComputedStyle(document.getElementById("ask")).position === "sticky" ? ask.top : innerHeight;
    const inSight = (box) => box.top > -1 && box.bottom < above + 1 && box.right < innerWidth + 1;
    const first = [...document.querySelectorAll(".area.first .panel")];
    const focus = first.length ? first : [...document.querySelectorAll("[data-focus]")];
    const scales = [...document.querySelectorAll(".panel")].filter(shown).map((panel) => {
      const svg = [...panel.querySelectorAll("svg.picture")].find(shown);
      return svg ? [svg.getBoundingClientRect().width / svg.viewBox.baseVal.width, panel.dataset.panel] : [1, ""];
    });
    const least = (found) => found.reduce((low, each) => (each[0] < low[0] ? each : low), [999, ""]);
    return {
      text: least(texts),
      target: least(targets),
      scale: least(scales),
      sheet: ask.height / innerHeight,
      hidden: focus.filter((panel) => !inSight(panel.getBoundingClientRect())).map((panel) => panel.dataset.panel),
      overflow: document.documentElement.scrollWidth - innerWidth,
    };
  };
  const found = [measure()];
  for (const branch of document.querySelectorAll("[data-verbs]:enabled")) {
    branch.click();
    found.push(measure());
    branch.click();
  }
  const least = (name) => found.map((each) => each[name]).reduce((low, each) => (each[0] < low[0] ? each : low));
  const most = (name) => Math.max(...found.map((each) => each[name]));
  return {
    text: least("text"),
    target: least("target"),
    scale: least("scale"),
    sheet: most("sheet"),
    overflow: most("overflow"),
    hidden: [...new Set(found.flatMap((each) => each.hidden))],
  };
}
