// Sums, odds and dice of a BATTLESYSTEM melee, as both of its pages show them.
import { drawRoll } from "./dice.js";
import { make } from "./make.js";
import { linked, ruleLink } from "./rules.js";

const percent = new Intl.NumberFormat("en", { style: "percent", maximumFractionDigits: 1 });
const decimal = new Intl.NumberFormat("en", { minimumFractionDigits: 2, maximumFractionDigits: 2 });

export function drawLines(lines) {
  return make("table", { class: "sum-lines" }, make("tbody", {}, ...lines.map((line) =>
    make("tr", { class: line.total ? "total" : "" },
      make("td", { class: "amount" }, line.amount.replace(/^= /, "").replace(/^([+-])/, (sign) => (sign === "-" ? "−" : sign))),
      make("td", {}, line.name),
      make("td", {}, line.rule ? ruleLink(line.rule) : "")))));
}

// What a unit may lose: a bar for each way, as long as it is likely.
export function drawOdds(side) {
  const most = Math.max(...side.ways.map((way) => way.value));
  const rows = side.ways.map((way) => {
    const bar = make("span", { class: "bar" });
    bar.style.width = `${(100 * way.value) / most}%`;
    const said = way.wounded ? `${way.lost} and 1 wounded` : String(way.lost);
    return make("tr", {},
      make("th", { scope: "row" }, said),
      make("td", { class: "bars" }, bar),
      make("td", { class: "chance", title: `exactly ${way.exact}` }, percent.format(way.value)),
      make("td", { class: "note exact" }, way.exact));
  });
  const lost = side.destroyed ? `; wiped out with ${percent.format(side.destroyed)}` : "";
  return [
    make("h3", {}, `${side.name} may lose, of ${side.figures}`),
    make("table", { class: "ways" }, make("tbody", {}, ...rows)),
    make("p", { class: "mean" }, "Mean ", make("b", {}, decimal.format(side.mean)),
      make("span", { class: "note" }, ` figures (${side.mean_exact})${lost}`)),
  ];
}

// One side's attack before the dice: its sum, and what its enemy may lose by it.
export function drawAttack(own, enemy) {
  if (own.none) return [make("h2", {}, own.name), make("p", {}, ...linked(own.none))];
  return [
    make("h2", {}, make("span", { class: "chip" }, own.name), `attacks ${enemy.name}`),
    drawLines(own.lines),
    ...drawOdds(enemy),
  ];
}

// What the dice made of both sides.
export function drawFought(sides, fought) {
  let thrown = 0;
  return fought.sides.map((one, number) => {
    const enemy = 1 - number;
    const roll = one.none ? null : fought.rolls[thrown++];
    const hurt = fought.sides[enemy];
    return make("div", { class: `outcome side-${number}` },
      make("h3", {}, make("span", { class: "chip" }, sides[number].name), roll ? drawRoll({ ...roll, faces: roll.faces ?? [] }) : ""),
      one.none ? make("p", {}, ...linked(one.none)) : drawLines(one.struck),
      one.none ? "" : make("p", { class: "whose" }, `${sides[enemy].name}:`),
      one.none ? "" : drawLines(hurt.lost));
  });
}
