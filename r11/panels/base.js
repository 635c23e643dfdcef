// What every panel in the browser is made of; it stands before the panel's own file in one module.

const DEAD_MS = 300; // after an advance no key decides: the next item has not been read yet
const PATIENCE_MS = 5000; // without an answer for so long, the kernel is said to be silent
const SPOKEN_KEYS = { "←": "ArrowLeft", "→": "ArrowRight", "Ctrl+Enter": "Control+Enter", Esc: "Escape", "?": "Shift+?" };

const node = (tag, cls, ...children) => {
  const made = document.createElement(tag);
  if (cls) made.className = cls;
  made.append(...children.filter((child) => child !== null && child !== undefined));
  return made;
};
// A sentence of the panel's own, its `keys` drawn as keys.
const keyed = (text) => text.split("`").map((part, index) => (index % 2 ? node("kbd", "", part) : part));
const bullets = (lines, cls = "") => node("ul", cls, ...lines.map((line) => node("li", "", ...runs(line))));
const section = (title, ...children) => node("section", "r11-section", node("h3", "", title), ...children);
const plural = (number, word) => `${number} ${word}${number === 1 ? "" : "s"}`;
const labelled = (text, field) => node("label", "r11-label", text, field);

// The runs of a text; what was deleted and inserted is also said in words for a screen reader.
const SPOKEN = { del: "deleted: ", ins: "inserted: " };
const runs = (list) => list.map(([kind, text, under]) => {
  if (kind === "hidden") return node("span", `r11-hidden r11-${under}`, text);
  if (kind === "same") return document.createTextNode(text);
  const spoken = SPOKEN[kind] ? node("span", "r11-spoken", SPOKEN[kind]) : null;
  return node(kind, `r11-${kind}`, spoken, text);
});
const textOf = (list) => list.map(([kind, text]) => (SPOKEN[kind] ?? "") + text).join(" ");

// A box that may scroll: reachable by keyboard, and opened where the change is, however long the line.
const scroller = (tag, cls, label, list) => {
  const made = node(tag, cls, ...runs(list));
  made.tabIndex = 0;
  made.setAttribute("role", "group");
  made.setAttribute("aria-label", label);
  return made;
};
const showChange = (box) => {
  const first = box.querySelector("del, ins, mark");
  if (first && box.scrollHeight > box.clientHeight) box.scrollTop = first.offsetTop - box.clientHeight / 3;
};

const options = (select, list, chosen) => {
  select.replaceChildren(...list.map(([value, text]) => {
    const option = node("option", "", text);
    option.value = value;
    option.selected = value === chosen;
    return option;
  }));
  return select;
};

// What this browser remembers: the name given last, and large text. A browser that keeps nothing is no error.
const remembered = (what) => { try { return localStorage.getItem(`r11-${what}`) ?? ""; } catch { return ""; } };
const remember = (what, value) => { try { localStorage.setItem(`r11-${what}`, value); } catch { /* private mode */ } };

// What this browser tab keeps until it is closed: filters, and what was typed and not saved. null forgets it.
const kept = (what) => { try { return JSON.parse(sessionStorage.getItem(`r11-${what}`)); } catch { return null; } };
const keep = (what, value) => {
  try {
    if (value === null) sessionStorage.removeItem(`r11-${what}`); else sessionStorage.setItem(`r11-${what}`, JSON.stringify(value));
  } catch { /* private mode */ }
};

// A button that names its key; a screen reader is told the key too.
const button = (label, key, onClick, cls = "") => {
  const made = node("button", `r11-button ${cls}`, label, key ? node("kbd", "", key) : null);
  made.type = "button";
  if (key) made.setAttribute("aria-keyshortcuts", SPOKEN_KEYS[key] ?? key);
  made.addEventListener("click", onClick);
  return made;
};

// Active time on one item: the gaps between a person's signs of life, each capped at the idle limit.
const stopwatch = (root, capMs) => {
  let from = performance.now(), lastSign = from, active = 0;
  const sign = () => {
    const now = performance.now();
    active += Math.min(now - lastSign, capMs());
    lastSign = now;
  };
  for (const kind of ["pointermove", "pointerdown", "wheel", "keydown", "input"]) root.addEventListener(kind, sign, { passive: true });
  return {
    restart() { from = lastSign = performance.now(); active = 0; },
    read() { sign(); return { active_ms: Math.round(active), wall_ms: Math.round(lastSign - from) }; },
  };
};

// The element of a panel: it takes the keys, and keeps the notebook from taking them.
const panelRoot = (label) => {
  const root = node("div", "r11-root");
  root.tabIndex = 0;
  root.setAttribute("role", "region");
  root.setAttribute("aria-label", label);
  root.setAttribute("data-lm-suppress-shortcuts", "true"); // keeps JupyterLab's single-key commands away
  root.classList.toggle("r11-large", remembered("large") === "yes");
  return root;
};

// The first page: under which name this person works. `names`: who did before; `rule` and `lines`: what they should know;
// `warning`: what to do first; `like`: a name given just now, and the one on record that it is but for case and spaces.
const nameForm = ({ names, title, rule, lines, before, begin, warning = "", like = [] }) => {
  const name = node("input", "r11-name"), known = node("datalist");
  name.value = remembered("reviewer");
  known.id = `r11-names-${Math.random().toString(36).slice(2)}`;
  name.setAttribute("list", known.id);
  name.autocomplete = "off";
  known.append(...names.map((one) => Object.assign(node("option"), { value: one })));
  const save = () => { remember("reviewer", name.value); begin(name.value); };
  name.addEventListener("keydown", (event) => { if (event.key === "Enter") { event.preventDefault(); save(); } });
  setTimeout(() => { name.focus({ preventScroll: true }); name.select(); }, 0); // who types another name replaces this one
  return node("div", "r11-start", node("h2", "", title), warning ? node("p", "r11-banner", `Before you begin: ${warning}`) : null, node("p", "", rule),
    node("div", "r11-row", labelled("Your name", name), known, button("Begin", "Enter", save, "r11-primary r11-do-begin")),
    like.length ? node("div", "r11-row r11-like", button(`I am ${like[1]}`, "", () => { name.value = like[1]; save(); }, "r11-primary r11-do-known"),
      button(`I am somebody else: ${like[0]}`, "", () => { remember("reviewer", like[0]); begin(like[0], { as_written: true }); }, "r11-do-other")) : null,
    names.length ? node("p", "r11-source", `${before}: ${names.join(", ")}`) : null,
    ...lines.map((line) => node("p", "", ...keyed(line))));
};

// The boxes that a notebook puts around a panel clip it, and then its foot cannot stick to the window. A class on each
// costs nothing; `:has()` in a style sheet is looked through at every change of the page.
const HOLDERS = ".lm-Widget, .jp-OutputArea, .jp-OutputArea-child, .jp-OutputArea-output, .jp-Cell-outputWrapper";
const unclip = (root) => {
  for (let box = root.parentElement; box && !box.matches(".jp-Cell"); box = box.parentElement) {
    if (box.matches(HOLDERS)) box.classList.add("r11-holder");
  }
};
