// The table: what is told is shown at a pace one can follow, what is clicked becomes an action.
import { Beside } from "./beside.js";
import { Board, keyLine } from "./board.js";
import { Choice } from "./choice.js";
import { Dial } from "./dial.js";
import { Log } from "./log.js";
import { make } from "./make.js";
import { inShort, Odds } from "./odds.js";
import { Prompt } from "./prompt.js";
import { HELD, Reveal } from "./reveal.js";
import { Line } from "./socket.js";
import { copied } from "./texts.js";
import { Veil } from "./veil.js";
import { Zoom } from "./zoom.js";

const PACE = 350; // milliseconds between the moves of others
const ASK_AHEAD = 16; // decisions with so few actions have all their odds asked for at once
const byId = (id) => document.getElementById(id);

const place = byId("match");
const match = place.dataset.match;
const line = new Line(match);
const odds = new Odds(line);
const log = new Log(byId("log"), match);
const PEOPLE = ["me", "friend", "guest"];
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
const zoom = new Zoom(board, byId("zoom"));
const prompt = new Prompt({
  // In a narrow window the odds would cover the button they are about; there the first tap shows them.
  over: (action) => !armed && !phone.matches && prompt.preview(action, false, null),
  out: () => !armed && prompt.unpreview(),
  picked: (action, how) => decide(action, how.touch),
  back,
  confirm: () => armed && commit(armed),
}, odds);

const beside = new Beside({ panels: byId("seats"), cards: byId("cards"), track: byId("track") }, (id, how) => pick(id, how));
const dial = new Dial(byId("dial"), (value) => {
  choice.count(value);
  prompt.unpreview();
  refresh();
});
const reveal = new Reveal(byId("reveal"));
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
  // What people do shows at once; bots' moves, and sealed ones whoever's they are, come one by one.
  const { own, by } = waiting[0];
  if (wait > 0 && !own && !PEOPLE.includes(by)) {
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
  odds.reset(position.revision, position.decision?.seat ?? null);
  armed = null;
  if (!still) {
    sent = false;
    choice = new Choice(position.actions, (id) => board.isPlace(id));
  }
  board.show(position.svg, position.live);
  zoom.draw();
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
  byId("legend").replaceChildren(...position.key.map(keyLine));
  beside.show(position, notes);
  const shown = position.reset ? null : position.log.findLast((line) => line.reveal);
  if (shown && !document.hidden) {
    reveal.show(shown.reveal);
    shownAt += HELD;
  }
  veil.show(position);
  drawFairness(position);
  refresh();
  if (!still) board.look();
}

function sameQuestion(before, after) {
  const asked = ({ decision, actions }) => JSON.stringify([decision, actions]);
  return before !== null && asked(before) === asked(after);
}

// What stands behind a seat's name: who plays it, and whether somebody is still to come.
function notes(seat, won) {
  const people = PEOPLE.includes(seat.player);
  const who = seat.invitation ? "not here yet" : seat.mine ? (seat.player === "friend" ? "friend" : "you") : people ? "a player" : seat.player;
  return [make("span", { class: "note" }, who), won ? make("span", { class: "note" }, "won") : "",
    seat.invitation ? make("button", { type: "button", class: "quiet invite", title: "Copy the link by which somebody takes this seat",
      onclick: ({ currentTarget }) => copy(currentTarget, new URL(seat.invitation, location.href).href) }, "Invite") : ""];
}

function drawFairness(position) {
  const parts = [`Dice sealed as ${position.commitment.slice(0, 12)}…`];
  if (position.undone) parts.push(`${position.undone} taken back`);
  if (position.watching > 1) parts.push(`${position.watching} at the table`);
  byId("fairness").replaceChildren(make("p", { title: `SHA-256 of the seed: ${position.commitment}` },
    parts.join(" · ")), ...position.footnotes.map((note) => make("p", {}, note)));
  if (position.seed) {
    byId("fairness").append(make("p", {}, "Seed told: ", make("a",
      { href: `/match/${encodeURIComponent(match)}/replay` }, "replay and check every roll")));
  }
}

function hint() {
  if (now.outcome || !now.decision) return "";
  if (!now.decision.mine) {
    const seat = now.seats.find((one) => one.index === now.decision.seat);
    return seat.mine ? "" : `Waiting for ${seat.name}.`;
  }
  if (choice.dial) return choice.counting ? "" : "Done with it?";
  const onBoard = [...choice.live].some((id) => board.has(id));
  const off = choice.live.size > 0 && !onBoard;
  const below = choice.listed.length;
  if (off) return below ? "Choose a card or a button." : "Choose beside the board.";
  if (onBoard && below) return "Choose on the board or below.";
  if (onBoard) return "Choose on the board.";
  return below > 1 ? "Choose one." : "";
}

function refresh() {
  const mine = now.decision?.mine && !sent;
  const listed = mine ? choice.listed : [];
  const few = choice.remaining.length <= ASK_AHEAD;
  prompt.say(now.prompt, hint());
  prompt.offer(listed, choice.chosen.length > 0, few);
  const counted = mine ? choice.dial : null;
  if (counted) dial.show(counted, now.decision.sealed);
  else dial.hide();
  mark(mine ? choice.live : new Set(), choice.chosen);
  board.tag([]);
  if (mine && few) tagTargets();
}

function mark(live, chosen) {
  board.mark(live, chosen, (id) => {
    const left = choice.with(id);
    return left.length === 1 ? left[0].label : "";
  });
  beside.mark(live, chosen);
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
      best.set(id, { value, text: inShort(forecast), of: action.id });
    }
  })));
  if (now.revision !== revision || choice !== asked || choice.chosen.length !== depth) return;
  board.tag([...best].map(([id, { text, of }]) => [id, text, of]));
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
  if (choice.chosen.includes(id)) return back();
  const before = choice.chosen.length;
  const left = choice.choose(id);
  if (left.length === 1) {
    if (how.touch || now.decision.sealed) return arm(left[0], id);
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
  mark(choice.live.size ? choice.live : new Set([by]), [...choice.chosen]);
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
  choice.clear();
  refresh();
}

// -- the rest ---------------------------------------------------------------------------------

line.addEventListener("error", ({ detail }) => {
  sent = false;
  flush();
  if (now) {
    choice.clear();
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

// Where nothing can be copied it is shown.
async function copy(button, text) {
  if (!(await copied(button, text))) {
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

byId("copy").addEventListener("click", ({ currentTarget }) => copy(currentTarget, location.href));
byId("copy-situation")?.addEventListener("click", async ({ currentTarget }) => {
  const at = `/api/matches/${encodeURIComponent(match)}/situation?revision=${now?.revision ?? 0}`;
  const answer = await fetch(at).catch(() => null);
  if (answer?.ok) copy(currentTarget, await answer.text());
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
  } else if (event.key === "Enter" && !onButton && choice.dial && !choice.counting) {
    if (choice.listed.length === 1) decide(choice.listed[0], false);
  } else if (/^[1-9]$/.test(event.key)) {
    const action = now?.decision?.mine ? choice.listed[Number(event.key) - 1] : null;
    if (action) decide(action, false);
  } else if (event.key === "u") undo();
  else if (event.key.startsWith("Arrow") && !onButton && !event.defaultPrevented) {
    event.preventDefault();
    board.step(event.key.slice(5));
  }
});
