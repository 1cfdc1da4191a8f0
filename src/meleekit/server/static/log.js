// The fight report: what happened in plain words, with the dice, its moment and its rule.
import { drawRoll } from "./dice.js";
import { make } from "./make.js";
import { drawTokens } from "./reveal.js";
import { ruleLink } from "./rules.js";

export class Log {
  constructor(list, match) {
    this.list = list;
    this.match = match;
    this.heading = "";
    this.atEnd = true;
    this.height = 0;
    list.addEventListener("scroll", () => {
      // A list that has just changed its size was not scrolled by the reader.
      if (list.clientHeight === this.height) this.atEnd = list.scrollTop + list.clientHeight >= list.scrollHeight - 4;
    });
    // The prompt above grows and shrinks; the last line stays in view.
    new ResizeObserver(() => {
      this.height = list.clientHeight;
      if (this.atEnd) this.#toEnd();
    }).observe(list);
  }

  #toEnd() {
    this.list.scrollTop = this.list.scrollHeight;
    this.atEnd = true;
  }

  clear() {
    this.list.replaceChildren();
    this.heading = "";
  }

  add(lines, fresh = true) {
    for (const old of this.list.querySelectorAll(".fresh")) old.classList.remove("fresh");
    for (const [place, line] of lines.entries()) {
      const heading = headingOf(line);
      // Where a line says that the next turn begins, what comes before it is still of the last.
      const coming = lines.slice(place).some((one) => one.revision === line.revision && says(one, heading));
      if (heading && heading !== this.heading && (says(line, heading) || !coming)) {
        this.heading = heading;
        this.list.append(make("li", { class: "turn" }, heading));
      }
      if (!says(line, heading)) this.list.append(this.#entry(line, fresh));
    }
    if (lines.length) this.#toEnd();
  }

  // Put one moment in view, for the replay.
  point(revision) {
    let first = null;
    let last = null;
    for (const entry of this.list.querySelectorAll("li[data-revision]")) {
      const at = Number(entry.dataset.revision);
      entry.classList.toggle("now", at === revision);
      entry.classList.toggle("later", at > revision);
      if (at <= revision) last = entry;
      if (at === revision) first ??= entry;
    }
    this.atEnd = false;
    if (last) this.#intoView(last);
    if (first) this.#intoView(first);
  }

  // Within the list alone: what lies around it stays under the reader's finger.
  #intoView(entry) {
    const frame = this.list.getBoundingClientRect();
    const box = entry.getBoundingClientRect();
    if (box.top < frame.top) this.list.scrollTop -= frame.top - box.top;
    else if (box.bottom > frame.bottom) this.list.scrollTop += box.bottom - frame.bottom;
  }

  #entry(line, fresh) {
    const moment = `/match/${encodeURIComponent(this.match)}/replay#${line.revision}`;
    return make("li", { "data-revision": line.revision, class: fresh ? "line fresh" : "line" },
      make("span", { class: "told" }, line.text,
        line.reveal ? drawTokens(line.reveal) : "",
        line.rolls.length ? make("span", { class: "rolls" }, ...line.rolls.map(drawRoll)) : ""),
      make("span", { class: "source" },
        make("a", { href: moment, title: "See this moment", tabindex: "-1" }, `#${line.revision}`),
        ruleLink(line.rule)));
  }
}

function headingOf(line) {
  return line.status.split(/[,;:·]| of \d/)[0].trim();
}

// Whether the line says no more than the heading does.
function says(line, heading) {
  return line.text.replace(/[.\s]+$/, "") === heading;
}
