// Dice as dice: pips for six sides, a numeral for any other.
import { draw, make } from "./make.js";

const PIPS = {
  1: [[2, 2]],
  2: [[1, 1], [3, 3]],
  3: [[1, 1], [2, 2], [3, 3]],
  4: [[1, 1], [1, 3], [3, 1], [3, 3]],
  5: [[1, 1], [1, 3], [2, 2], [3, 1], [3, 3]],
  6: [[1, 1], [1, 2], [1, 3], [3, 1], [3, 2], [3, 3]],
};

function die(face, sides) {
  const square = draw("rect", { x: 0.5, y: 0.5, width: 19, height: 19, rx: 4 });
  const marks = sides === 6
    ? PIPS[face].map(([x, y]) => draw("circle", { cx: 5 * x, cy: 5 * y, r: 2.1 }))
    : [draw("text", { x: 10, y: 14.2, "text-anchor": "middle" }, String(face))];
  return draw("svg", { class: "die", viewBox: "0 0 20 20", "aria-hidden": "true" }, square, ...marks);
}

// One roll: its dice, and its sum where there are several; only the sum where no faces are known.
export function drawRoll(roll) {
  const dice = roll.faces.map((face) => die(face, roll.sides));
  const sum = dice.length === 1 ? "" : make("b", { class: "sum" }, String(roll.total));
  const words = `${roll.count}d${roll.sides}: ${roll.total}` + (roll.why ? `, ${roll.why}` : "");
  return make("span", { class: "roll", title: words, role: "img", "aria-label": words }, ...dice, sum);
}
