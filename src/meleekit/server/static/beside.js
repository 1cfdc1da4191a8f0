// What lies beside the board: the players' panels, cards on the table or in the hand, the track of
// the game. Everything in it that has an id can be picked, as on the board.
import { draw, make } from "./make.js";

export function drawSign(path, words = "") {
  return path ? draw("svg", { class: "sign", viewBox: "-21 -36 42 58", "aria-hidden": "true", "data-sign": words },
    draw("path", { d: path })) : "";
}

export class Beside {
  // `places` are the elements for panels, cards and track; `picked(id, how)` hears of clicks.
  constructor(places, picked) {
    this.places = places;
    this.picked = picked;
    this.live = new Set();
    for (const place of [places.panels, places.cards]) {
      place.addEventListener("click", (event) => this.#clicked(event));
      place.addEventListener("keydown", (event) => {
        if ((event.key === "Enter" || event.key === " ") && event.target.matches("[data-id]")) {
          event.preventDefault();
          this.#clicked(event);
        }
      });
    }
  }

  show({ beside, seats, outcome }, notes) {
    const panels = new Map(beside.panels.map((panel) => [panel.seat, panel]));
    this.places.panels.classList.toggle("full", panels.size > 0);
    this.places.panels.replaceChildren(...seats.map((seat) => {
      const panel = panels.get(seat.index);
      const won = outcome?.winners.includes(seat.index);
      return make("li", {
        class: `seat side-${seat.side}${seat.waiting ? " waiting" : ""}${won ? " won" : ""}`,
        "aria-current": seat.waiting ? "true" : null, "data-id": panel?.id,
      }, make("span", { class: "chip" }, seat.name), ...notes(seat, won), ...(panel ? drawPanel(panel) : []));
    }));
    this.places.cards.hidden = !beside.cards.length;
    this.places.cards.replaceChildren(...beside.cards.map((card) => drawCard(card, true)));
    const { track } = beside;
    this.places.track.hidden = !track;
    if (track) {
      this.places.track.setAttribute("aria-label", track.name);
      this.places.track.replaceChildren(...track.stages.map((stage, at) => make("li",
        { class: at < track.now ? "past" : null, "aria-current": at === track.now ? "step" : null }, stage)));
    }
  }

  mark(live, chosen) {
    this.live = live;
    for (const place of [this.places.panels, this.places.cards]) {
      for (const thing of place.querySelectorAll("[data-id]")) {
        const pick = live.has(thing.dataset.id);
        thing.classList.toggle("pick", pick);
        thing.classList.toggle("chosen", chosen.includes(thing.dataset.id));
        if (pick) {
          thing.setAttribute("tabindex", "0");
          thing.setAttribute("role", "button");
        } else {
          thing.removeAttribute("tabindex");
          thing.removeAttribute("role");
        }
      }
    }
  }

  #clicked(event) {
    for (let thing = event.target.closest("[data-id]"); thing; thing = thing.parentElement.closest("[data-id]")) {
      if (!this.live.has(thing.dataset.id)) continue;
      const box = thing.getBoundingClientRect();
      this.picked(thing.dataset.id, { touch: event.pointerType === "touch", x: box.right, y: box.top });
      return;
    }
    // A small card is read by a click.
    event.target.closest(".card-face.small")?.classList.toggle("read");
  }
}

function drawPanel({ gauges, cards, notes }) {
  return [
    make("ul", { class: "gauges" }, ...gauges.map((gauge) => make("li", {
      class: `gauge gauge-${gauge.name}${gauge.value ? "" : " none"}`, "data-id": gauge.id, title: gauge.title || gauge.name,
    }, drawSign(gauge.sign, gauge.name), make("b", {}, gauge.value), make("span", { class: "unseen" }, gauge.name)))),
    notes.length ? make("p", { class: "notes" }, notes.join(" · ")) : "",
    cards.length ? make("ul", { class: "held" }, ...cards.map((card) => make("li", {}, drawCard(card, false)))) : "",
  ];
}

function drawCard(card, large) {
  const kind = `card-face${card.kind ? ` kind-${card.kind}` : ""}${card.down ? " down" : ""}${large ? "" : " small"}`;
  const words = card.name || "a card, face down";
  return make("div", { class: kind, "data-id": card.id, title: card.text ? `${words}: ${card.text}` : words },
    drawSign(card.sign, card.name),
    make("b", { class: "card-name" }, card.name || (large ? "" : "face down")),
    card.text ? make("span", { class: "card-text" }, card.text) : "",
    card.bidder === null ? "" : make("span", { class: `standing side-${card.bidder}`, title: `a bid of ${card.bid}` },
      make("i", { class: "coin" }, card.bid), drawSign(card.marker)));
}
