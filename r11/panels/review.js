// The review panel in the browser: shows one screen that the kernel sends, and sends back one message per decision.
// Everything from the corpus or the ledger is put in as text (textContent), never as markup.

const KEYS = {
  o: "outdated", w: "wrong", a: "unsourced", c: "close", e: "edit", 3: "to_o3", p: "other", s: "skip", "?": "ask", u: "undo",
  ArrowRight: "next", ArrowLeft: "previous", f: "filters", m: "summary", l: "list", b: "items", h: "help",
};
const ACTIONS = [
  ["outdated", "o", "Approve as outdated"], ["wrong", "w", "Approve as wrong"], ["unsourced", "a", "Approve as unsourced"],
  ["close", "c", "Claim is correct"], ["edit", "e", "Write the line"], ["to_o3", "3", "Not this text"], ["other", "p", "Other proposal"],
  ["skip", "s", "Skip"], ["ask", "?", "Ask"],
];
const RULINGS = {
  outdated: "outdated: it was true once", wrong: "wrong: nothing shows that it was", unsourced: "unsourced: no source says it",
};
const PAGE_OF = { summary: "end", list: "list", items: "item" };
const rulings = (words) => options(node("select", "r11-disposition"),
  [...(words.length > 1 ? [["", "choose…"]] : []), ...words.map((word) => [word, RULINGS[word] ?? word])], words.length > 1 ? "" : words[0]);

function render({ model, el }) {
  // --- the frame: made once, so that a new screen replaces only the page ------------------------------------------
  const root = panelRoot("Review panel");
  const head = node("div", "r11-header"), body = node("div", "r11-body"), forms = node("div", "r11-forms");
  const actions = node("div", "r11-actions"), status = node("div", "r11-status"), foot = node("div", "r11-foot", actions, status);
  const told = node("div", "r11-spoken"), help = node("dialog", "r11-help");
  actions.setAttribute("role", "group");
  actions.setAttribute("aria-label", "Decide");
  status.setAttribute("role", "status");
  told.setAttribute("aria-live", "polite");
  root.append(head, body, forms, foot, told, help);
  el.append(root);

  let keysOn = true, deadUntil = 0, shown = null, form = null, waiting = 0;
  const screen = () => model.get("screen");
  const focus = () => root.focus({ preventScroll: true });
  const say = (text, error) => { status.replaceChildren(...keyed(text)); status.classList.toggle("r11-error", Boolean(error)); };

  const time = stopwatch(root, () => model.get("idle_cap_ms"));

  // --- out: one message at a time, with everything that it needs --------------------------------------------------
  function send(kind, more = {}) {
    if (waiting) return;
    const { item, undo } = screen();
    waiting = setTimeout(() => {
      waiting = 0;
      say("No answer from the kernel. What was not said to be saved is not saved: wait a moment, else reload the page (or run the cell again).", true);
    }, PATIENCE_MS);
    model.send({ kind, key: item?.key ?? null, version: item?.version ?? null, content: item?.content ?? null, undo,
                 ...time.read(), ...more });
  }

  function act(kind) {
    const { page, item } = screen();
    if (kind === "help") return help.open ? help.close() : (help.showModal(), help.scrollTo(0, 0));
    if (page === "name" || page === "broken") return;
    if (kind === "filters") return openFilters();
    if (PAGE_OF[kind]) return page === PAGE_OF[kind] ? say("This is that page.", false) : send("go", { page: PAGE_OF[kind] });
    if (page !== "item" && !["undo", "previous", "next"].includes(kind)) return;
    const reason = page === "item" && item.unavailable[kind];
    if (reason) return say(`Not here: ${reason}`, true);
    if (kind === "edit") return openEditor(item);
    if (kind === "ask") return openNote();
    send(kind);
  }

  root.addEventListener("keydown", (event) => {
    const isSave = form && event.key === "Enter" && (event.ctrlKey || event.metaKey);
    if (event.target.closest("input:not([type=checkbox]), textarea, select")) {
      event.stopPropagation(); // what is typed is text: neither the panel nor the notebook may hear it
      if (event.key === "Escape") leave();
      if (isSave) form.save();
      return;
    }
    if (isSave) { event.preventDefault(); event.stopPropagation(); form.save(); return; }
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (help.open) { event.stopPropagation(); if (event.key === "h") { event.preventDefault(); help.close(); } return; }
    if (event.key === "Escape") return leave();
    if (event.target.closest("button, a, summary, input") && ["Enter", " "].includes(event.key)) return;
    const kind = KEYS[event.key.length === 1 ? event.key.toLowerCase() : event.key];
    if (!kind || (event.shiftKey && event.key !== "?")) return;
    event.preventDefault();
    event.stopPropagation();
    if (!keysOn || event.repeat || performance.now() < deadUntil) return;
    if (form) return say("A form is open: save it, or leave it with Esc.", true);
    act(kind);
  });
  help.addEventListener("close", focus);
  const leave = () => { filters.open = false; closeForm(); focus(); };

  function openFilters() {
    if (filters.hidden) return say("There are no filters in this room.", false);
    filters.open = true;
    choices.querySelector("select").focus();
  }
  const press = (kind) => () => { if (performance.now() >= deadUntil && !form) act(kind); if (!form && !help.open) focus(); };
  const go = (page) => () => { closeForm(); send("go", { page }); focus(); };

  // --- the header --------------------------------------------------------------------------------------------------
  const count = node("span", "r11-count"), saved = node("span", "r11-saved"), bar = node("progress", "r11-progress");
  const keys = node("input"), choices = node("div"), chosen = node("summary"), filters = node("details", "r11-filters", chosen, choices);
  keys.type = "checkbox";
  keys.checked = true;
  keys.addEventListener("change", () => { keysOn = keys.checked; say(keysOn ? "Single keys are on." : "Single keys are off: use the buttons.", false); });
  const large = button("Large text", "", () => {
    remember("large", root.classList.toggle("r11-large") ? "yes" : "no");
    focus();
  }, "r11-quiet");
  const summary = button("Summary", "m", go("end"), "r11-quiet r11-do-summary");
  head.append(count, bar, saved, node("span", "r11-tools", node("label", "r11-switch", keys, " single keys"), large, summary,
    button("Help", "h", () => act("help"), "r11-quiet")), filters);

  function showProgress({ progress, page, reviewer, room }) {
    head.hidden = !progress;
    if (!progress) return;
    help.querySelector(".r11-meaning").textContent = progress.meaning;
    const { position, total, decided } = progress;
    count.textContent = (room ? `${room}: ` : "") + (page === "item" ? `Item ${position} of ${total}` : plural(total, "item"));
    bar.max = Math.max(total, 1);
    bar.value = decided;
    bar.setAttribute("aria-label", `${decided} of ${total} decided`);
    saved.textContent = `${decided} of ${total} decided · ${plural(progress.saved, "event")} saved · ${progress.active} active · ${reviewer}`;
    saved.title = progress.meaning;
    summary.hidden = page === "end";
  }

  function showFilters() {
    filters.hidden = !model.get("filters").length;
    const choosing = choices.contains(document.activeElement) ? document.activeElement.dataset.name : "";
    const all = model.get("filters"), named = all.filter((one) => one.chosen || one.name === "files");
    // A reload asks for the name again and for nothing else: this tab keeps the filters.
    if (all.length) keep("filters", Object.fromEntries(all.filter((one) => one.chosen).map((one) => [one.name, one.chosen])));
    const words = named.map((one) => one.options.find(([value]) => value === one.chosen)?.[1] ?? one.chosen);
    chosen.title = "key f";
    chosen.textContent = words.length ? `Shown: ${words.join(", ")} · choose other files, filters, order` : "Filters and order";
    choices.replaceChildren(...all.map(({ name, label, options: list, chosen: value }) => {
      const select = options(node("select", "r11-filter"), list, value);
      select.setAttribute("aria-label", `Show by ${label}`);
      select.title = label;
      select.classList.toggle("r11-chosen", Boolean(value));
      select.dataset.name = name;
      // The focus stays: a letter typed into the list of choices may have chosen, and the next one must not decide.
      select.addEventListener("change", () => { closeForm(); send("filter", { name, value: select.value }); });
      return select;
    }), all.some((one) => one.chosen && one.name !== "files") ? button("Clear all filters", "", () => { send("clear"); leave(); }, "r11-quiet r11-do-clear") : "");
    if (choosing) choices.querySelector(`[data-name="${choosing}"]`)?.focus({ preventScroll: true });
  }

  // --- the pages ---------------------------------------------------------------------------------------------------
  const inFile = (lines) => {
    const context = node("table", "r11-context", node("tbody", "", ...lines.map(([number, list, target]) => {
      const cells = [node("th", "", String(number)), node("td", "", ...runs(list))];
      cells[0].scope = "row";
      return node("tr", target ? "r11-target" : "", ...cells);
    })));
    context.setAttribute("aria-label", "The claim in its file");
    return context;
  };

  function itemPage({ item }) {
    const link = node(item.href ? "a" : "span", "r11-link", ...runs(item.url));
    if (item.href) Object.assign(link, { href: item.href, target: "_blank", rel: "noopener noreferrer" });
    const source = node(item.history.href ? "a" : "span", "r11-link", ...runs(item.history.url ?? []));
    if (item.history.href) Object.assign(source, { href: item.history.href, target: "_blank", rel: "noopener noreferrer" });
    const facts = node("details", "r11-facts", node("summary", "", `Every fact on record (${item.facts.length})`), bullets(item.facts));
    return node("div", "r11-item",
      node("div", "r11-title", node("span", `r11-badge r11-${item.op}`, item.badge), node("span", "r11-place", ...runs(item.place)),
        node("span", "r11-rule", item.rule), item.answer ? node("span", "r11-answer", item.answer) : null),
      item.notes.length ? bullets(item.notes, "r11-notes") : null,
      item.banner.length ? node("div", "r11-banner", ...item.banner.map((line) => node("p", "", ...runs(line)))) : null,
      item.choice.length ? node("p", "r11-choice", ...runs(item.choice), ...(item.others.length ? keyed(" `p` turns to it.") : [])) : null,
      section(item.heading, scroller("div", "r11-diff", item.heading, item.diff), item.markup ? node("p", "r11-source", item.markup) : null),
      node("p", "r11-advice", ...keyed(item.advice)),
      ...item.others.map((other) => node("section", "r11-section r11-other", node("h3", "", ...runs(other.heading)),
        node("div", "r11-diff", ...runs(other.diff)), bullets(other.why))),
      ...item.quotes.map(([title, list]) => section(title, scroller("blockquote", "r11-quote", title, list))),
      node("p", "r11-source", link, " · ", item.freshness),
      item.stored.length ? Object.assign(node("details", "r11-stored", node("summary", "", item.stored_title),
        scroller("blockquote", "r11-quote", item.stored_title, item.stored)), { open: item.stored_open }) : null,
      item.history.words ? node("p", "r11-source r11-history", ...keyed(item.history.words), " ", ...runs(item.history.dates), " ",
        ...(item.history.href ? ["Its source, with earlier versions under History: ", source] : [])) : null,
      section("What the judge said", node("p", "r11-reason", ...runs(item.reason))),
      section("Why the machine says so, and what it could not prove", bullets(item.why, "r11-why"), item.facts.length ? facts : null),
      item.context.length ? section("In its file", inFile(item.context)) : null,
      item.siblings.length ? section("The same claim stands also in", bullets(item.siblings)) : null);
  }

  function showActions({ item }) {
    actions.hidden = !item || Boolean(form);
    if (!item) return;
    const own = ACTIONS.filter(([kind]) => !item.unavailable[kind]);
    const said = Object.fromEntries(model.get("help"));
    actions.replaceChildren(...own.map(([kind, key, label]) => Object.assign(button(label, key, press(kind), `r11-do-${kind}`), { title: said[key] ?? "" })),
      button("Undo", "u", press("undo"), "r11-quiet r11-do-undo"),
      button("Previous", "←", press("previous"), "r11-quiet"), button("Next", "→", press("next"), "r11-quiet"));
  }

  const namePage = ({ names, room, warning, like }) => nameForm({
    names, warning, like, title: room ? `${room}: who is reviewing?` : "Who is reviewing?", before: "Reviewed here before", begin: (name, more) => send("name", { name, filters: kept("filters"), ...more }),
    rule: "Every decision is recorded under this name, in a log of its own. Use the same spelling each time: you go on where you left off.",
    lines: ["You will see one claim at a time: what the knowledge base says, what the cited page says, and what could be written instead. You decide by key: once you have begun, `h` shows the keys.",
      "Nothing you do here writes the knowledge base: your decisions go into an approved manifest, which somebody else applies."],
  });

  function listPage({ list }) {
    const all = rulings(list.dispositions), rows = node("ol", "r11-list"), chosen = new Map();
    for (const row of list.rows) {
      const ruling = options(node("select", "r11-disposition"),
        [["", "leave for one by one"], ...list.dispositions.map((word) => [word, RULINGS[word] ?? word])], "");
      ruling.setAttribute("aria-label", `The old value of ${textOf(row.place)}`);
      ruling.addEventListener("change", count);
      chosen.set(row, ruling);
      rows.append(node("li", "", node("div", "r11-row", node("span", "r11-place", ...runs(row.place)), ruling),
        node("div", "r11-diff", ...runs(row.diff)), node("div", "r11-source", "The page says: ", ...runs(row.quote)),
        row.context.length ? node("details", "r11-facts", node("summary", "", "In its file"), inFile(row.context)) : null));
    }
    const pick = (of) => Object.fromEntries(list.rows.map((row) => [row.key, of(row)]));
    const standBy = node("input", "r11-stand-by");
    standBy.type = "checkbox";
    standBy.addEventListener("change", count);
    const pace = list.pace ? node("div", "r11-banner r11-pace", node("p", "", list.pace), node("div", "r11-row",
      button("Look at the sample again", "", go("sample"), "r11-primary r11-do-sample"),
      node("label", "r11-switch", standBy, " I stand by the sample as I decided it"))) : null;
    const confirm = button("", "", () => send("confirm_class", {
      stand_by: standBy.checked, rulings: pick((row) => chosen.get(row).value), versions: pick((row) => row.version), contents: pick((row) => row.content),
    }), "r11-primary r11-do-confirm");
    const why = node("span", "r11-source r11-why-not");
    function count() {
      const ruled = [...chosen.values()].filter((ruling) => ruling.value).length;
      confirm.textContent = `Confirm ${ruled} of ${list.rows.length === 1 ? "this 1 edit" : `these ${list.rows.length} edits`}`;
      const missing = [ruled ? "" : "choose outdated or wrong for at least one row", list.pace && !standBy.checked ? "tick above that you stand by the sample" : ""].filter(Boolean);
      confirm.disabled = !list.allowed || missing.length > 0;
      why.textContent = missing.length ? `First ${missing.join(", and ")}.` : "";
    }
    all.addEventListener("change", () => { for (const ruling of chosen.values()) ruling.value = all.value; count(); });
    count();
    const decide = node("div", "r11-row", list.allowed ? labelled("Set every row above to (you can change single rows after)", all) : null,
      list.allowed ? confirm : null, list.allowed ? why : null,
      list.to_decide ? button("To the sample", "", go("sample"), "r11-primary r11-do-sample") : null, button("Back to single items", "b", go("item")));
    return node("div", "r11-class", node("h2", "", list.heading), node("p", "r11-advice", ...keyed(list.words)), pace,
      list.allowed && list.markup ? node("p", "r11-source", list.markup) : null, list.allowed ? rows : null, decide);
  }

  function endPage({ end }) {
    const table = node("table", "r11-counts", node("tbody", "", ...end.table.map(([what, number]) => {
      const title = node("th", "", what);
      title.scope = "row";
      return node("tr", "", title, node("td", "", String(number)));
    })));
    const row = node("div", "r11-row");
    if (end.can_return) row.append(button("Back to the items", "b", go("item"), "r11-do-items"));
    if (end.can_confirm) row.append(button("Value swaps as a list", "l", go("list"), "r11-do-list"));
    if (end.can_freeze) row.append(button("Write the approved manifest", "", () => send("freeze"), `${end.stale.some(([, , can]) => can) ? "" : "r11-primary"} r11-do-freeze`));
    row.append(button("Undo", "u", press("undo"), "r11-quiet"));
    const stale = end.stale.map(([batch, words, canRewrite]) => node("div", "r11-banner", node("p", "", words),
      canRewrite ? button("Write it again", "", () => send("freeze", { batch }), "r11-primary r11-do-rewrite") : null));
    const named = end.named.map(([key, words]) => node("li", "", node("p", "", ...runs(words)),
      key ? button("Look at the true item", "", () => { closeForm(); send("open", { key }); focus(); }, "r11-do-open") : null));
    return node("div", "r11-end", node("h2", "", end.heading), ...end.lines.map((line) => node("p", "", ...keyed(line))),
      named.length ? node("ul", "r11-named", ...named) : null, ...stale, table, row,
      end.left_out.length ? section("Decided, yet left out of the manifest, and why", bullets(end.left_out)) : null);
  }

  const brokenPage = ({ words }) => node("div", "r11-end", node("h2", "", "This screen cannot be drawn"), node("p", "", words),
    node("p", "", "What was said to be saved is saved. Reload the page, or go on with the queue."), button("Go on", "", go("item")));

  // --- forms -------------------------------------------------------------------------------------------------------
  // What is being typed stays in this tab until it is saved: neither Esc nor a reload throws it away.
  const draftOf = (field) => `${screen().reviewer} ${screen().item.key} ${field.dataset.draft}`;
  const typed = (field, fallback) => {
    const draft = kept(draftOf(field));
    field.value = draft ?? fallback;
    field.addEventListener("input", () => keep(draftOf(field), field.value === fallback ? null : field.value));
    return typeof draft === "string" ? node("p", "r11-source r11-draft", "This is what you had typed here before, not saved yet. ",
      button("Start afresh", "", () => { field.value = fallback; field.dispatchEvent(new Event("input")); field.focus(); }, "r11-quiet")) : null;
  };

  function openForm(made, save, first) {
    forms.replaceChildren(made);
    form = { save, key: screen().item.key, draft: draftOf(first) };
    actions.hidden = true;
    say("", false);
    first.focus({ preventScroll: true });
    made.scrollIntoView({ block: "center" });
  }
  const sendForm = (kind, more) => { form.sent = true; send(kind, more); };
  function closeForm() {
    form = null;
    forms.replaceChildren();
    actions.hidden = !screen().item;
  }
  const formButtons = (label, save) => [button(label, "Ctrl+Enter", save, "r11-primary r11-do-save"),
    button("Cancel", "Esc", () => { closeForm(); focus(); })];

  function openEditor(item) {
    const text = node("textarea", "r11-text"), checked = node("input", "r11-checked"), removed = node("input", "r11-removed");
    const choice = rulings(item.dispositions), warnings = node("ul", "r11-warnings");
    text.dataset.draft = "line";
    const earlier = typed(text, item.text);
    text.rows = Math.min(8, 2 + Math.ceil(item.text.length / 90));
    text.spellcheck = true;
    checked.type = removed.type = "checkbox";
    warnings.setAttribute("aria-live", "polite");
    const save = () => sendForm("edit", { text: removed.checked ? null : text.value, disposition: choice.value, checked: checked.checked });
    let timer = 0;
    const check = () => {
      clearTimeout(timer);
      if (!removed.checked) timer = setTimeout(() => model.send({ kind: "check", key: item.key, text: text.value }), 200);
    };
    text.addEventListener("input", check);
    removed.addEventListener("change", () => { text.disabled = removed.checked; warnings.replaceChildren(); check(); });
    openForm(node("div", "r11-editor", earlier,
      labelled("The line as it shall read", text), warnings,
      node("div", "r11-row", node("label", "r11-switch", removed, " take the whole line out instead")),
      node("div", "r11-row", labelled("The old text is", choice), node("label", "r11-switch", checked, ` ${item.source_check}`)),
      node("div", "r11-row", ...formButtons("Save and approve", save))), save, text);
    form.warnings = warnings;
    check();
  }

  function openNote() {
    const note = node("textarea", "r11-text");
    note.rows = 2;
    note.dataset.draft = "question";
    const earlier = typed(note, "");
    const save = () => sendForm("ask", { note: note.value });
    openForm(node("div", "r11-editor", earlier, labelled("What do you want to ask? The item stays open.", note),
      node("div", "r11-row", ...formButtons("Save the question", save))), save, note);
  }

  // --- help --------------------------------------------------------------------------------------------------------
  const words = model.get("help").map(([key, line]) => node("tr", "", node("th", "", ...key.split(" ").map((one) => node("kbd", "", one))), node("td", "", line)));
  help.append(node("div", "r11-row r11-help-head", node("h2", "", "Keys"), button("Close", "Esc", () => help.close(), "r11-primary")), node("table", "", node("tbody", "", ...words)),
    node("p", "", ...keyed("Outdated or wrong? The new line is the same, and both count alike as an error. Outdated if quote, page or its history shows that the old text was true once; if nothing shows it, wrong. Each item has what is on record of its page.")),
    node("p", "r11-meaning", screen().progress?.meaning ?? ""),
    node("p", "", "For 300 ms after a new item no key decides. In a text field, keys are text. The switch “single keys” turns them off."),
    node("p", "", "O1 swaps one value that the quote names. O2 takes out what the source does not support. O3 is a line that a person writes."),
    node("p", "", "An item stands by its file and line, a claim also by its number in that file, such as c06. A rule such as R8 is the judge's own mark; R8: a claim of several parts, of which one failed."));
  help.setAttribute("aria-label", "Help");

  // --- in: one screen ----------------------------------------------------------------------------------------------
  const PAGES = { name: namePage, item: itemPage, list: listPage, end: endPage, broken: brokenPage };
  function update() {
    const now = screen();
    if (!now.page) return;
    clearTimeout(waiting);
    waiting = 0;
    const { item } = now, rows = now.list?.rows.map((row) => row.key) ?? [];
    const is = item ? [item.key, item.version, item.content].join(" ") : [now.page, ...rows].join(" ");
    const isNew = is !== shown, keepForm = form && now.status.error && item?.key === form.key; // a refused save keeps what was typed
    const choosing = filters.contains(document.activeElement);
    const hadFocus = root.contains(document.activeElement) && !choosing, wasTyping = forms.contains(document.activeElement);
    if (isNew) { deadUntil = performance.now() + DEAD_MS; time.restart(); }
    shown = is;
    if (form?.sent && !now.status.error) keep(form.draft, null);
    if (!keepForm) closeForm();
    showProgress(now);
    const complaints = now.complaints?.length ? bullets(now.complaints, "r11-notes r11-error") : "";
    body.replaceChildren(complaints, PAGES[now.page](now));
    showActions(now);
    body.querySelectorAll(".r11-diff, .r11-quote").forEach(showChange);
    say(now.status.text, now.status.error);
    told.textContent = isNew && item ? `Item ${now.progress.position}. ${item.badge}. ${textOf(item.diff)}`.slice(0, 600) : "";
    Object.assign(root.dataset, { page: now.page, key: item?.key ?? "", turn: now.turn });
    if (hadFocus && now.page !== "name" && !(keepForm && wasTyping)) focus();
    const { top, bottom } = root.getBoundingClientRect();
    if (isNew && now.page !== "name" && (top < 0 || bottom > innerHeight)) root.scrollIntoView({ block: "start" });
  }
  function warn() {
    const { key, lines } = model.get("checks");
    if (form?.warnings && form.key === key) form.warnings.replaceChildren(...lines.map(([blocks, words]) =>
      node("li", blocks ? "r11-blocks" : "r11-hint", node("span", "r11-sign", blocks ? "×" : "i"), node("strong", "", blocks ? "Cannot be saved: " : "Please check: "), words)));
  }
  model.on("change:screen", update);
  model.on("change:filters", showFilters);
  model.on("change:checks", warn);
  showFilters();
  update();
  setTimeout(() => { unclip(root); if (screen().page !== "name") focus(); }, 0);
  return () => { model.off("change:screen", update); model.off("change:filters", showFilters); model.off("change:checks", warn); };
}
export default { render };
