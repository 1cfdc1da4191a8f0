// The table: what is told is shown at a pace one can follow, what is clicked becomes an action.
import { Board } from "./board.js";
import { Choice } from "./choice.js";
import { Log } from "./log.js";
import { draw, make } from "./make.js";
import { inShort, Odds } from "./odds.js";
import { Prompt } from "./prompt.js";
import { Line } from "./socket.js";
import { Veil } from "./veil.js";

const PACE = 350; // milliseconds between the moves of others
const ASK_AHEAD = 16; // decisions with so few actions have all their odds asked for at once
const byId = (id) => document.getElementById(id);

const place = byId("match");
const match = place.dataset.match;
const line = new Line(match);
const odds = new Odds(line);
const log = new Log(byId("log"), match);
const phone = matchMedia("(max-width: 760px)");

let now = null; // the position that is shown
let choice = new Choice();
let armed = null; // an action that waits for a second tap
let sent = false; // an action is on its way
let waiting = []; // positions that are not shown yet
let timer = null;
let shownAt = 0;

const board = new Board(byId("board"), {
  over: (id) => !armed && look(choice.with(id), id),
  out: () => !armed && prompt.unpreview(),
  picked: (id, how) => pick(id, how),
});
const prompt = new Prompt({
  over: (action) => !armed && prompt.preview(action, false, null),
  out: () => !armed && prompt.unpreview(),
  picked: (action, how) => decide(action, how.touch),
  back,
  confirm: () => armed && commit(armed),
}, odds);

const veil = new Veil(byId("veil"), (seat) => line.tell({ do: "sit", seat }));

// -- showing ----------------------------------------------------------------------------------

line.addEventListener("position", ({ detail }) => {
  waiting.push(detail);
  if (detail.reset || document.hidden) flush();
  else if (timer === null) next();
});

function next() {
  timer = null;
  if (!waiting.length) {
    byId("skip").hidden = true;
    return;
  }
  const wait = shownAt + PACE - performance.now();
  // One's own move shows at once; others' come one by one.
  const { own } = waiting[0];
  if (wait > 0 && !own) {
    byId("skip").hidden = waiting.length < 2;
    timer = setTimeout(() => { shownAt = 0; next(); }, wait);
    return;
  }
  show(waiting.shift());
  next();
}

function flush() {
  clearTimeout(timer);
  timer = null;
  for (const position of waiting.splice(0)) show(position);
  byId("skip").hidden = true;
}

function show(position) {
  shownAt = performance.now();
  // Somebody else answered what was asked of both: what is chosen here stays as it is.
  const still = !position.reset && position.decision?.mine && sameQuestion(now, position);
  now = position;
  odds.reset(position.revision);
  armed = null;
  if (!still) {
    sent = false;
    choice = new Choice(position.actions, (id) => board.isPlace(id));
  }
  board.show(position.svg, position.live);
  if (position.reset) log.clear();
  log.add(position.log, !position.reset);
  prompt.complain(null);
  prompt.unpreview();
  byId("status").textContent = position.status;
  byId("undo").disabled = !position.can_undo;
  document.body.classList.toggle("mine", Boolean(position.decision?.mine));
  document.body.classList.toggle("over", Boolean(position.outcome));
  byId("after").hidden = !position.outcome;
  byId("board").dataset.revision = position.revision;
  byId("legend").replaceChildren(...position.key.map(drawKey));
  drawSeats(position);
  veil.show(position);
  drawFairness(position);
  refresh();
}

function sameQuestion(before, after) {
  const asked = ({ decision, actions }) => JSON.stringify([decision, actions]);
  return before !== null && asked(before) === asked(after);
}

function drawSeats(position) {
  byId("seats").replaceChildren(...position.seats.map((seat) => {
    const won = position.outcome?.winners.includes(seat.index);
    const people = ["me", "friend", "guest"].includes(seat.player);
    const who = seat.mine ? (seat.player === "friend" ? "friend" : "you") : people ? "a player" : seat.player;
    return make("li", {
      class: `seat side-${seat.side}${seat.waiting ? " waiting" : ""}${won ? " won" : ""}`,
      "aria-current": seat.waiting ? "true" : null,
    }, make("span", { class: "chip" }, seat.name), make("span", { class: "note" }, who),
    won ? make("span", { class: "note" }, "won") : "",
    seat.invitation ? make("button", { type: "button", class: "quiet invite", title: "Copy the link by which somebody takes this seat",
      onclick: ({ currentTarget }) => copied(currentTarget, new URL(seat.invitation, location.href).href) }, "Invite") : "");
  }));
}

// A hex in the look that the board gives the tint.
function drawKey({ tint, text }) {
  const shape = (kind) => draw("path", { class: `${kind} tint-${tint}`, d: "M11,2L33,2L44,19L33,36L11,36L0,19Z" });
  return make("li", {}, draw("svg", { class: "board", viewBox: "-3 -1 50 40", "aria-hidden": "true" },
    draw("path", { class: "cell", d: "M11,2L33,2L44,19L33,36L11,36L0,19Z" }), shape("tint"), shape("tint-line")), text);
}

function drawFairness(position) {
  const parts = [`Dice sealed as ${position.commitment.slice(0, 12)}…`];
  if (position.undone) parts.push(`${position.undone} taken back`);
  if (position.watching > 1) parts.push(`${position.watching} at the table`);
  byId("fairness").replaceChildren(make("p", { title: `SHA-256 of the seed: ${position.commitment}` },
    parts.join(" · ")));
  if (position.seed) {
    byId("fairness").append(make("p", {}, "Seed told: ", make("a",
      { href: `/match/${encodeURIComponent(match)}/replay` }, "replay and check every roll")));
  }
}

function hint() {
  if (now.outcome || !now.decision) return "";
  if (!now.decision.mine) {
    const seat = now.seats.find((one) => one.index === now.decision.seat);
    return seat.mine ? "" : `${seat.name} decides.`;
  }
  const onBoard = choice.live.size;
  const beside = choice.listed.length;
  if (onBoard && beside) return "Choose on the board or below.";
  if (onBoard) return "Choose on the board.";
  return beside > 1 ? "Choose one." : "";
}

function refresh() {
  const mine = now.decision?.mine && !sent;
  const listed = mine ? choice.listed : [];
  const few = choice.remaining.length <= ASK_AHEAD;
  prompt.say(now.prompt, hint());
  prompt.offer(listed, choice.chosen.length > 0, few);
  board.mark(mine ? choice.live : new Set(), choice.chosen);
  board.tag([]);
  if (mine && few) tagTargets();
}

// The best chance of each thing on the board that has one.
async function tagTargets() {
  const revision = now.revision;
  const asked = choice;
  const depth = choice.chosen.length;
  const best = new Map();
  await Promise.all([...choice.live].flatMap((id) => asked.with(id).map(async (action) => {
    const forecast = await odds.of(action.id);
    const value = forecast?.chances[0]?.value;
    if (value !== undefined && value >= (best.get(id)?.value ?? -1)) {
      best.set(id, { value, text: inShort(forecast) });
    }
  })));
  if (now.revision !== revision || choice !== asked || choice.chosen.length !== depth) return;
  board.tag([...best].map(([id, { text }]) => [id, text]));
}

// -- choosing ---------------------------------------------------------------------------------

function look(actions, id) {
  const spot = board.spot(id);
  if (actions.length === 1) prompt.preview(actions[0], false, spot);
  else prompt.several(actions, spot);
}

function pick(id, how) {
  if (!now?.decision?.mine || sent) return waiting.length ? flush() : undefined;
  if (armed && (id === null || id === armed.by)) {
    return id === null ? back() : commit(armed);
  }
  prompt.close();
  if (id === null) return choice.chosen.length ? back() : undefined;
  const before = choice.chosen.length;
  const left = choice.choose(id);
  if (left.length === 1) {
    if (how.touch) return arm(left[0], id);
    return commit(left[0]);
  }
  armed = null;
  prompt.unpreview();
  refresh();
  const here = choice.listed;
  if (choice.chosen.length > before && here.length && here.length <= 9 && !choice.live.size && !phone.matches) {
    prompt.open(here, how, left.length <= ASK_AHEAD);
  }
}

function decide(action, touch) {
  if (!now?.decision?.mine || sent) return;
  if (touch && !(armed && armed.id === action.id)) {
    odds.of(action.id).then((forecast) => {
      if (forecast) arm(action, null);
      else commit(action);
    });
    return;
  }
  commit(action);
}

function arm(action, by) {
  armed = { ...action, by };
  board.mark(choice.live.size ? choice.live : new Set([by]), [...choice.chosen]);
  if (by) board.live.add(by);
  prompt.preview(action, true, null);
}

function back() {
  if (!prompt.menu.hidden) prompt.close();
  armed = null;
  choice.back();
  prompt.unpreview();
  refresh();
}

function commit(action) {
  armed = null;
  prompt.close();
  prompt.unpreview();
  sent = line.tell({ do: "act", revision: now.revision, seat: now.decision.seat, action: action.id });
  if (!sent) prompt.complain({ message: "the table cannot be reached; nothing was sent" });
  choice.chosen = [];
  refresh();
}

// -- the rest ---------------------------------------------------------------------------------

line.addEventListener("error", ({ detail }) => {
  sent = false;
  flush();
  if (now) {
    choice.chosen = [];
    refresh();
  }
  prompt.complain(detail.error);
});
line.addEventListener("down", () => document.body.classList.add("offline"));
line.addEventListener("up", () => document.body.classList.remove("offline"));

function undo() {
  if (now?.can_undo) line.tell({ do: "undo", revision: now.revision });
}

byId("undo").addEventListener("click", undo);
byId("skip").addEventListener("click", flush);
// What a button copies, said on it; where nothing can be copied it is shown.
async function copied(button, text) {
  const words = button.textContent;
  try {
    await navigator.clipboard.writeText(text);
    button.textContent = "Copied";
    setTimeout(() => { button.textContent = words; }, 1500);
  } catch {
    prompt.complain({ message: "this page may not copy; here it is to be copied by hand" }, text);
  }
}

// On a phone the other tools wait behind a button.
function further(open) {
  byId("further").classList.toggle("open", open);
  byId("more").setAttribute("aria-expanded", String(open));
}
byId("more").addEventListener("click", () => further(!byId("further").classList.contains("open")));
document.addEventListener("pointerdown", ({ target }) => {
  if (!target.closest(".tools")) further(false);
});

byId("copy").addEventListener("click", ({ currentTarget }) => copied(currentTarget, location.href));
byId("copy-situation")?.addEventListener("click", async ({ currentTarget }) => {
  const at = `/api/matches/${encodeURIComponent(match)}/situation?revision=${now?.revision ?? 0}`;
  const answer = await fetch(at).catch(() => null);
  if (answer?.ok) copied(currentTarget, await answer.text());
  else prompt.complain((await answer?.json())?.error ?? { message: "the table cannot be reached" });
});

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const onButton = event.target.closest?.("button, a, input, select");
  if (event.key === "Escape") {
    further(false);
    back();
  }
  else if (event.key === " " && waiting.length) {
    event.preventDefault();
    flush();
  } else if (/^[1-9]$/.test(event.key)) {
    const action = now?.decision?.mine ? choice.listed[Number(event.key) - 1] : null;
    if (action) decide(action, false);
  } else if (event.key === "u") undo();
  else if (event.key.startsWith("Arrow") && !onButton && !event.defaultPrevented) {
    event.preventDefault();
    board.step(event.key.slice(5));
  }
});
