// What all learn at the same moment: laid side by side over the board, and small in the report.
import { drawSign } from "./beside.js";
import { make } from "./make.js";

export const HELD = 2400; // milliseconds for which it lies over the board

export function drawTokens({ shown }) {
  return make("span", { class: "tokens" }, ...shown.map((one) => make("span", {
    class: `token${one.side === null ? "" : ` side-${one.side}`}`, title: one.name,
  }, drawSign(one.sign), one.value)));
}

export class Reveal {
  constructor(place) {
    this.place = place;
    this.timer = null;
    place.addEventListener("click", () => this.hide());
  }

  show({ shown, verdict }) {
    clearTimeout(this.timer);
    this.place.hidden = false;
    this.place.replaceChildren(
      make("ul", {}, ...shown.map((one, at) => make("li", {
        class: `thing${one.side === null ? "" : ` side-${one.side}`} turn-${Math.min(at, 5)}`,
      }, make("span", { class: "face" }, drawSign(one.sign), one.value ? make("b", {}, one.value) : ""),
      make("span", { class: "whose" }, one.name)))),
      make("p", {}, verdict),
    );
    this.timer = setTimeout(() => this.hide(), HELD);
  }

  hide() {
    clearTimeout(this.timer);
    this.place.hidden = true;
  }
}
