// The decision in words, the few actions as buttons, and the odds with their reasons.
import { complain } from "./ask.js";
import { drawForecast, inShort } from "./odds.js";
import { make } from "./make.js";

const MANY = 9; // choices whose number helps nobody

const byId = (id) => document.getElementById(id);

export class Prompt {
  // `heard` has over(action), out(), picked(action, {touch}), back(), confirm().
  constructor(heard, odds) {
    this.heard = heard;
    this.odds = odds;
    this.words = byId("prompt-words");
    this.hint = byId("hint");
    this.list = byId("actions");
    this.panel = byId("forecast");
    this.complaint = byId("complaint");
    this.menu = byId("menu");
    this.tip = byId("tip");
  }

  say(words, hint) {
    this.words.textContent = words;
    this.hint.textContent = hint;
  }

  // `text`, if there is one, is shown to be copied by hand.
  complain(error, text = "") {
    complain(this.complaint, error);
    if (!error || !text) return;
    const field = make("textarea", { readonly: true, rows: Math.min(6, text.split("\n").length), "aria-label": "To be copied" });
    field.value = text;
    this.complaint.append(field);
    field.select();
  }

  // The buttons beside the board; each gets the chance of success once it is known.
  offer(actions, canGoBack, withOdds) {
    const listed = (some, from) => some.map((action, place) =>
      make("li", {}, this.#button(action, from + place < 9 ? String(from + place + 1) : "", withOdds)));
    const main = actions.filter((action) => !action.aside);
    const aside = actions.filter((action) => action.aside);
    const buttons = listed(main, 0);
    if (aside.length) {
      buttons.push(make("li", { class: "aside" }, make("details", {},
        make("summary", {}, `${main.length ? "More" : "Seldom wanted"} (${aside.length})`),
        make("ol", { class: "actions" }, ...listed(aside, main.length)))));
    }
    if (canGoBack) {
      buttons.push(make("li", {}, make("button",
        { type: "button", class: "action back", onclick: () => this.heard.back() },
        make("span", { class: "label" }, "Choose again"), make("kbd", {}, "Esc"))));
    }
    this.list.replaceChildren(...buttons);
  }

  #button(action, key, withOdds) {
    let kind = "mouse";
    let rests = false; // the pointer has moved upon it: one that only lies there asks for nothing
    const chance = make("span", { class: "chance" });
    const button = make("button", {
      type: "button",
      class: "action",
      "data-action": action.id,
      onpointerdown: (event) => { kind = event.pointerType; },
      onpointermove: (event) => {
        if (rests || event.pointerType !== "mouse") return;
        rests = true;
        this.heard.over(action);
      },
      onpointerleave: (event) => {
        rests = false;
        if (event.pointerType === "mouse") this.heard.out();
      },
      onfocus: () => kind === "mouse" && this.heard.over(action),
      onblur: () => this.heard.out(),
      onclick: (event) => this.heard.picked(action, { touch: event.detail > 0 && kind !== "mouse" }),
    }, make("span", { class: "label" }, action.label), chance, key ? make("kbd", {}, key) : "");
    if (withOdds) this.odds.of(action.id).then((found) => {
      chance.textContent = inShort(found);
      if (found?.chances.length) chance.title = found.chances[0].name;
    });
    return button;
  }

  // The small menu where several actions remain, beside what was clicked.
  open(actions, at, withOdds) {
    this.menu.replaceChildren(...actions.map((action, place) =>
      this.#button(action, place < 9 ? String(place + 1) : "", withOdds)));
    for (const button of this.menu.children) button.setAttribute("role", "menuitem");
    this.menu.hidden = false;
    place(this.menu, at);
    this.menu.firstElementChild?.focus({ preventScroll: true });
  }

  close() {
    if (this.menu.hidden) return;
    this.menu.hidden = true;
    this.menu.replaceChildren();
  }

  // What would happen: odds, or at least the words of it. `armed` asks for a confirmation.
  async preview(action, armed, spot) {
    this.shown = action.id;
    const forecast = await this.odds.of(action.id);
    if (this.shown !== action.id) return;
    const parts = forecast ? drawForecast(forecast) : [make("h3", {}, action.label)];
    if (armed) {
      parts.push(make("div", { class: "row" },
        make("button", { type: "button", class: "button strong", id: "confirm",
          onclick: () => this.heard.confirm() }, action.label),
        make("button", { type: "button", class: "button", onclick: () => this.heard.back() }, "Not yet")));
    }
    this.panel.replaceChildren(...parts);
    this.panel.hidden = !forecast && !armed;
    if (spot && !armed) {
      const chance = inShort(forecast);
      this.tip.textContent = chance ? `${action.label}: ${chance}` : action.label;
      this.tip.hidden = false;
      place(this.tip, { x: spot.right, y: spot.top });
    }
  }

  // Several actions lie under one thing: their names and chances, and the likeliest in full.
  async several(actions, spot) {
    const shown = actions.map((one) => one.id).join();
    this.shown = shown;
    this.panel.hidden = true;
    const few = actions.length <= 4;
    this.tip.textContent = few
      ? actions.map((one) => one.label).join(" · ") : `${actions.length} choices`;
    this.tip.hidden = actions.length > MANY; // one's own figure stands for all that it may do
    place(this.tip, { x: spot.right, y: spot.top });
    if (!few) return;
    const forecasts = await Promise.all(actions.map((one) => this.odds.of(one.id)));
    if (this.shown !== shown) return;
    this.tip.replaceChildren(...actions.map((one, at) => {
      const chance = inShort(forecasts[at]);
      return make("div", {}, chance ? `${one.label}: ${chance}` : one.label);
    }));
    place(this.tip, { x: spot.right, y: spot.top });
    const chances = forecasts.map((one) => one?.chances[0]?.value ?? -1);
    const likeliest = chances.indexOf(Math.max(...chances));
    if (chances[likeliest] < 0) return;
    this.panel.replaceChildren(...drawForecast(forecasts[likeliest]));
    this.panel.hidden = false;
  }

  unpreview() {
    this.shown = null;
    this.panel.hidden = true;
    this.tip.hidden = true;
  }
}

// Beside a point of the screen, but always within it.
function place(element, { x, y }) {
  const frame = element.offsetParent?.getBoundingClientRect() ?? { left: 0, top: 0, width: innerWidth, height: innerHeight };
  const left = Math.min(x - frame.left + 8, frame.width - element.offsetWidth - 8);
  const top = Math.min(y - frame.top, frame.height - element.offsetHeight - 8);
  element.style.left = `${Math.max(8, left)}px`;
  element.style.top = `${Math.max(8, top)}px`;
}
