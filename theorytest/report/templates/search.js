// Search and filters. Everything is readable without them.
(() => {
  const pages = document.currentScript.dataset.pages, box = document.getElementById("search"), list = document.getElementById("found");
  const plain = text => text.toLowerCase().normalize("NFKD").replace(/[\u0300-\u036f]/g, "");
  const typed = text => text.replace(/\x01/g, "_").replace(/\x02/g, "^").replace(/\x03/g, "");
  const rows = CLAIMS.map(row => [row, plain(typed([row.place, row.id || "", row.title, row.says, row.verdict || "", row.severity || ""].join(" ")))]);
  const LONG = { thm: "theorem", cor: "corollary", prop: "proposition", lem: "lemma", sec: "section", fig: "figure", tab: "table", app: "appendix" };
  const asked = text => plain(text).replace(/§\s*/g, "section ").split(/\s+/).filter(Boolean).map(word => LONG[word.replace(/\.$/, "")] || word);
  const score = (row, words) => words.every(word => row[1].includes(word)) ? 1 + (plain(row[0].place) === words.join(" ") ? 9 : 0) + (plain(row[0].place).startsWith(words.join(" ")) ? 4 : 0) + (row[0].id ? 0 : 2) : 0;
  const node = (name, text, to) => { const made = document.createElement(name); if (text) made.textContent = text; if (to) made.append(...to); return made; };

  const shown = text => text.split(/([\x01\x02][^\x03]*\x03)/).map(part => /^[\x01\x02]/.test(part) ? node(part[0] === "\x01" ? "sub" : "sup", part.slice(1, -1)) : part);

  function show() {
    const words = asked(box.value);
    const hits = words.length ? rows.map(row => [score(row, words), row[0]]).filter(hit => hit[0]).sort((a, b) => b[0] - a[0]) : [];
    list.replaceChildren(...hits.slice(0, 12).map(([, row]) => {
      const link = node("a", "", [node("b", (row.shape ? row.shape + " " : "") + row.place), " ", ...shown(row.title), node("small", "", shown(row.says))]);
      link.href = pages + row.page;
      return node("li", "", [link]);
    }));
    if (words.length) list.append(node("li", hits.length > 12 ? `${hits.length} found; the first 12 are shown` : hits.length ? "" : "Nothing found."));
    list.hidden = !words.length;
  }
  box.addEventListener("input", show);
  box.form.addEventListener("submit", event => { const first = list.querySelector("a"); if (first) { event.preventDefault(); location.href = first.href; } });
  document.addEventListener("keydown", event => {
    if (event.key === "/" && !/INPUT|SELECT|TEXTAREA/.test(document.activeElement.tagName)) { event.preventDefault(); box.focus(); }
    if (event.key === "Escape") list.hidden = true;
  });
  document.addEventListener("click", event => { if (!box.form.contains(event.target)) list.hidden = true; });

  // A claim that is linked to is opened; a button opens all.
  const folded = () => [...document.querySelectorAll(".folded > details")];
  const opened = () => { const name = decodeURIComponent(location.hash.slice(1)), aimed = name && document.getElementById(name), fold = aimed && aimed.querySelector(":scope > details"); if (fold && aimed.classList.contains("folded")) { fold.open = true; aimed.scrollIntoView(); } };
  addEventListener("hashchange", opened);
  opened();
  for (const button of document.querySelectorAll("button.unfold")) {
    button.hidden = false;
    button.addEventListener("click", () => { const open = button.textContent === "Open all"; folded().forEach(each => { each.open = open; }); button.textContent = open ? "Close all" : "Open all"; });
  }
  const menu = document.querySelector(".menu");
  if (menu) document.addEventListener("click", event => { if (!menu.contains(event.target)) menu.open = false; });
  document.addEventListener("keydown", event => { if (menu && event.key === "Escape" && menu.open) { menu.open = false; menu.querySelector("summary").focus(); } });

  const filters = document.getElementById("filters");
  if (!filters) return;
  const lines = [...document.querySelectorAll("table.claims tbody tr")], selects = [...filters.querySelectorAll("select")], typedIn = filters.querySelector("input");
  const texts = lines.map(line => plain(line.textContent));
  function filter() {
    let count = 0;
    const words = asked(typedIn.value);
    lines.forEach((line, i) => {
      line.hidden = !(selects.every(select => !select.value || line.dataset[select.name] === select.value) && words.every(word => texts[i].includes(word)));
      count += !line.hidden;
    });
    document.getElementById("count").textContent = `${count} of ${lines.length} claims`;
  }
  const wanted = () => { const asked = new URLSearchParams(location.hash.slice(1)); selects.forEach(select => { select.value = asked.get(select.name) || ""; }); filter(); };
  filters.hidden = false;
  typedIn.value = new URLSearchParams(location.search).get("q") || "";
  filters.addEventListener("submit", event => event.preventDefault());
  filters.addEventListener("change", filter);
  typedIn.addEventListener("input", filter);
  addEventListener("hashchange", wanted);
  wanted();
})();
