// Sliders, the numbers under the pointer, and files of pictures. Everything is readable without them.
(() => {
  const all = (of, words) => [...of.querySelectorAll(words)];

  function save(name, blob) {
    const link = document.createElement("a");
    link.href = URL.createObjectURL(blob);
    link.download = name;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 1000);
  }
  const shown = ["fill", "fill-opacity", "stroke", "stroke-width", "stroke-dasharray", "stroke-opacity", "stroke-linecap", "font-family", "font-size"];
  function alone(svg) { // the picture with the colours that it has here
    const copy = svg.cloneNode(true), from = [svg, ...all(svg, "*")], to = [copy, ...all(copy, "*")], box = svg.viewBox.baseVal;
    from.forEach((node, i) => { const style = getComputedStyle(node); shown.forEach(word => to[i].style.setProperty(word, style.getPropertyValue(word))); });
    copy.setAttribute("width", box.width); copy.setAttribute("height", box.height);
    copy.style.background = getComputedStyle(document.body).backgroundColor;
    return new XMLSerializer().serializeToString(copy);
  }
  function png(svg, name) {
    const image = new Image(), box = svg.viewBox.baseVal;
    image.onload = () => {
      const canvas = document.createElement("canvas");
      canvas.width = 2 * box.width; canvas.height = 2 * box.height;
      const pen = canvas.getContext("2d");
      pen.fillStyle = getComputedStyle(document.body).backgroundColor;
      pen.fillRect(0, 0, canvas.width, canvas.height);
      pen.drawImage(image, 0, 0, canvas.width, canvas.height);
      canvas.toBlob(blob => save(name, blob), "image/png");
    };
    image.src = "data:image/svg+xml;charset=utf-8," + encodeURIComponent(alone(svg));
  }
  const named = figure => (figure.id || "picture").replace(/[^A-Za-z0-9.-]+/g, "-");
  for (const button of document.querySelectorAll("figure.picture button.png, button[data-of]")) {
    const figure = button.closest("figure") || document.getElementById(button.dataset.of);
    button.hidden = false;
    button.addEventListener("click", () => png(figure.querySelector("svg"), named(figure) + ".png"));
  }

  // The numbers under the pointer come from the tables below the picture.
  for (const figure of document.querySelectorAll("figure.picture:has(table.numbers)")) {
    const svg = figure.querySelector("svg.plot"), place = figure.querySelector(".drawn");
    if (!svg || !svg.dataset.x) continue;
    const [low, high, start, stop, scale] = svg.dataset.x.split(" "), log = scale === "log";
    const to = x => log ? Math.log(x) : x, from = y => log ? Math.exp(y) : y;
    let tables = null, tip = null;
    const raised = { SUP: "^", SUB: "_" }, words = each => [...each.childNodes].map(part => (raised[part.nodeName] || "") + part.textContent).join("");
    const read = () => all(figure, "table.numbers").map(table => [all(table, "th").map(words), all(table, "tbody tr").map(row => all(row, "td").map(each => each.textContent))]);
    svg.addEventListener("pointermove", event => {
      tables ??= read();
      if (!tip) { tip = document.createElement("div"); tip.className = "tip"; place.append(tip); }
      const box = svg.getBoundingClientRect(), at = (event.clientX - box.left) / box.width * svg.viewBox.baseVal.width;
      const x = from(to(+low) + (at - start) / (stop - start) * (to(+high) - to(+low))), lines = [];
      for (const [head, rows] of tables) {
        if (lines.length && (x < +rows[0][0] || x > +rows.at(-1)[0])) continue; // a guide that ends before
        const row = rows.reduce((best, each) => Math.abs(to(+each[0]) - to(x)) < Math.abs(to(+best[0]) - to(x)) ? each : best);
        lines.push(`${head[0]} = ${row[0]}`, ...row.slice(1, 9).map((value, i) => `${head[i + 1]}: ${value}`));
      }
      tip.replaceChildren(...lines.map(line => { const made = document.createElement("div"); made.textContent = line; return made; }));
      tip.hidden = at < +start - 5 || at > +stop + 5;
      const left = event.clientX - box.left;
      tip.style.left = left > box.width / 2 ? "auto" : `${left + 14}px`;
      tip.style.right = left > box.width / 2 ? `${box.width - left + 14}px` : "auto";
    });
    svg.addEventListener("pointerleave", () => { if (tip) tip.hidden = true; });
  }

  // A slider puts the curves of another setting in the place of those that are shown.
  for (const view of document.querySelectorAll("section.view")) {
    const { values, paths, notes } = JSON.parse(view.querySelector("script").textContent);
    const svg = view.querySelector("svg.plot"), curves = all(svg.querySelector("svg"), "path"), note = view.querySelector(".note");
    const sliders = all(view, "input"), outputs = all(view, "output");
    const number = () => sliders.reduce((found, slider, i) => found * values[i].length + +slider.value, 0);
    function move() {
      const now = number();
      sliders.forEach((slider, i) => { outputs[i].textContent = values[i][slider.value]; slider.setAttribute("aria-valuetext", values[i][slider.value]); });
      curves.forEach((curve, i) => curve.setAttribute("d", paths[now][i] || ""));
      note.textContent = notes[now];
    }
    sliders.forEach(slider => slider.addEventListener("input", move));
    view.querySelector(".knobs").hidden = false;
    view.querySelector(".setting").hidden = true;
    const file = () => named(view) + "-" + sliders.map((slider, i) => values[i][slider.value]).join("-").replace(/[^A-Za-z0-9.-]+/g, "_");
    for (const button of all(view, "button")) {
      button.hidden = false;
      button.addEventListener("click", () => button.className === "png" ? png(svg, file() + ".png") : save(file() + ".svg", new Blob([alone(svg)], { type: "image/svg+xml" })));
    }
    move();
  }
})();
