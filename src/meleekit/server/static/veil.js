// Several people at one screen, and one of them is to choose in secret: nothing is shown until that
// one says to be alone with it.
import { make } from "./make.js";

export class Veil {
  // `sit(seat)` is called by whoever sits down.
  constructor(place, sit) {
    this.place = place;
    this.sit = sit;
  }

  show({ veil, seats, prompt }) {
    this.place.hidden = !veil.length;
    if (!veil.length) return;
    const wanted = veil.map((index) => seats.find((seat) => seat.index === index));
    const names = wanted.map((seat) => seat.name);
    this.place.replaceChildren(
      make("h2", {}, names.length > 1 ? "A choice for each alone" : `A choice for ${names[0]} alone`),
      make("p", { class: "lead" }, names.length > 1 ? "" : `${prompt}.`),
      make("p", {}, "Hand the screen over. Everybody else looks away."),
      make("div", { class: "sitting" }, ...wanted.map((seat) => make("button", {
        type: "button", class: `button strong side-${seat.side}`, "data-seat": seat.index, onclick: () => this.sit(seat.index),
      }, `I am ${seat.name}, and alone`))),
    );
    this.place.querySelector("button").focus({ preventScroll: true });
  }
}
