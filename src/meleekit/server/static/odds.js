// What an action may bring, shown before one commits to it.
import { make } from "./make.js";
import { ruleLink } from "./rules.js";

const percent = new Intl.NumberFormat("en", { style: "percent", maximumFractionDigits: 1 });
const whole = new Intl.NumberFormat("en", { style: "percent", maximumFractionDigits: 0 });
const decimal = new Intl.NumberFormat("en", { maximumFractionDigits: 2 });

// The answers for one revision: each is asked for once.
export class Odds {
  constructor(line) {
    this.line = line;
    this.revision = -1;
    this.seat = null;
    this.known = new Map();
  }

  reset(revision, seat = null) {
    this.revision = revision;
    this.seat = seat;
    this.known.clear();
  }

  of(action) {
    if (!this.known.has(action)) {
      const { revision, seat } = this;
      this.known.set(action, this.line.ask({ do: "odds", revision, seat, action })
        .then((told) => (told?.type === "odds" ? told.forecast : null)));
    }
    return this.known.get(action);
  }
}

// The first chance in short, as a button or a tag on the board says it.
export function inShort(forecast) {
  const first = forecast?.chances[0];
  return first ? whole.format(first.value) : "";
}

export function drawForecast(forecast) {
  const figures = [
    ...forecast.chances.map((one) => [one.name, percent.format(one.value), one.exact]),
    ...forecast.expected.map((one) => [one.name, decimal.format(one.value), one.exact]),
  ].map(([name, value, exact], place) => make("div", { class: place ? "figure" : "figure first" },
    make("dt", {}, name), make("dd", { title: `exactly ${exact}` }, value)));
  const reasons = forecast.modifiers.map((one) => make("tr", {},
    make("td", { class: "value" }, signed(one.value)),
    make("td", {}, one.name),
    make("td", { class: "rule" }, ruleLink(one.rule))));
  return [
    make("h3", {}, forecast.headline),
    make("dl", { class: "figures" }, ...figures),
    forecast.needed ? make("p", { class: "needed" }, forecast.needed) : "",
    reasons.length ? make("table", { class: "reasons" }, make("tbody", {}, ...reasons)) : "",
    ...forecast.notes.map((note) => make("p", { class: "note" }, note)),
  ].filter((part) => part !== "");
}

function signed(value) {
  return value < 0 ? `−${-value}` : `+${value}`;
}
