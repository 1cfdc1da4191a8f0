// The fight report: what happened in plain words, with the dice, its moment and its rule.
import { drawRoll } from "./dice.js";
import { make } from "./make.js";

export class Log {
  constructor(list, match) {
    this.list = list;
    this.match = match;
    this.heading = "";
  }

  clear() {
    this.list.replaceChildren();
    this.heading = "";
  }

  add(lines, fresh = true) {
    for (const old of this.list.querySelectorAll(".fresh")) old.classList.remove("fresh");
    for (const line of lines) {
      const heading = line.status.split(/[,;:·]/)[0].trim();
      if (heading && heading !== this.heading) {
        this.heading = heading;
        this.list.append(make("li", { class: "turn" }, heading));
      }
      // The heading says it already.
      if (line.text.replace(/[.\s]+$/, "") === heading) continue;
      this.list.append(this.#entry(line, fresh));
    }
    if (lines.length) this.list.scrollTop = this.list.scrollHeight;
  }

  // Put one moment in view, for the replay.
  point(revision) {
    let last = null;
    for (const entry of this.list.querySelectorAll("li[data-revision]")) {
      const at = Number(entry.dataset.revision);
      entry.classList.toggle("now", at === revision);
      entry.classList.toggle("later", at > revision);
      if (at <= revision) last = entry;
    }
    last?.scrollIntoView({ block: "nearest" });
  }

  #entry(line, fresh) {
    const moment = `/match/${encodeURIComponent(this.match)}/replay#${line.revision}`;
    return make("li", { "data-revision": line.revision, class: fresh ? "line fresh" : "line" },
      make("span", { class: "told" }, line.text,
        line.rolls.length ? make("span", { class: "rolls" }, ...line.rolls.map(drawRoll)) : ""),
      make("span", { class: "source" },
        make("a", { href: moment, title: "See this moment", tabindex: "-1" }, `#${line.revision}`),
        make("span", { class: "rule", title: "The rule behind it" }, line.rule)));
  }
}
