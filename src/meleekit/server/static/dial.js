// Numbers to choose: an amount is counted out in coins, others are ticked one by one.
import { draw, make } from "./make.js";

const PALM = "M-30,34C-38,10 -40,-8 -36,-12C-32,-15 -28,-11 -26,-2L-24,-38C-23,-44 -16,-44 -15,-38L-13,-8L-11,-46C-10,-52 -3,-52 -2,-46L0,-8L4,-44C5,-50 12,-49 12,-43L12,-6L18,-34C20,-39 26,-37 25,-32L20,4C18,20 14,28 10,34Z";
const FIST = "M-26,34C-34,20 -36,2 -30,-10C-30,-20 -20,-22 -16,-16C-16,-24 -4,-26 -2,-17C0,-25 12,-24 12,-15C16,-22 26,-18 25,-9L24,8C22,22 16,28 12,34ZM-16,-16V0M-2,-17V1M12,-15V0M-30,-8C-24,2 -8,2 2,6";

export class Dial {
  constructor(place, changed) {
    this.place = place;
    this.changed = changed;
  }

  hide() {
    this.place.hidden = true;
    this.place.replaceChildren();
  }

  // `dial` has the `values` there are, whether they are an `amount`, how many are to be chosen
  // (`count`) and those that are (`numbers`). With `sealed` they go into a fist.
  show(dial, sealed) {
    const { values, amount, count, numbers } = dial;
    const focused = document.activeElement?.dataset?.number;
    this.place.hidden = false;
    this.place.className = `dial${amount ? " amount" : ""}`;
    const chosen = amount && numbers.length ? numbers[0] : null;
    const words = amount ? (chosen === null ? "Count it out." : "") : `${numbers.length} of ${count} chosen`;
    this.place.replaceChildren(
      sealed ? hand(chosen) : "",
      make("div", { class: "coins", role: "group", "aria-label": amount ? "Amount" : "Numbers" },
        ...values.map((value) => make("button", {
          type: "button", "data-number": value,
          class: `coin${(amount ? chosen !== null && value <= chosen && value > 0 : numbers.includes(value)) ? " in" : ""}${value === 0 ? " zero" : ""}`,
          "aria-pressed": String(numbers.includes(value)), "aria-label": `${value}`,
          onclick: () => this.changed(value),
        }, value))),
      words ? make("p", { class: "counted", "aria-live": "polite" }, words) : "",
    );
    if (focused) this.place.querySelector(`[data-number="${focused}"]`)?.focus({ preventScroll: true });
  }
}

function hand(held) {
  return draw("svg", { class: `fist${held === null ? "" : " holds"}`, viewBox: "-46 -58 92 98", "aria-hidden": "true" },
    draw("path", { d: held === null ? PALM : FIST }),
    held === null ? "" : draw("text", { x: -3, y: 23 }, held));
}
