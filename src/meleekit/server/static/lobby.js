// The lobby: which battle, who takes each seat, and off to the arena.
import { ask, complain, UNREACHED } from "./ask.js";

const form = document.getElementById("new");
const players = document.getElementById("players");
const row = document.getElementById("player-row");
const complaint = document.getElementById("complaint");
const builders = new Map(); // the forms for set-ups of one's own, by game

function battle() {
  return form.querySelector('input[name="battle"]:checked');
}

function seats() {
  const chosen = battle();
  if (!chosen) return [];
  const { build } = chosen.dataset;
  return build ? builders.get(build)?.seats() ?? [] : JSON.parse(chosen.dataset.seats);
}

function drawPlayers() {
  const offered = JSON.parse(battle()?.closest("[data-players]").dataset.players ?? "[]");
  const before = [...players.querySelectorAll("select")].map((select) => select.value);
  players.replaceChildren(...seats().map(({ name, side }, place) => {
    const label = row.content.cloneNode(true).firstElementChild;
    const chip = label.querySelector(".chip");
    chip.classList.add(`side-${side}`);
    chip.textContent = name;
    const select = label.querySelector("select");
    select.setAttribute("aria-label", `Who plays ${name}`);
    select.append(...offered.map(({ value, words }) => new Option(words, value)));
    // Oneself against the best bot, which comes last, unless chosen otherwise.
    const usual = place === 0 ? "me" : offered.at(-1).value;
    select.value = offered.some(({ value }) => value === before[place]) ? before[place] : usual;
    return label;
  }));
  drawAbout();
}

// What would begin: on a phone all else of it is out of sight.
function drawAbout() {
  const title = battle()?.closest(".card").querySelector(".card-title").textContent;
  const names = [...players.querySelectorAll("select")].map((select) => select.selectedOptions[0]?.textContent);
  document.getElementById("about-to").textContent = title ? [title, names.join(" against ")].filter(Boolean).join(": ") : "";
}

// The options of a game, each with what is chosen and what is usual, as JSON.
function optionFields(game) {
  const place = form.querySelector(`[data-options="${game}"]`);
  const single = [...place?.querySelectorAll("[name]") ?? []].map((field) => ({
    name: field.name,
    field,
    get value() { return field.value; },
    set value(told) { field.value = told; },
  }));
  const several = [...place?.querySelectorAll("[data-several]") ?? []].map((field) => ({
    name: field.dataset.several,
    field,
    get boxes() { return [...field.querySelectorAll("input")]; },
    get value() { return `[${this.boxes.filter((box) => box.checked).map((box) => box.value).join(", ")}]`; },
    set value(told) { for (const box of this.boxes) box.checked = JSON.parse(told).includes(JSON.parse(box.value)); },
  }));
  return [...single, ...several];
}

// What was chosen otherwise than usual; a scenario keeps its own otherwise.
function options(game) {
  const changed = optionFields(game).filter(({ value, field }) => value && value !== field.dataset.usual);
  return changed.length ? Object.fromEntries(changed.map(({ name, value }) => [name, JSON.parse(value)])) : null;
}

// What the chosen scenario has is its usual; what somebody has chosen otherwise stays.
function drawOptions() {
  const chosen = battle();
  if (!chosen?.dataset.values) return;
  const values = JSON.parse(chosen.dataset.values);
  for (const option of optionFields(chosen.value.split("/")[0])) {
    const { field, name } = option;
    const usual = values[name];
    if (usual === undefined || (field.type === "number" && Number.isNaN(Number(usual)))) continue;
    if (field.options && ![...field.options].some(({ value }) => value === usual)) continue;
    if (option.value === field.dataset.usual) option.value = usual;
    field.dataset.usual = usual;
  }
}

// A file that was chosen becomes the text of its option.
for (const input of form.querySelectorAll("input[type=file][data-into]")) {
  input.addEventListener("change", async () => {
    const text = input.files[0] ? await input.files[0].text() : "";
    input.parentElement.querySelector(`[name="${input.dataset.into}"]`).value = text && JSON.stringify(text);
  });
}

function drawBuilders() {
  const wanted = battle()?.dataset.build;
  for (const [key, builder] of builders) builder.show(key === wanted);
}

form.addEventListener("change", (event) => {
  if (event.target.name !== "battle") return;
  complain(complaint, null);
  drawBuilders();
  drawPlayers();
  drawOptions();
});

// Whoever goes to a game means one of its battles.
function goThere() {
  const game = document.getElementById(location.hash.slice(1));
  const first = game?.querySelector('input[name="battle"]');
  if (!first || game.contains(battle())) return;
  first.checked = true;
  first.dispatchEvent(new Event("change", { bubbles: true }));
}
addEventListener("hashchange", goThere);

function wanted(chosen) {
  const [game, scenario] = chosen.value.split("/");
  const builder = builders.get(chosen.dataset.build);
  return {
    game,
    setup: builder ? builder.setup() : scenario,
    options: builder ? null : options(game),
    players: [...players.querySelectorAll("select")].map((select) => select.value),
  };
}

players.addEventListener("change", drawAbout);

form.addEventListener("submit", async (event) => {
  event.preventDefault();
  const chosen = battle();
  if (!chosen) return;
  const button = document.querySelector('[type="submit"][form="new"]');
  button.disabled = true;
  const { url, error } = await ready.then(() => ask("/api/matches", wanted(chosen)), () => UNREACHED);
  if (error) complain(complaint, error, chosen.closest("[data-rules]").dataset.rules);
  else location.href = url;
  button.disabled = false;
});

drawPlayers();
goThere();

// Each game that has such a form brings the script that runs it.
async function load(place) {
  const { Builder } = await import(place.dataset.script);
  builders.set(place.dataset.builder, new Builder(place, drawPlayers));
}

const ready = Promise.all([...form.querySelectorAll("[data-builder]")].map(load));
await ready;
drawBuilders();
drawPlayers();
drawOptions();
