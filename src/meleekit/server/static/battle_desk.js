// One melee: two units are filled in, the table answers at once with both sums and the odds.
import { ask, complain } from "./ask.js";
import { drawAttack, drawFought, drawLines } from "./battle_sums.js";
import { make } from "./make.js";
import { offerFile, onFile } from "./texts.js";

const QUIET = 140; // milliseconds without typing before the sums are worked out
const NUMBERS = ["figures", "wounded", "contact", "support", "ac", "thac0", "to_hit", "ratio", "level", "move"];
const FLAGS = ["charging", "out_of_command", "commander_fights", "enemy_uphill", "free_attack", "override_ratio"];
const WORDS = ["troop", "name", "formation", "arc", "hd", "size", "attacks", "class"];

const forms = [...document.querySelectorAll(".unit")];
const sums = [...document.querySelectorAll("[data-sums]")];
const thrown = document.getElementById("throw");
const result = document.getElementById("result");
let table = null; // a results table of one's own, as the server read it
let sides = null;
let asked = 0;
let timer;

// The fields that are filled in; what is left empty is as the troop type has it.
function fields(form) {
  const of = (name) => form.elements[name].value.trim();
  const data = {};
  for (const name of WORDS) if (of(name)) data[name] = of(name);
  for (const name of NUMBERS) if (of(name) !== "") data[name] = Number(of(name));
  for (const name of FLAGS) if (form.elements[name].checked) data[name] = true;
  if (of("morale")) data.morale = /^\d+$/.test(of("morale")) ? Number(of("morale")) : of("morale");
  if (of("shield")) data.shield = of("shield") === "yes";
  if (!data.troop && !data.name) data.name = "A unit of your own";
  const weapon = of("weapon");
  if (weapon === "*") {
    const damage = of("damage_sm");
    data.weapons = [{ name: "own weapon", damage_sm: damage, damage_l: of("damage_l") || damage, support_ranks: Number(of("support_ranks")) }];
    data.in_hand = "own weapon";
  } else if (weapon) {
    data.weapons = [weapon];
    data.in_hand = weapon;
  }
  return data;
}

function question() {
  return {
    first: fields(forms[0]),
    second: fields(forms[1]),
    daylight: document.getElementById("daylight").checked,
    crt: table,
  };
}

// The troop type's figures show where nothing else is filled in.
function hint(form) {
  const chosen = form.elements.troop.selectedOptions[0].dataset.unit;
  const unit = chosen ? JSON.parse(chosen) : {};
  for (const name of ["hd", "ac", "thac0", "attacks", "morale", "move"]) {
    form.elements[name].placeholder = unit[name] ?? (name === "attacks" ? "1" : "");
  }
  form.elements.weapon.options[0].textContent = unit.in_hand ? `${unit.in_hand} (the troop type's)` : "choose one";
  form.querySelector(".own-weapon").hidden = form.elements.weapon.value !== "*";
  if (!chosen) form.querySelector("details").open = true;
}

function refused(error) {
  const [side, ...at] = (error?.at ?? "").split(".");
  for (const form of forms) {
    const own = error && form.dataset.side === side;
    complain(form.querySelector(".complaint"), own ? error : null);
    for (const field of form.elements) field.removeAttribute("aria-invalid");
    if (!own) continue;
    const name = at.join(".").replace(/^weapons\[\d+\]\.?/, "") || "weapon";
    form.elements[name]?.setAttribute("aria-invalid", "true");
    if (form.elements[name]?.closest("details")) form.querySelector("details").open = true;
  }
  complain(thrown.querySelector(".complaint"), error && !forms.some((form) => form.dataset.side === side) ? error : null);
}

function show(told) {
  const error = told.error ?? told.problem;
  refused(error);
  for (const place of [...sums, thrown]) place.classList.toggle("stale", Boolean(error));
  if (error) return false;
  sides = told.sides;
  for (const [number, place] of sums.entries()) {
    place.replaceChildren(...drawAttack(sides[number], sides[1 - number]));
    forms[number].querySelector(".facts").textContent =
      `${sides[number].figure_hd} HD a figure, ${sides[number].figure_hd * sides[number].figures} HD together`;
    document.querySelector(`[data-name="${number}"]`).textContent = sides[number].name;
    thrown.querySelector(`[data-dice="${number}"]`).disabled = Boolean(sides[number].none);
  }
  return true;
}

async function workOut() {
  const number = ++asked;
  const told = await ask("/api/battlesystem/melee", question());
  if (number !== asked || !show(told)) return;
  for (const form of forms) if (form.querySelector("details").open) await build(form);
}

// What a unit is, apart from what it does: the sheet that the unit builder shows.
const DOES = ["contact", "support", "arc", "charging", "out_of_command", "commander_fights", "enemy_uphill", "free_attack"];

async function build(form) {
  const unit = Object.fromEntries(Object.entries(fields(form)).filter(([name]) => !DOES.includes(name)));
  const told = await ask("/api/battlesystem/unit", { unit });
  if (told.error ?? told.problem) return null;
  const rate = told.fighter_level > 1 ? `${told.attacks}, ${told.fighter_level} against level 0 and less than 1 HD` : told.attacks;
  form.querySelector(".built").replaceChildren(
    drawLines(told.rating),
    make("dl", {},
      make("dt", {}, "Figure"), make("dd", {}, `${told.figure_hd} HD`),
      make("dt", {}, "Attacks"), make("dd", {}, rate),
      make("dt", {}, "Movement"), make("dd", {}, `${told.move_cells} cells`),
      ...told.arms.flatMap((arm) => [make("dt", {}, arm.name), make("dd", {}, `S, M ${arm.small}; L ${arm.large}`)])));
  return told;
}

function changed() {
  for (const form of forms) hint(form);
  result.replaceChildren();
  clearTimeout(timer);
  timer = setTimeout(workOut, QUIET);
}

async function strike(dice) {
  clearTimeout(timer); // what is worked out with the dice needs not be worked out before
  const number = ++asked;
  const told = await ask("/api/battlesystem/melee", { ...question(), ...dice });
  if (number !== asked || !show(told)) return;
  result.replaceChildren(...drawFought(told.sides, told.fought));
  result.scrollIntoView({ block: "nearest" });
}

for (const form of forms) {
  form.querySelector("details").addEventListener("toggle", ({ target }) => target.open && build(form));
  form.querySelector(".save").addEventListener("click", async () => {
    const told = await build(form);
    if (told) offerFile(`${told.unit.name}.toml`, told.toml, "application/toml");
  });
  form.addEventListener("input", changed);
  form.addEventListener("submit", (event) => event.preventDefault());
}
document.getElementById("daylight").addEventListener("change", changed);

thrown.addEventListener("submit", (event) => {
  event.preventDefault();
  const dice = [...thrown.querySelectorAll("[data-dice]")].filter((field) => !field.disabled);
  const empty = dice.find((field) => field.value === "");
  if (empty) return empty.focus();
  strike({ dice: dice.map((field) => Number(field.value)) });
});
document.getElementById("roll").addEventListener("click", () => strike({ roll: true }));

// -- a results table of one's own ----------------------------------------------------------------

const usual = {
  title: document.getElementById("crt-title").textContent,
  note: document.getElementById("crt-note").textContent,
  hash: document.getElementById("crt-hash").textContent,
};

function use(read, about) {
  table = read;
  document.getElementById("crt-title").textContent = about ? about.title : usual.title;
  document.getElementById("crt-note").textContent = about ? about.warnings.join("; ") || "nothing odd about it" : usual.note;
  document.getElementById("crt-hash").textContent = about ? about.hash.slice(0, 12) : usual.hash;
  document.getElementById("crt-usual").hidden = !about;
  changed();
}

onFile(document.getElementById("crt"), async (text) => {
  const told = await ask("/api/battlesystem/crt", { text });
  const error = told.error ?? told.problem;
  complain(document.getElementById("crt-complaint"), error);
  if (!error) use(told.table, told.about);
});
document.getElementById("crt-usual").addEventListener("click", () => use(null, null));

for (const form of forms) hint(form);
workOut();
