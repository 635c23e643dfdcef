// The blind panel in the browser: one claim, its lines and its page, and one message per label.
// Everything from the corpus or from a page is put in as text (textContent), never as markup.

const KEYS = {
  c: "correct", o: "outdated", w: "wrong", a: "unsourced", t: "cannot_tell", u: "undo",
  ArrowRight: "next", ArrowLeft: "previous", h: "help",
};
const LABELS = [
  ["correct", "c", "Correct"], ["outdated", "o", "Outdated"], ["wrong", "w", "Wrong"], ["unsourced", "a", "Unsourced"], ["cannot_tell", "t", "Cannot tell"],
];

function render({ model, el }) {
  const root = panelRoot("Gold sample panel");
  const count = node("span", "r11-count"), saved = node("span", "r11-saved"), bar = node("progress", "r11-progress");
  const keys = node("input"), head = node("div", "r11-header"), body = node("div", "r11-body");
  const actions = node("div", "r11-actions"), status = node("div", "r11-status"), foot = node("div", "r11-foot", actions, status);
  const told = node("div", "r11-spoken"), help = node("dialog", "r11-help");
  actions.setAttribute("role", "group");
  actions.setAttribute("aria-label", "Label");
  status.setAttribute("role", "status");
  told.setAttribute("aria-live", "polite");
  root.append(head, body, foot, told, help);
  el.append(root);

  let keysOn = true, deadUntil = 0, shown = null, waiting = 0;
  const screen = () => model.get("screen");
  const focus = () => root.focus({ preventScroll: true });
  const say = (text, error) => { status.replaceChildren(...keyed(text)); status.classList.toggle("r11-error", Boolean(error)); };
  const time = stopwatch(root, () => model.get("idle_cap_ms"));

  function send(kind, more = {}) {
    if (waiting) return;
    const { item } = screen();
    waiting = setTimeout(() => {
      waiting = 0;
      say("No answer from the kernel. What was not said to be saved is not saved: wait a moment, else reload the page (or run the cell again).", true);
    }, PATIENCE_MS);
    model.send({ kind, item: item?.number ?? null, own: item?.own ?? "", ...time.read(), ...more });
  }
  function act(kind) {
    if (kind === "help") return help.open ? help.close() : (help.showModal(), help.scrollTo(0, 0));
    const { page } = screen();
    if (page === "item" || (page === "end" && ["undo", "previous", "next"].includes(kind))) send(kind);
  }
  root.addEventListener("keydown", (event) => {
    if (event.target.closest("input:not([type=checkbox])")) return event.stopPropagation(); // what is typed is text
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.target.closest("button, a, input") && ["Enter", " "].includes(event.key)) return;
    const kind = KEYS[event.key.length === 1 ? event.key.toLowerCase() : event.key];
    if (!kind || event.shiftKey) return;
    event.preventDefault();
    event.stopPropagation();
    if (event.repeat || (help.open && kind !== "help")) return;
    if (kind === "help" || (keysOn && performance.now() >= deadUntil)) act(kind);
  });
  help.addEventListener("close", focus);
  const press = (kind) => () => { if (performance.now() >= deadUntil) act(kind); if (!help.open) focus(); };

  keys.type = "checkbox";
  keys.checked = true;
  keys.addEventListener("change", () => { keysOn = keys.checked; say(keysOn ? "Single keys are on." : "Single keys are off: use the buttons.", false); });
  const large = button("Large text", "", () => { remember("large", root.classList.toggle("r11-large") ? "yes" : "no"); focus(); }, "r11-quiet");
  head.append(count, bar, saved, node("span", "r11-tools", node("label", "r11-switch", keys, " single keys"), large, button("Help", "h", () => act("help"), "r11-quiet")));
  actions.append(...LABELS.map(([kind, key, label]) => button(label, key, press(kind), `r11-do-${kind}`)),
    button("Undo", "u", press("undo"), "r11-quiet r11-do-undo"), button("Previous", "←", press("previous"), "r11-quiet"), button("Next", "→", press("next"), "r11-quiet"));

  const keyRows = (lines) => node("table", "", node("tbody", "", ...lines.map(([key, line]) =>
    node("tr", "", node("th", "", ...key.split(" ").map((one) => node("kbd", "", one))), node("td", "", line)))));
  const rules = () => model.get("rules").map((line) => node("p", "", line));
  const labelRows = () => keyRows(model.get("help").filter(([key]) => LABELS.some(([, one]) => one === key)));
  const namePage = ({ names }) => {
    const form = nameForm({
    names, title: "Who is labelling?", before: "Labelled here before", begin: (name) => send("name", { name }),
    rule: "Every label is recorded under this name, in a log of its own. Use the same spelling each time: you go on where you left off.",
    lines: ["You will see one claim at a time and the page that it cites. Say whether the claim is true of the page as it is today; `h` shows this again.",
      "You are not told what anybody said of the claim before, nor whether it was changed. Please do not look it up: the result rests on it. Where two people differ, a third is asked, without being told so."],
    });
    form.append(node("h3", "", "What the labels mean"), node("div", "r11-keys", labelRows()), ...rules());
    return form;
  };
  function itemPage({ item }) {
    const link = node(item.href ? "a" : "span", "r11-link", ...runs(item.url));
    if (item.href) Object.assign(link, { href: item.href, target: "_blank", rel: "noopener noreferrer" });
    const context = node("table", "r11-context");
    context.setAttribute("aria-label", "The claim among its lines");
    context.append(node("tbody", "", ...item.context.map(([list, target]) => node("tr", target ? "r11-target" : "", node("td", "", ...runs(list))))));
    const passage = item.passage.length ? scroller("blockquote", "r11-quote", "What the page says", item.passage)
      : node("p", "", "The page could not be read when the sample was drawn: open the link.");
    const read = item.fetched ? ` · read on ${item.fetched}; the link shows the page as it is now` : "";
    return node("div", "r11-item",
      item.own ? node("div", "r11-title", node("span", "r11-answer", `You said: ${item.own_words}`)) : null,
      section("The claim", scroller("div", "r11-diff", "The claim", item.claim)),
      section(item.is_like ? "What the page says, around what is most like the claim" : "How the page begins: nothing on it is much like the claim", passage, node("p", "r11-source", link, read)),
      item.context.length ? section("The claim among its lines", context) : null);
  }
  function endPage({ end }) {
    const saved = `Your ${end.labelled} label${end.labelled === 1 ? " is" : "s are"} saved. Thank you.`;
    const later = `Others have the ${end.left} item${end.left === 1 ? "" : "s"} before them that may still need you. Come back in some ten minutes.`;
    return node("div", "r11-end", node("h2", "", end.left ? "Nothing is free for you at the moment" : "Nothing is left for you to label"),
      node("p", "", saved), end.left ? node("p", "", later) : null,
      node("p", "", ...keyed("`←` shows your items again; `u` takes back your last label.")),
      end.left ? button("Look again", "", () => send("go")) : node("p", "", "Should two people differ on an item, a third is asked: it is then here when you come again."));
  }
  const brokenPage = ({ words }) => node("div", "r11-end", node("h2", "", "This screen cannot be drawn"), node("p", "", words),
    node("p", "", "What was said to be saved is saved. Reload the page, or go on."), button("Go on", "", () => send("go")));

  help.append(node("div", "r11-row r11-help-head", node("h2", "", "Keys"), button("Close", "Esc", () => help.close(), "r11-primary")), keyRows(model.get("help")), ...rules(),
    node("p", "", "For 300 ms after a new item no key labels. The switch “single keys” turns them off."));
  help.setAttribute("aria-label", "Help");

  const PAGES = { name: namePage, item: itemPage, end: endPage, broken: brokenPage };
  function update() {
    const now = screen();
    if (!now.page) return;
    clearTimeout(waiting);
    waiting = 0;
    const { item, progress } = now, is = item ? `item ${item.number}` : now.page, isNew = is !== shown;
    const hadFocus = root.contains(document.activeElement);
    if (isNew) { deadUntil = performance.now() + DEAD_MS; time.restart(); }
    shown = is;
    head.hidden = !progress;
    if (progress) {
      count.textContent = item ? `Item ${item.number}` : "The gold sample";
      bar.max = Math.max(progress.labelled + progress.left, 1);
      bar.value = progress.labelled;
      const done = `${progress.labelled} labelled by you`, left = `${progress.left} left for you`;
      const others = progress.others ? [`${progress.others} done by others`] : [];
      bar.setAttribute("aria-label", [done, left, ...others].join(", "));
      saved.textContent = [done, left, ...others, now.labeller].join(" · ");
    }
    const complaints = now.complaints?.length ? bullets(now.complaints, "r11-notes r11-error") : "";
    body.replaceChildren(complaints, PAGES[now.page](now));
    actions.hidden = !item;
    body.querySelectorAll(".r11-quote").forEach(showChange);
    say(now.status.text, now.status.error);
    told.textContent = isNew && item ? `Item ${item.number}. ${textOf(item.claim)}`.slice(0, 600) : "";
    Object.assign(root.dataset, { page: now.page, key: String(item?.number ?? ""), turn: now.turn });
    if (hadFocus && now.page !== "name") focus();
    const { top, bottom } = root.getBoundingClientRect();
    if (isNew && now.page !== "name" && (top < 0 || bottom > innerHeight)) root.scrollIntoView({ block: "start" });
  }
  model.on("change:screen", update);
  update();
  setTimeout(() => { if (screen().page !== "name") focus(); }, 0);
  return () => model.off("change:screen", update);
}
export default { render };
