// The referee's map of Tao melee: a position is clicked together, and the table answers at once.
import { ask, complain } from "./ask.js";
import { Board, keyLine } from "./board.js";
import { make } from "./make.js";
import { ruleLink } from "./rules.js";
import { copied } from "./texts.js";

const KEPT = "meleekit-tao-melee"; // where this browser keeps the position
const byId = (id) => document.getElementById(id);

const desk = byId("desk");
const usual = JSON.parse(desk.dataset.usual); // what somebody new has
const whoForm = byId("who");
const mapForm = byId("map");
const complaint = byId("complaint");
let position = kept() ?? JSON.parse(desk.dataset.first);
let who = ""; // the name of the combatant that hexes are priced for
let to = ""; // the hex that somebody asked the way to
let told = null;
let asked = 0;
const before = []; // what can be taken back: positions, whom was asked for, and the way where

const board = new Board(byId("board"), {
  over: () => {},
  out: () => {},
  picked: (id) => id && clicked(id),
});

const HINTS = {
  look: "Click a combatant to ask for it, a hex for the way there.",
  move: "Click where it goes; click another combatant to move that one.",
  0: "Click an empty hex: somebody stands there then.",
  1: "Click an empty hex: somebody stands there then.",
  remove: "Click whoever goes.",
};

function mode() {
  return desk.querySelector('[name="mode"]:checked').value;
}

function placed(name = who) {
  return position.placed.find((one) => one.name === name);
}

// -- asking -----------------------------------------------------------------------------------

// Ask about what is on the map; what was asked before that no longer matters.
async function look(question = { entered: position, who, to }) {
  const number = ++asked;
  const answer = await ask("/api/tao/melee", question);
  if (number !== asked) return false;
  complain(complaint, answer.problem ?? answer.error);
  if (answer.told) show(answer.told);
  return Boolean(answer.told);
}

// Try the position; one that cannot be is refused and left as it was.
async function change(next, name = who) {
  const now = [position, who, to];
  [position, who, to] = [next, name, ""];
  if (await look()) changed(now);
  else if (!complaint.hidden) {
    [position, who, to] = now;
    fill();
  }
}

function changed(from) {
  before.push(from);
  byId("back").disabled = false;
  keep();
}

// -- showing ----------------------------------------------------------------------------------

function show(answer) {
  told = answer;
  position = answer.entered;
  who = answer.who;
  board.show(answer.svg);
  const ids = [...byId("board").querySelectorAll(".cells [data-id], .piece")].map((one) => one.dataset.id);
  board.mark(new Set(ids), to ? [`hex:${to}`] : []);
  byId("legend").replaceChildren(...answer.key.map(keyLine));
  byId("leaving").replaceChildren(`${answer.leaving}. `, ruleLink(answer.rule));
  byId("leaving").classList.toggle("stuck", !answer.leaves);
  byId("engaged").replaceChildren(...(answer.engagements.length
    ? answer.engagements.map(({ text, both }) => make("li", { class: both ? "both" : "one-way" }, text))
    : [make("li", { class: "note" }, "Nobody.")]),
  ...answer.groups.filter((group) => group.length > 2).map((group) =>
    make("li", { class: "note" }, `One melee: ${group.join(", ")}.`)));
  byId("prices").replaceChildren(...answer.prices.map(({ cost, dear, hexes }) =>
    make("tr", { class: dear ? "dear" : "" }, make("th", { scope: "row" }, `${cost} AP`),
      make("td", {}, ...hexes.flatMap(({ name, melee }) => [make("span", { class: melee ? "melee" : "", title: melee ? "melee hex" : "" }, name), " "])))));
  showWay(answer.way);
  fill();
}

function showWay(way) {
  const place = byId("way");
  place.hidden = !way;
  place.replaceChildren();
  if (!way) return;
  place.append(`${way.text}. `, ruleLink(way.rule));
  if (way.cost === null) return;
  const points = placed().ap;
  place.append(make("span", { class: "row" }, make("button", {
    type: "button", class: "button", id: "go", disabled: way.cost > points,
    onclick: () => put(who, { hex: way.hex, ap: points - way.cost }),
  }, `Go there (${way.cost} AP)`)));
}

function fill() {
  const chosen = placed();
  for (const [side, name] of position.sides.entries()) {
    for (const place of desk.querySelectorAll(`[data-side="${side}"]`)) place.textContent = name;
  }
  whoForm.who.replaceChildren(...position.placed.map(({ name, side }) => {
    const option = new Option(`${name} (${position.sides[side]})`, name);
    option.selected = name === who;
    return option;
  }));
  if (!chosen) return;
  whoForm.name.value = chosen.name;
  whoForm.weapon.value = chosen.weapon;
  whoForm.ap.value = chosen.ap;
  mapForm.columns.value = position.columns;
  mapForm.rows.value = position.rows;
  mapForm.side0.value = position.sides[0];
  mapForm.side1.value = position.sides[1];
  byId("hint").textContent = HINTS[mode()];
}

// -- changing ---------------------------------------------------------------------------------

function clicked(id) {
  const hex = board.cellOf(id).slice("hex:".length);
  const here = position.placed.find((one) => one.hex === hex);
  const doing = mode();
  if (doing === "remove") return here ? remove(here.name) : undefined;
  if (here) {
    who = here.name;
    to = "";
    return look();
  }
  if (doing === "move") return put(who, { hex });
  if (doing === "look") {
    to = hex;
    return look();
  }
  return add(Number(doing), hex);
}

function put(name, changes) {
  const next = position.placed.map((one) => (one.name === name ? { ...one, ...changes } : one));
  return change({ ...position, placed: next }, changes.name ?? name);
}

function add(side, hex) {
  const taken = new Set(position.placed.map(({ name }) => name));
  const numbered = (number) =>
    `${position.sides[side].slice(0, desk.dataset.letters - 3)} ${number}`; // up to 99
  let number = 1;
  while (taken.has(numbered(number))) number += 1;
  const name = numbered(number);
  return change({ ...position, placed: [...position.placed, { name, side, hex, ...usual }] }, name);
}

function remove(name) {
  const next = position.placed.filter((one) => one.name !== name);
  return change({ ...position, placed: next }, name === who ? "" : who);
}

whoForm.addEventListener("change", ({ target }) => {
  if (target.name === "who") {
    who = target.value;
    to = "";
    look();
  } else if (target.name === "name") put(who, { name: target.value.trim() });
  else if (target.name === "weapon") put(who, { weapon: target.value });
  else put(who, { ap: Number(target.value) });
});
whoForm.addEventListener("submit", (event) => event.preventDefault());

mapForm.addEventListener("change", async ({ target }) => {
  const { columns, rows, side0, side1, ready, text } = mapForm;
  if (target === ready || target === text) {
    if (!target.value.trim()) return;
    const now = [position, who, to];
    to = "";
    if (await look({ situation: target.value })) changed(now);
    ready.value = "";
    return;
  }
  change({ ...position, columns: Number(columns.value), rows: Number(rows.value),
    sides: [side0.value.trim(), side1.value.trim()] });
});
mapForm.addEventListener("submit", (event) => event.preventDefault());

for (const input of desk.querySelectorAll('[name="mode"]')) {
  input.addEventListener("change", () => { byId("hint").textContent = HINTS[mode()]; });
}

byId("back").addEventListener("click", async () => {
  [position, who, to] = before.pop();
  byId("back").disabled = !before.length;
  if (await look()) keep();
});

// -- keeping and going on ---------------------------------------------------------------------

function kept() {
  try { return JSON.parse(localStorage.getItem(KEPT)); } catch { return null; }
}

function keep() {
  try { localStorage.setItem(KEPT, JSON.stringify(position)); } catch { /* not kept */ }
}

byId("copy").addEventListener("click", async ({ currentTarget }) => {
  if (await copied(currentTarget, told.situation)) return;
  mapForm.text.value = told.situation; // there it can be copied by hand
  mapForm.text.select();
});

byId("play").addEventListener("click", async () => {
  const { url, error } = await ask("/api/matches",
    { game: "tao", setup: { situation: told.situation }, players: ["me", "friend"] });
  if (error) complain(complaint, error);
  else location.href = url;
});

if (!(await look())) {
  // What was kept is of another version of this page.
  position = JSON.parse(desk.dataset.first);
  await look();
}
