// The review panel in the browser: shows one screen that the kernel sends, and sends back one message per decision.
// Everything from the corpus or the ledger is put in as text (textContent), never as markup.

const KEYS = {
  o: "outdated", w: "wrong", a: "unsourced", c: "close", e: "edit", 3: "to_o3", s: "skip", "?": "ask", u: "undo",
  ArrowRight: "next", ArrowLeft: "previous", h: "help",
};
const ACTIONS = [
  ["outdated", "o", "Approve as outdated"], ["wrong", "w", "Approve as wrong"], ["unsourced", "a", "Approve as unsourced"],
  ["close", "c", "Claim is correct"], ["edit", "e", "Edit text"], ["to_o3", "3", "Send to O3"], ["skip", "s", "Skip"],
  ["ask", "?", "Ask"], ["undo", "u", "Undo"], ["previous", "←", "Look back"], ["next", "→", "Look on"],
];
const DEAD_MS = 300; // after an advance no key decides: the next item has not been read yet

const node = (tag, cls, ...children) => {
  const made = document.createElement(tag);
  if (cls) made.className = cls;
  made.append(...children.filter((child) => child !== null && child !== undefined));
  return made;
};

// The named runs of a text; what was deleted and inserted is also said in words for a screen reader.
const SPOKEN = { del: "deleted: ", ins: "inserted: ", mark: "" };
const runs = (list) => list.map(([kind, text, under]) => {
  if (kind === "hidden") return node("span", `r11-hidden r11-${under}`, text);
  const tag = { del: "del", ins: "ins", mark: "mark" }[kind];
  if (!tag) return document.createTextNode(text);
  const made = node(tag, `r11-${kind}`);
  if (SPOKEN[kind]) made.append(node("span", "r11-spoken", SPOKEN[kind]));
  made.append(text);
  return made;
});

// The name this browser gave last, offered again after a reload; a browser that keeps nothing is no error.
const NAME = "r11-reviewer";
const remembered = () => { try { return localStorage.getItem(NAME); } catch { return ""; } };
const remember = (name) => { try { localStorage.setItem(NAME, name); } catch { /* private mode */ } };

function render({ model, el }) {
  const root = node("div", "r11-root");
  root.tabIndex = 0;
  root.setAttribute("role", "region");
  root.setAttribute("aria-label", "Review panel");
  root.setAttribute("data-lm-suppress-shortcuts", "true"); // keeps JupyterLab's single-key commands away
  const status = node("div", "r11-status");
  status.setAttribute("role", "status");
  status.setAttribute("aria-live", "polite");
  const body = node("div", "r11-body");
  root.append(body, status);
  el.append(root);

  let keysOn = true, deadUntil = 0, shownKey = null, fields = null;
  // Active time of the item: the gaps between a person's signs of life, each capped at the idle limit.
  let shownAt = performance.now(), lastSign = shownAt, active = 0;
  const sign = () => {
    const now = performance.now();
    active += Math.min(now - lastSign, model.get("screen").idle_cap_ms ?? 60000);
    lastSign = now;
  };
  for (const kind of ["pointermove", "pointerdown", "wheel", "keydown", "input"]) root.addEventListener(kind, sign, { passive: true });

  const send = (kind, more = {}) => {
    sign();
    const item = model.get("screen").item;
    model.send({ kind, key: item?.key ?? null, version: item?.version ?? null, active_ms: Math.round(active),
                 wall_ms: Math.round(performance.now() - shownAt), ...more });
  };

  function act(kind) {
    const page = model.get("screen").page;
    if (kind === "help") return toggleHelp();
    if (page !== "item" && !["undo", "previous", "next"].includes(kind)) return;
    if (kind === "edit") return openEditor();
    if (kind === "ask") return openNote();
    send(kind);
  }

  root.addEventListener("keydown", (event) => {
    const field = event.target.closest?.("input, textarea, select");
    if (field) {
      event.stopPropagation(); // what is typed is text: neither the panel nor the notebook may hear it
      if (event.key === "Escape") { closeForms(); root.focus(); }
      if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) fields?.save?.();
      return;
    }
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "Escape") { closeForms(); return; }
    if (event.target.closest?.("button, a, summary") && ["Enter", " "].includes(event.key)) return;
    const kind = KEYS[event.key.length === 1 ? event.key.toLowerCase() : event.key];
    if (!kind || event.shiftKey && event.key !== "?") return;
    event.preventDefault();
    event.stopPropagation();
    if (!keysOn || event.repeat || performance.now() < deadUntil) return;
    act(kind);
  });

  const button = (label, key, onClick, cls = "") => {
    const made = node("button", `r11-button ${cls}`, label, key ? node("kbd", "", key) : null);
    made.type = "button";
    if (key) made.setAttribute("aria-keyshortcuts", key);
    made.addEventListener("click", () => { onClick(); });
    return made;
  };
  const labelled = (text, field) => node("label", "r11-label", text, field);

  // --- pages -------------------------------------------------------------------------------------------------------

  function header(screen) {
    const { position, total, saved } = screen.progress;
    const bar = node("progress", "r11-progress");
    bar.max = Math.max(total, 1);
    bar.value = screen.progress.decided;
    bar.setAttribute("aria-label", `${screen.progress.decided} of ${total} decided`);
    const keys = node("input");
    keys.type = "checkbox";
    keys.checked = keysOn;
    keys.addEventListener("change", () => { keysOn = keys.checked; root.focus(); });
    return node("header", "r11-header",
      node("span", "r11-count", total ? `${position} of ${total}` : "no items"),
      bar,
      node("span", "r11-saved", `${screen.progress.decided} decided · ${saved} events saved · ${screen.progress.active} active`),
      filters(screen),
      node("label", "r11-switch", keys, " single keys"),
      button("Large text", "", () => root.classList.toggle("r11-large"), "r11-quiet"),
      button("Help", "h", toggleHelp, "r11-quiet"));
  }

  function filters(screen) {
    const box = node("span", "r11-filters");
    for (const { name, label, options, chosen } of screen.filters ?? []) {
      const select = node("select", "r11-filter");
      select.setAttribute("aria-label", label);
      for (const [value, text] of options) {
        const option = node("option", "", text);
        option.value = value;
        option.selected = value === chosen;
        select.append(option);
      }
      select.addEventListener("change", () => { model.send({ kind: "filter", name, value: select.value }); root.focus(); });
      box.append(select);
    }
    return box;
  }

  function itemPage(screen) {
    fields = null;
    const item = screen.item;
    const link = node("a", "r11-link", item.url);
    link.href = item.href;
    link.target = "_blank";
    link.rel = "noopener noreferrer";
    const context = node("table", "r11-context");
    context.setAttribute("aria-label", "the claim in its file");
    for (const [number, list, target] of item.context) {
      const row = node("tr", target ? "r11-target" : "", node("th", "", String(number)), node("td", "", ...runs(list)));
      context.append(row);
    }
    const facts = node("ul", "r11-why");
    for (const line of item.why) facts.append(node("li", "", line));
    return node("main", "r11-item",
      node("div", "r11-title", node("span", `r11-badge r11-${item.op}`, item.badge),
        node("span", "r11-place", item.place), node("span", "r11-rule", item.rule),
        item.answer ? node("span", "r11-answer", item.answer) : null),
      section(item.heading, node("div", "r11-diff", ...runs(item.diff))),
      section("What the page says", node("blockquote", "r11-quote", ...runs(item.quote)),
        node("div", "r11-source", link, " · ", item.freshness)),
      section("What the judge said", node("p", "r11-reason", ...runs(item.reason))),
      section("Why this is proposed, and what could not be proven", facts),
      section("In its file", context),
      item.siblings.length ? section("The same claim elsewhere", list(item.siblings)) : null,
      actions(item), node("div", "r11-forms"));
  }
  const section = (title, ...children) => node("section", "r11-section", node("h3", "", title), ...children);
  const list = (lines) => { const made = node("ul", ""); for (const line of lines) made.append(node("li", "", line)); return made; };

  function actions(item) {
    const bar = node("div", "r11-actions");
    bar.setAttribute("role", "group");
    bar.setAttribute("aria-label", "Decide");
    for (const [kind, key, label] of ACTIONS) {
      if (item.hidden_actions.includes(kind)) continue;
      bar.append(button(label, key, () => { if (performance.now() >= deadUntil) act(kind); root.focus(); }, `r11-do-${kind}`));
    }
    return bar;
  }

  function openEditor() {
    const item = model.get("screen").item, forms = root.querySelector(".r11-forms");
    if (!item.editable) { say("This line cannot be edited here: " + item.not_editable, true); return; }
    const text = node("textarea", "r11-text");
    text.value = item.text;
    text.rows = Math.min(12, 2 + Math.ceil(item.text.length / 90));
    text.spellcheck = true;
    const choice = node("select", "r11-disposition");
    for (const word of item.dispositions) { const option = node("option", "", word); option.value = word; choice.append(option); }
    const checked = node("input", "r11-checked");
    checked.type = "checkbox";
    const warnings = node("ul", "r11-warnings");
    warnings.setAttribute("aria-live", "polite");
    const save = () => send("edit", { text: text.value, disposition: choice.value, checked: checked.checked });
    let timer = 0;
    const check = () => { clearTimeout(timer); timer = setTimeout(() => model.send({ kind: "check", key: item.key, text: text.value }), 200); };
    text.addEventListener("input", check);
    forms.replaceChildren(node("div", "r11-editor",
      labelled("The line as it shall read (line breaks are not possible)", text), warnings,
      node("div", "r11-row", labelled("The old text is ", choice), labelled("I checked the live source ", checked),
        button("Save and approve", "Ctrl+Enter", save, "r11-primary"), button("Cancel", "Esc", () => { closeForms(); root.focus(); }))));
    fields = { save, warnings, key: item.key };
    text.focus();
    check();
  }

  function openNote() {
    const forms = root.querySelector(".r11-forms"), note = node("textarea", "r11-text");
    note.rows = 2;
    const save = () => send("ask", { note: note.value });
    forms.replaceChildren(node("div", "r11-editor", labelled("What do you want to ask?", note),
      node("div", "r11-row", button("Save the question", "Ctrl+Enter", save, "r11-primary"), button("Cancel", "Esc", () => { closeForms(); root.focus(); }))));
    fields = { save };
    note.focus();
  }

  function closeForms() {
    fields = null;
    root.querySelector(".r11-forms")?.replaceChildren();
    root.querySelector(".r11-help")?.remove();
  }

  function namePage(screen) {
    const name = node("input", "r11-name");
    name.value = remembered() || screen.name || "";
    const save = () => { remember(name.value); model.send({ kind: "name", name: name.value }); };
    fields = { save };
    name.addEventListener("keydown", (event) => { if (event.key === "Enter") save(); });
    setTimeout(() => name.focus(), 0);
    return node("main", "r11-start", node("h2", "", "Who is reviewing?"),
      node("p", "", screen.words), labelled("Your name ", name), button("Begin", "Enter", save, "r11-primary"));
  }

  function classPage(screen) {
    const rows = node("ol", "r11-list");
    rows.start = screen.list.first;
    for (const row of screen.list.rows) rows.append(node("li", "", node("div", "r11-place", row.place), node("div", "r11-diff", ...runs(row.diff))));
    const choice = node("select", "r11-disposition");
    for (const word of screen.list.dispositions) { const option = node("option", "", word); option.value = word; choice.append(option); }
    const confirm = button(`Confirm these ${screen.list.rows.length} edits`, "", () => send("confirm_class", { keys: screen.list.rows.map((row) => row.key), disposition: choice.value }), "r11-primary");
    confirm.disabled = !screen.list.allowed;
    return node("main", "r11-class", node("h2", "", screen.list.heading), node("p", "", screen.list.words), rows,
      node("div", "r11-row", labelled("The old values are ", choice), confirm, button("Back to single items", "", () => model.send({ kind: "leave_class" }))));
  }

  function endPage(screen) {
    const main = node("main", "r11-end", node("h2", "", screen.end.heading), list(screen.end.lines));
    if (screen.end.table.length) {
      const table = node("table", "r11-counts");
      for (const [what, count] of screen.end.table) table.append(node("tr", "", node("th", "", what), node("td", "", String(count))));
      main.append(table);
    }
    const row = node("div", "r11-row");
    if (screen.end.can_confirm) row.append(button("Confirm the O1 list", "", () => model.send({ kind: "enter_class" })));
    if (screen.end.can_freeze) row.append(button("Write the approved manifest", "", () => model.send({ kind: "freeze" }), "r11-primary r11-do-freeze"));
    row.append(button("Look back", "←", () => act("previous")), button("Undo", "u", () => act("undo")));
    main.append(row, ...(screen.end.left_out.length ? [section("Left out of the manifest, and why", list(screen.end.left_out))] : []));
    return main;
  }

  function toggleHelp() {
    const open = root.querySelector(".r11-help");
    if (open) { open.remove(); root.focus(); return; }
    const table = node("table", "");
    for (const [what, words] of model.get("screen").help ?? []) table.append(node("tr", "", node("th", "", node("kbd", "", what)), node("td", "", words)));
    const close = button("Close", "Esc", toggleHelp);
    const box = node("div", "r11-help", node("h2", "", "Keys"), table, close);
    box.setAttribute("role", "dialog");
    box.setAttribute("aria-label", "Help");
    root.append(box);
    close.focus();
  }

  function say(text, error) { status.textContent = text; status.classList.toggle("r11-error", Boolean(error)); }

  const PAGES = { name: namePage, item: itemPage, list: classPage, end: endPage };
  function update() {
    const screen = model.get("screen");
    if (!screen.page) return;
    const key = screen.item?.key ?? screen.page;
    const typed = root.contains(document.activeElement) && document.activeElement.closest("input, textarea");
    if (screen.keep_form && typed) { say(screen.status.text, screen.status.error); return; } // a refused save keeps what was typed
    if (key !== shownKey) { deadUntil = performance.now() + DEAD_MS; shownAt = lastSign = performance.now(); active = 0; }
    shownKey = key;
    const hadFocus = root.contains(document.activeElement);
    body.replaceChildren(header(screen), PAGES[screen.page](screen));
    root.querySelector(".r11-help")?.remove();
    say(screen.status.text, screen.status.error);
    root.dataset.page = screen.page;
    root.dataset.key = key;
    if (hadFocus && screen.page !== "name") root.focus({ preventScroll: true });
  }
  function warn() {
    const { key, lines } = model.get("checks");
    if (fields?.warnings && fields.key === key) fields.warnings.replaceChildren(...lines.map((line) => node("li", "", line)));
  }
  model.on("change:screen", update);
  model.on("change:checks", warn);
  update();
  setTimeout(() => { if (model.get("screen").page !== "name") root.focus({ preventScroll: true }); }, 0);
  return () => { model.off("change:screen", update); model.off("change:checks", warn); };
}
export default { render };
