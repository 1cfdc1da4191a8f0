// The lobby's form for a situation: a teaching one, or a text of one's own, drawn as it is read.
import { ask } from "./ask.js";
import { fromSvg, make } from "./make.js";
import { linked } from "./rules.js";

const QUIET = 300; // milliseconds without typing before the text is read

export class Builder {
  // `changed` is called when the seats are others than before.
  constructor(place, changed) {
    this.place = place;
    this.game = place.dataset.game;
    this.book = place.closest("[data-rules]").dataset.rules;
    this.ready = place.querySelector('[name="lesson"]');
    this.text = place.querySelector('[name="situation"]');
    this.shown = place.querySelector(".situation-shown");
    this.changed = changed;
    this.offered = [];
    this.asked = 0;
    this.ready.addEventListener("change", () => this.#chosen());
    this.text.addEventListener("input", () => {
      clearTimeout(this.timer);
      this.timer = setTimeout(() => this.#look(), QUIET);
    });
  }

  show(on) {
    this.place.hidden = !on;
    if (on) this.#chosen();
  }

  seats() {
    return this.offered;
  }

  setup() {
    return { situation: this.#situation() };
  }

  #situation() {
    return this.ready.value || this.text.value;
  }

  #chosen() {
    this.text.closest("label").hidden = this.ready.value !== "";
    this.#look();
  }

  // Ask what the situation tells of; what was asked before that no longer matters.
  async #look() {
    const asked = ++this.asked;
    const situation = this.#situation();
    if (!situation.trim()) return this.#show(null);
    const told = await ask("/api/situations", { game: this.game, situation });
    if (asked === this.asked) this.#show(told);
  }

  #show(told) {
    this.offered = told?.seen?.seats ?? [];
    this.shown.replaceChildren(...(told ? parts(told, this.book) : []));
    this.changed();
  }
}

function parts({ seen: told, problem, error }, book) {
  if (!told) {
    const { message, at } = problem ?? error;
    return [make("p", { class: "complaint", role: "alert" }, at ? `${message} (${at})` : message)];
  }
  const words = make("div", {}, make("h3", {}, told.title), make("p", {}, told.about),
    make("p", { class: "note" }, [told.status, told.prompt].filter(Boolean).join(" · ")));
  if (told.question) {
    words.append(make("p", { class: "question" }, told.question),
      make("details", {}, make("summary", {}, "The answer"), make("p", {}, told.answer),
        make("p", { class: "note" }, linked(told.why, book))));
  }
  return [make("div", { class: "situation-board" }, fromSvg(told.svg)), words];
}
