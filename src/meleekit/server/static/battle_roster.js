// A battle's roster. The book lives in this browser; the table judges every step of it.
import { ask, complain } from "./ask.js";
import { drawAttack, drawFought, drawLines } from "./battle_sums.js";
import { make } from "./make.js";
import { offerFile, onFile } from "./texts.js";

const KEPT = "meleekit-battlesystem-battle";
const QUIET = 140; // milliseconds without typing before a melee is worked out
const FLAGS = ["charging", "out_of_command", "commander_fights", "enemy_uphill", "free_attack"];

const id = (name) => document.getElementById(name);
const [opening, standing, acts, story] = ["opening", "standing", "acts", "story-sheet"].map(id);
const [begin, melee, morale, setting] = ["begin", "melee", "morale", "set"].map(id);
let roster = null;
let table = null; // a results table of one's own, for the next battle
let asked = 0;
let striking = false;
let timer;

const complaint = (form, error) => complain(form.querySelector(".complaint"), error);
const unitNamed = (name) => roster.sides.flatMap((side) => side.units).find((unit) => unit.name === name);

// Kept before it is shown: what one sees here is still here after the page was closed.
function keep(told) {
  roster = told;
  try { localStorage.setItem(KEPT, JSON.stringify(told.book)); } catch { /* this browser keeps nothing */ }
  draw();
}

async function take(step, place = standing) {
  const told = await ask("/api/battlesystem/battle", { book: roster.book, ...step });
  complaint(place, told.error);
  if (!told.error) keep(told);
  return !told.error;
}

// -- the roster ----------------------------------------------------------------------------------

function draw() {
  for (const place of [standing, acts, story]) place.hidden = !roster;
  for (const name of ["print", "save", "close"]) id(name).hidden = !roster;
  opening.hidden = Boolean(roster);
  id("title").textContent = roster ? roster.book.heading.title : "A whole battle";
  if (!roster) return;
  id("round").textContent = `Round ${roster.round}`;
  id("light").textContent = roster.daylight ? "in daylight" : "";
  id("undo").disabled = !roster.book.steps.length;
  id("sides").replaceChildren(...roster.sides.map(drawForce));
  id("due").replaceChildren(...roster.sides.flatMap((side) => side.units).filter((unit) => unit.due.length).map(drawDue));
  const about = roster.crt;
  id("table-note").textContent = `Combat Results Table: ${about.title}, ${about.hash.slice(0, 12)}${about.reconstructed ? " (the printed one is lost)" : ""}`;
  id("story").replaceChildren(...[...roster.story].reverse().map((line) => make("li", {}, line)));
  offer();
}

function drawForce(side, number) {
  return make("div", { class: `force side-${number}` },
    make("h2", {}, make("span", { class: "chip" }, side.name), make("span", { class: "note" }, `${side.hd} HD on the field`)),
    make("table", {},
      make("thead", {}, make("tr", {}, ...[["Unit", ""], ["Figures", ""], ["Formation, weapon", "form-cell"], ["Morale", "number"]]
        .map(([words, kind]) => make("th", { scope: "col", class: kind }, words)))),
      make("tbody", {}, ...side.units.map(drawUnit))));
}

function drawUnit(unit) {
  const lost = !unit.figures || unit.gone;
  const states = [
    [!unit.figures, "destroyed"], [unit.gone, "off the field"], [unit.routed, "routed"], [unit.fled, "fled this round"],
    [unit.commander && !unit.commander_alive, `${unit.commander} is dead`],
    [unit.commander && unit.commander_alive, `led by ${unit.commander}`],
  ].filter(([holds]) => holds).map(([, words]) => make("span", { class: words === "routed" ? "state alarm" : "state" }, words));
  const pips = Array.from({ length: unit.started }, (_, place) => make("span", {
    class: place >= unit.figures ? "pip gone" : unit.wounded && place === unit.figures - 1 ? "pip hurt" : "pip" }));
  return make("tr", { class: lost ? "lost" : "" },
    make("th", { scope: "row" }, make("b", {}, unit.name), make("span", { class: "note" }, unit.about), ...states),
    make("td", {}, `${unit.figures} of ${unit.started}${unit.wounded ? ", 1 wounded" : ""}`,
      make("span", { class: "pips", "aria-hidden": "true" }, ...pips)),
    make("td", { class: "form-cell" }, unit.formation, make("span", { class: "state" }, unit.weapon)),
    make("td", { class: "number" }, unit.morale ?? "never",
      unit.due.length ? make("span", { class: "state alarm" }, "check due") : ""));
}

function drawDue(unit) {
  return make("p", {}, make("b", {}, "Morale Check"), `${unit.name}: ${unit.due.join(", ")}`,
    make("button", { type: "button", class: "quiet", onclick: () => {
      morale.elements.unit.value = unit.name;
      moraleSum();
      morale.scrollIntoView({ block: "nearest" });
      morale.elements.dice.focus();
    } }, "Check"));
}

// -- what can be done ----------------------------------------------------------------------------

const strikers = [...melee.querySelectorAll("[data-striker]")];
const of = (place, name) => place.querySelector(`[name="${name}"]`);

function options(select, units) {
  const before = select.value;
  select.replaceChildren(...units.map((unit) => make("option", { value: unit.name }, unit.name)));
  if (units.some((unit) => unit.name === before)) select.value = before;
}

function offer() {
  for (const [number, place] of strikers.entries()) {
    options(of(place, "unit"), roster.sides[number].units.filter((unit) => !unit.gone && (unit.free || unit.figures)));
  }
  meet();
  for (const place of strikers) fit(place);
  const all = roster.sides.flatMap((side) => side.units);
  options(morale.elements.unit, all.filter((unit) => unit.figures && !unit.gone && unit.morale !== undefined && unit.morale !== null));
  const due = all.find((unit) => unit.due.length);
  if (due && !unitNamed(morale.elements.unit.value)?.due.length) morale.elements.unit.value = due.name;
  options(setting.elements.unit, all);
  if (!id("reasons").children.length) {
    id("reasons").replaceChildren(...Object.entries(roster.reasons).map(([name, words]) =>
      make("label", {}, make("input", { type: "checkbox", name: "because", value: name }), ` ${words}`)));
  }
  workOut();
  moraleSum();
}

// Two units that have fought make room for two that have not, if there are any.
function meet() {
  const units = strikers.map((place) => [...of(place, "unit").options].map((option) => unitNamed(option.value)));
  const fresh = (one, other) => one && other && !one.met.includes(other.name) && one.free && other.free;
  const [one, other] = strikers.map((place) => unitNamed(of(place, "unit").value));
  if (fresh(one, other)) return;
  for (const first of units[0]) {
    const second = units[1].find((enemy) => fresh(first, enemy));
    if (!second) continue;
    of(strikers[0], "unit").value = first.name;
    of(strikers[1], "unit").value = second.name;
    return;
  }
}

// A unit's own weapons, and how many of it may strike.
function fit(place) {
  const unit = unitNamed(of(place, "unit").value);
  if (!unit) return;
  const weapon = of(place, "weapon");
  weapon.replaceChildren(...unit.weapons.map((name) => make("option", { value: name, selected: name === unit.weapon }, name)));
  of(place, "contact").placeholder = String(unit.routed || unit.fled ? 0 : Math.min(unit.files, unit.free));
  of(place, "contact").max = unit.free;
  of(place, "support").placeholder = "0";
  const leads = of(place, "commander_fights");
  leads.closest("label").hidden = Boolean(unit.commander) && !unit.commander_alive;
  if (leads.closest("label").hidden) leads.checked = false;
}

function striker(place) {
  const moment = {};
  for (const name of ["contact", "support"]) if (of(place, name).value !== "") moment[name] = Number(of(place, name).value);
  for (const name of FLAGS) if (of(place, name).checked) moment[name] = true;
  moment.arc = of(place, "arc").value;
  return { unit: of(place, "unit").value, weapon: of(place, "weapon").value, moment };
}

function question() {
  return { book: roster.book, first: striker(strikers[0]), second: striker(strikers[1]) };
}

async function workOut() {
  const number = ++asked;
  const told = await ask("/api/battlesystem/battle/melee", question());
  if (number !== asked) return;
  const error = told.error ?? told.problem;
  complaint(melee, error);
  for (const [side, place] of [...melee.querySelectorAll("[data-sums]")].entries()) {
    place.replaceChildren(...(error ? [] : drawAttack(told.sides[side], told.sides[1 - side])));
  }
}

async function strike(dice) {
  if (striking) return; // a melee is fought once, however often one clicks
  striking = true;
  clearTimeout(timer);
  asked += 1; // what is being worked out no longer matters
  const told = await ask("/api/battlesystem/battle/melee", { ...question(), ...dice });
  striking = false;
  complaint(melee, told.error);
  if (told.error) return;
  for (const place of strikers) {
    for (const name of ["contact", "support"]) of(place, name).value = "";
    for (const name of FLAGS) of(place, name).checked = false;
    of(place, "arc").value = "front";
  }
  melee.elements.dice.value = "";
  keep(told.roster);
  id("result").replaceChildren(make("p", { class: "said" }, told.fought.words), ...drawFought(told.sides, told.fought));
}

for (const place of strikers) {
  of(place, "unit").addEventListener("change", () => fit(place));
}
melee.addEventListener("input", (event) => {
  if (event.target.name === "dice") return;
  clearTimeout(timer);
  timer = setTimeout(workOut, QUIET);
});
melee.addEventListener("submit", (event) => {
  event.preventDefault();
  const dice = melee.elements.dice.value.split(/[\s,]+/).filter(Boolean).map(Number);
  if (!dice.length || dice.some((one) => !Number.isInteger(one))) return melee.elements.dice.focus();
  strike({ dice });
});
melee.querySelector(".roll").addEventListener("click", () => strike({ roll: true }));

// -- morale ----------------------------------------------------------------------------------------

function checkAsked() {
  const unit = unitNamed(morale.elements.unit.value);
  const because = [...morale.querySelectorAll("[name=because]:checked")].map((box) => box.value);
  return { book: roster.book, unit: unit?.name ?? "", because, rally: Boolean(unit?.routed) };
}

async function moraleSum() {
  const unit = unitNamed(morale.elements.unit.value);
  morale.querySelector("[type=submit]").textContent = unit?.routed ? "Rally" : "Check";
  if (!unit) return id("morale-sum").replaceChildren();
  const told = await ask("/api/battlesystem/battle/morale", checkAsked());
  const error = told.error ?? told.problem;
  complaint(morale, error);
  id("morale-sum").replaceChildren(...(error ? [] : [drawLines(told.lines)]));
}

async function checkMorale(dice) {
  const told = await ask("/api/battlesystem/battle/morale", { ...checkAsked(), ...dice });
  complaint(morale, told.error);
  if (told.error) return;
  morale.elements.dice.value = "";
  for (const box of morale.querySelectorAll("[name=because]")) box.checked = false;
  keep(told.roster);
  morale.querySelector(".said").textContent = told.words;
}

morale.addEventListener("input", (event) => {
  if (event.target.name !== "dice") moraleSum();
});
morale.addEventListener("submit", (event) => {
  event.preventDefault();
  if (morale.elements.dice.value === "") return morale.elements.dice.focus();
  checkMorale({ dice: [Number(morale.elements.dice.value)] });
});
morale.querySelector(".roll").addEventListener("click", () => checkMorale({ roll: true }));

// -- by hand ---------------------------------------------------------------------------------------

setting.addEventListener("submit", async (event) => {
  event.preventDefault();
  const said = (name) => setting.elements[name].value.trim();
  const step = { step: "set", unit: said("unit") };
  for (const name of ["figures", "wounded"]) if (said(name) !== "") step[name] = Number(said(name));
  if (said("formation")) step.formation = said("formation");
  Object.assign(step, { routed: { routed: true }, ordered: { routed: false }, gone: { gone: true }, back: { gone: false } }[said("order")]);
  if (said("commander")) step.commander = said("commander") === "alive";
  if (said("check")) step.check_due = said("check") === "due";
  if (said("note")) step.note = said("note");
  if (await take({ step }, setting)) {
    const unit = said("unit");
    setting.reset();
    setting.elements.unit.value = unit;
  }
});

id("next-round").addEventListener("click", () => take({ step: { step: "round" } }));
id("undo").addEventListener("click", async () => {
  if (await take({ undo: true })) id("result").replaceChildren();
});

// -- beginning, keeping, putting away ------------------------------------------------------------

const template = id("army-unit");

function addUnit(army, troop, figures = 12) {
  const form = template.content.cloneNode(true).firstElementChild;
  of(form, "troop").value = troop;
  of(form, "figures").value = figures;
  const named = () => { of(form, "name").placeholder = of(form, "troop").selectedOptions[0].dataset.name; };
  of(form, "troop").addEventListener("change", named);
  named();
  form.querySelector(".remove").addEventListener("click", () => form.remove());
  army.querySelector(".army-units").append(form);
}

const armies = [...begin.querySelectorAll("[data-army]")];
for (const army of armies) army.querySelector(".add").addEventListener("click", () => addUnit(army, "orc"));
addUnit(armies[0], "orc");
addUnit(armies[0], "ogre", 4);
addUnit(armies[1], "man_at_arms");
addUnit(armies[1], "pikeman");

function told() {
  const unit = (form) => {
    const data = { troop: of(form, "troop").value, figures: Number(of(form, "figures").value) };
    for (const name of ["name", "commander"]) if (of(form, name).value.trim()) data[name] = of(form, name).value.trim();
    if (of(form, "files").value) data.files = Number(of(form, "files").value);
    return data;
  };
  const title = begin.elements.title.value.trim();
  return {
    ...(title ? { title } : {}),
    daylight: begin.elements.daylight.checked,
    sides: armies.map((army) => ({
      name: of(army, "side-name").value.trim(),
      units: [...army.querySelectorAll(".army-unit")].map(unit),
    })),
  };
}

async function start(address, body) {
  const answer = await ask(`/api/battlesystem/${address}`, body);
  complaint(begin, answer.error);
  if (!answer.error) keep(answer);
}

begin.addEventListener("submit", (event) => {
  event.preventDefault();
  start("battle/begin", { armies: told(), crt: table });
});

onFile(id("armies"), (text) => start("battle/begin", { armies: text, crt: table }));
onFile(id("open"), (text) => start("battle/open", { text }));
onFile(id("crt"), async (text) => {
  const read = await ask("/api/battlesystem/crt", { text });
  const error = read.error ?? read.problem;
  complaint(begin, error);
  if (error) return;
  table = read.table;
  id("crt-note").textContent = [`${read.about.title}, ${read.about.hash.slice(0, 12)}`, ...read.about.warnings].join("; ");
});

id("print").addEventListener("click", () => print());
id("save").addEventListener("click", () => {
  offerFile("battle.json", `${JSON.stringify(roster.book, null, 1)}\n`, "application/json");
});
id("close").addEventListener("click", () => {
  if (!confirm("Put this battle away? Only a file that you saved keeps it.")) return;
  roster = null;
  try { localStorage.removeItem(KEPT); } catch { /* nothing was kept */ }
  id("result").replaceChildren();
  draw();
});

async function restore() {
  let book = null;
  try { book = JSON.parse(localStorage.getItem(KEPT)); } catch { /* nothing that can be read */ }
  if (book) await start("battle", { book });
  draw();
}
restore();
