// The form in which fighters are built; the server says at once what the rules refuse and why.
import { ask, complain } from "./ask.js";
import { make } from "./make.js";
import { ruleLink } from "./rules.js";
import { onFile } from "./texts.js";

const SIDE_NAMES = ["Red", "Blue", "Green", "Gold", "Violet", "Sky"];
const OWN = "*"; // the board that is drawn in the form
const MOST_FIGHTERS = 12; // a side; more than that nobody wants to fill in by hand
const QUIET = 160; // milliseconds without typing before the sheet is looked over

export class Builder {
  // `changed` is called when the sides are others than before.
  constructor(place, changed) {
    this.place = place;
    this.kind = place.querySelector('[name="kind"]');
    this.board = place.querySelector('[name="board"]');
    this.turns = place.querySelector('[name="turn_limit"]');
    this.count = place.querySelector('[name="sides"]');
    this.list = place.querySelector(".builder-sides");
    this.readings = place.querySelector(".variants");
    this.readings.addEventListener("change", (event) => this.#read(event.target));
    this.kind.addEventListener("change", () => this.#checkAll());
    this.count.addEventListener("change", () => this.#seat());
    this.board.addEventListener("change", () => this.#bounds());
    this.map = place.querySelector('[name="map"]');
    this.#seat();
    this.changed = changed; // from now on: the lobby is not ready to listen before
  }

  show(on) {
    this.place.hidden = !on;
    if (on) this.#checkAll();
  }

  // A seat a player: one a side, unless more are named.
  seats() {
    return [...this.list.children].flatMap((form, side) => {
      const names = team(form);
      return (names.length ? names : [SIDE_NAMES[side]]).map((name) => ({ name, side }));
    });
  }

  setup() {
    return {
      title: "Own fighters",
      kind: this.kind.value,
      board: this.board.value === OWN ? { title: "Own board", map: this.map.value } : this.board.value,
      turn_limit: Number(this.turns.value),
      variants: this.variants(),
      sides: [...this.list.children].map((side, number) => ({
        name: SIDE_NAMES[number],
        fighters: [...side.querySelectorAll(".fighter")].map(sheetOf),
        players: team(side).map((name, player) => ({ name, fighters: ownedBy(side, player) })),
      })),
    };
  }

  // The readings of the rules that are chosen.
  variants() {
    return [...this.readings.querySelectorAll("input:checked")].map((input) => input.value);
  }

  // A reading is taken up or left: those it excludes go, and sheets may be legal that were not.
  #read(changed) {
    if (changed.checked) {
      for (const other of this.readings.querySelectorAll("input")) {
        if (changed.dataset.excludes.split(" ").includes(other.value)) other.checked = false;
      }
    }
    const count = this.variants().length;
    this.readings.querySelector(".chosen").textContent = count ? `(${count} chosen)` : "";
    for (const form of this.list.querySelectorAll(".fighter")) this.#offer(form);
    this.#checkAll();
  }

  // Armour that comes with a reading is offered only with it.
  #offer(form) {
    const chosen = this.variants();
    for (const option of FIELD(form, "armour").options) {
      const { variant } = option.dataset;
      option.hidden = option.disabled = Boolean(variant) && !chosen.includes(variant);
    }
  }

  // As many sides as wanted, and only boards that serve so many.
  #seat() {
    const wanted = Number(this.count.value);
    while (this.list.children.length > wanted) this.list.lastElementChild.remove();
    while (this.list.children.length < wanted) this.#addSide(this.list.children.length);
    for (const option of this.board.options) {
      option.disabled = option.value !== OWN && !(wanted in entrances(option));
      option.hidden = option.disabled;
    }
    if (this.board.selectedOptions[0]?.disabled) {
      this.board.value = [...this.board.options].find((one) => !one.disabled)?.value ?? "";
    }
    this.#bounds();
    this.changed?.();
  }

  // No side is empty; those who do not fit in at the entrance wait in reserve.
  #bounds() {
    const chosen = this.board.selectedOptions[0];
    const room = chosen ? entrances(chosen)[this.list.children.length] ?? [] : [];
    this.map.closest("label").hidden = this.board.value !== OWN;
    for (const [number, side] of [...this.list.children].entries()) {
      const count = side.querySelectorAll(".fighter").length;
      const waiting = Math.max(0, count - (room[number] ?? count));
      side.querySelector(".add").disabled = count >= MOST_FIGHTERS;
      side.querySelector(".reserve").textContent = waiting ? `${waiting} in reserve` : "";
      for (const button of side.querySelectorAll(".remove")) button.hidden = count === 1;
    }
  }

  #addSide(number) {
    const side = this.place.querySelector(".side-form").content.cloneNode(true).firstElementChild;
    const chip = side.querySelector(".chip");
    side.classList.add(`side-${number}`);
    chip.textContent = SIDE_NAMES[number];
    side.querySelector(".add").addEventListener("click", () => this.#addFighter(side, number));
    FIELD(side, "players").addEventListener("change", () => this.#share(side, number));
    onFile(FIELD(side, "roster"), (text, name) => this.#enlist(side, number, text, name));
    side.querySelector(".team").addEventListener("input", () => {
      nameOwners(side);
      this.changed?.();
    });
    this.list.append(side);
    this.#addFighter(side, number);
  }

  // So many players share the side; each has a name, and at least one fighter.
  #share(side, number) {
    const wanted = Number(FIELD(side, "players").value);
    const box = side.querySelector(".team");
    const before = team(side);
    box.replaceChildren(...(wanted === 1 ? [] : Array.from({ length: wanted }, (_, player) =>
      make("label", {}, `Player ${player + 1} `, make("input", { name: "player-name", maxlength: 40,
        autocomplete: "off", value: before[player] ?? `${SIDE_NAMES[number]} ${player + 1}` })))));
    box.hidden = wanted === 1;
    while (side.querySelectorAll(".fighter").length < wanted) this.#addFighter(side, number);
    deal(side);
    this.changed?.();
  }

  // The fighters of a roster file take the place of the side's.
  async #enlist(side, number, text, name) {
    const said = side.querySelector(":scope > .complaint");
    const { error, title, fighters = [] } = await ask("/api/tft/rosters", { text, name, variants: this.variants() });
    const left = Math.max(0, fighters.length - MOST_FIGHTERS);
    const full = { message: `${left} of ${fighters.length} have no room: a side has at most ${MOST_FIGHTERS} here` };
    complain(said, error ?? (left ? full : null), this.place.closest("[data-rules]").dataset.rules);
    if (error || !fighters.length) return;
    for (const old of side.querySelectorAll(".fighter")) old.remove();
    for (const sheet of fighters.slice(0, MOST_FIGHTERS)) {
      this.#addFighter(side, number, { sheet, about: `From ${title}.` });
    }
    this.#share(side, number);
  }

  // `enlisted` is a sheet that comes from a roster, and a line about it.
  #addFighter(side, number, enlisted = null) {
    const form = this.place.querySelector(".fighter-form").content.cloneNode(true).firstElementChild;
    const base = form.querySelector('[name="base"]');
    const fighters = side.querySelector(".fighters");
    fighters.append(form);
    this.#offer(form);
    if (enlisted) {
      base.prepend(make("option", { value: "", title: enlisted.about,
        "data-sheet": JSON.stringify(enlisted.sheet) }, enlisted.sheet.name));
      base.selectedIndex = 0;
    } else {
      base.selectedIndex = (number + 2 * (fighters.children.length - 1)) % base.options.length;
    }
    fill(form);
    base.addEventListener("change", () => { fill(form); this.#check(form); });
    form.querySelector(".remove").addEventListener("click", () => {
      form.remove();
      this.#bounds();
    });
    nameOwners(side);
    FIELD(form, "owner").value = String((fighters.children.length - 1) % Math.max(1, team(side).length));
    form.addEventListener("input", (event) => {
      if (event.target.name === "base") return;
      if (event.target.name === "item") hands(form);
      FIELD(form, "off").disabled = FIELD(form, "main").value === "auto";
      clearTimeout(form.timer);
      form.timer = setTimeout(() => this.#check(form), QUIET);
    });
    this.#bounds();
    this.#check(form);
  }

  #checkAll() {
    for (const form of this.list.querySelectorAll(".fighter")) this.#check(form);
  }

  async #check(form) {
    const number = (form.number ?? 0) + 1;
    form.number = number;
    const told = await ask("/api/tft/fighters/check",
      { sheet: sheetOf(form), practice: this.kind.value === "practice", variants: this.variants() });
    if (form.number !== number) return; // typed on meanwhile
    report(form, told.error ? { problems: [told.error], figures: null } : told);
  }
}

// How many begin at each gate, by number of sides; of a board of one's own nobody knows yet.
function entrances(option) {
  return option.value === OWN ? {} : JSON.parse(option.dataset.entrances);
}

const FIELD = (form, name) => form.querySelector(`[name="${name}"]`);

// The names of those who share a side; empty where it has one player.
function team(side) {
  return [...side.querySelectorAll('[name="player-name"]')].map((input) => input.value.trim());
}

// The places of a player's fighters in the side's list, from 1 on.
function ownedBy(side, player) {
  return [...side.querySelectorAll('[name="owner"]')]
    .flatMap((select, place) => (Number(select.value) === player ? [place + 1] : []));
}

// Every fighter may be any player's of its side.
function nameOwners(side) {
  const names = team(side);
  for (const select of side.querySelectorAll('[name="owner"]')) {
    const before = select.value;
    select.replaceChildren(...names.map((name, player) => make("option", { value: player }, name)));
    select.value = before in names ? before : names.length ? "0" : "";
    select.closest(".row").hidden = names.length === 0;
  }
}

// The fighters go round among the players.
function deal(side) {
  nameOwners(side);
  const count = Math.max(1, team(side).length);
  for (const [place, select] of [...side.querySelectorAll('[name="owner"]')].entries()) {
    select.value = String(place % count);
  }
}

function items(form) {
  return [...form.querySelectorAll('[name="item"]')].map((select) => select.value);
}

function sheetOf(form) {
  const number = (name) => (FIELD(form, name).value === "" ? 0 : Number(FIELD(form, name).value));
  const main = FIELD(form, "main").value;
  const off = FIELD(form, "off").value;
  return {
    ...form.earned, // what experience has given it
    name: FIELD(form, "name").value,
    race: FIELD(form, "race").value,
    strength: number("strength"),
    dexterity: number("dexterity"),
    armour: FIELD(form, "armour").value,
    items: items(form).filter(Boolean),
    ready: main === "auto" ? null : [main, off].filter(Boolean),
  };
}

function fill(form) {
  const chosen = FIELD(form, "base").selectedOptions[0];
  const sheet = JSON.parse(chosen.dataset.sheet);
  form.querySelector(".about").textContent = chosen.title;
  form.earned = { gained: sheet.gained, xp: sheet.xp };
  for (const name of ["name", "race", "strength", "dexterity", "armour"]) {
    FIELD(form, name).value = sheet[name];
  }
  const places = form.querySelectorAll('[name="item"]');
  places.forEach((select, place) => { select.value = sheet.items[place] ?? ""; });
  hands(form);
  FIELD(form, "main").value = sheet.ready ? sheet.ready[0] ?? "" : "auto";
  FIELD(form, "off").value = sheet.ready?.[1] ?? "";
  FIELD(form, "off").disabled = !sheet.ready;
}

// The hands can hold what is carried, and nothing else.
function hands(form) {
  const carried = new Map();
  for (const select of form.querySelectorAll('[name="item"]')) {
    if (select.value) carried.set(select.value, select.selectedOptions[0].textContent.split(" (")[0]);
  }
  for (const name of ["main", "off"]) {
    const select = FIELD(form, name);
    const before = select.value;
    const usual = name === "main" ? [make("option", { value: "auto" }, "as usual")] : [];
    select.replaceChildren(...usual, make("option", { value: "" }, "nothing"),
      ...[...carried].map(([id, words]) => make("option", { value: id }, words)));
    select.value = [...select.options].some((one) => one.value === before) ? before : select.options[0].value;
  }
}

// Each refusal stands beside the field it is about; the rest is listed below.
function report(form, { problems, figures }) {
  for (const old of form.querySelectorAll(".refusal")) old.remove();
  for (const old of form.querySelectorAll("[aria-invalid]")) old.removeAttribute("aria-invalid");
  const rest = [];
  for (const problem of problems) {
    const at = (problem.at ?? "").replace(/^sheet\./, "");
    const field = form.querySelector(`[data-at="${CSS.escape(at)}"]`) ??
      form.querySelector(`[data-at="${CSS.escape(at.split("[")[0])}"]`);
    const words = make("span", { class: "refusal" }, problem.message, " ",
      problem.rule ? ruleLink(problem.rule) : "");
    if (!field) {
      rest.push(make("li", {}, words));
      continue;
    }
    for (const input of field.querySelectorAll("input, select")) input.setAttribute("aria-invalid", "true");
    (field.tagName === "LABEL" ? field.closest(".row") : field).append(words);
  }
  form.querySelector(".problems").replaceChildren(...rest);
  form.classList.toggle("refused", problems.length > 0);
  form.querySelector(".figures").textContent = figures
    ? `Moves ${figures.movement}, stops ${figures.stops_front} in front and ${figures.stops_rear} ` +
      `behind, adjDEX ${figures.adj_dex}. In hand: ${figures.ready.join(" and ") || "nothing"}.` : "";
}
