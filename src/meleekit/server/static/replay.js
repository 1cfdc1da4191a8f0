// A match step by step: the stored moments, one after another.
import { Beside } from "./beside.js";
import { Board, keyLine } from "./board.js";
import { Log } from "./log.js";
import { make } from "./make.js";
import { Reveal } from "./reveal.js";
import { Zoom } from "./zoom.js";

const PACE = 900; // milliseconds a moment is shown while it plays
const byId = (id) => document.getElementById(id);

const { match, last: told, over } = byId("match").dataset;
const last = Number(told);
const root = `/api/matches/${encodeURIComponent(match)}`;
const board = new Board(byId("board"), { over() {}, out() {}, picked() {} });
const zoom = new Zoom(board, byId("zoom"));
const beside = new Beside({ panels: byId("seats"), cards: byId("cards"), track: byId("track") }, () => {});
const reveal = new Reveal(byId("reveal"));
const log = new Log(byId("log"), match);
const kept = new Map();
let here = -1;
let shown = ""; // which board is on the page
let playing = null;

function moment(revision, whole = false) {
  if (!kept.has(revision) || whole) {
    kept.set(revision, fetch(`${root}/moments/${revision}${whole ? "?board=true" : ""}`)
      .then((answer) => (answer.ok ? answer.json() : Promise.reject(new Error("not told")))));
  }
  return kept.get(revision);
}

async function go(revision) {
  const to = Math.min(Math.max(revision, 0), last);
  if (to === here) return;
  here = to;
  let found = await moment(to, shown === "");
  if (found.board !== shown && !found.svg) found = await moment(to, true);
  if (here !== to) return; // the reader has gone on meanwhile
  board.show(found.board === shown ? "" : found.svg, found.live);
  zoom.draw();
  board.look();
  shown = found.board;
  beside.show(found, () => []);
  const opened = found.lines.find((line) => line.reveal);
  if (opened) reveal.show(opened.reveal);
  else reveal.hide();
  byId("legend").replaceChildren(...found.key.map(keyLine));
  byId("status").textContent = found.status;
  byId("prompt-words").textContent = found.prompt;
  byId("where").textContent = `Moment ${to} of ${last}`;
  byId("slider").value = to;
  byId("board").dataset.revision = to;
  history.replaceState(null, "", `#${to}`);
  log.point(to);
  if (to < last) moment(to + 1);
}

function play(on) {
  clearInterval(playing);
  playing = on ? setInterval(() => (here < last ? go(here + 1) : play(false)), PACE) : null;
  byId("play").textContent = on ? "Pause" : "Play";
}

function asked(revision) {
  play(false);
  go(revision);
}

byId("first").addEventListener("click", () => asked(0));
byId("back").addEventListener("click", () => asked(here - 1));
byId("on").addEventListener("click", () => asked(here + 1));
byId("end").addEventListener("click", () => asked(last));
byId("play").addEventListener("click", () => {
  if (!playing && here >= last) go(0);
  play(!playing);
});
byId("slider").addEventListener("input", ({ target }) => asked(Number(target.value)));
addEventListener("hashchange", () => asked(Number(location.hash.slice(1)) || 0));
byId("log").addEventListener("click", (event) => {
  const entry = event.target.closest("[data-revision]");
  if (entry) {
    event.preventDefault();
    asked(Number(entry.dataset.revision));
  }
});
document.addEventListener("keydown", (event) => {
  if (event.target === byId("slider") || event.ctrlKey || event.metaKey || event.altKey) return;
  const steps = { ArrowLeft: here - 1, ArrowRight: here + 1, Home: 0, End: last };
  if (event.key in steps) {
    event.preventDefault();
    asked(steps[event.key]);
  } else if (event.key === " " && event.target.tagName !== "BUTTON") {
    event.preventDefault();
    byId("play").click();
  }
});

async function report() {
  const answer = await fetch(`${root}/log`);
  if (!answer.ok) return;
  log.add(await answer.json(), false);
  log.point(here);
}

async function verdict() {
  const place = byId("verdict");
  if (!place) return;
  const answer = await fetch(`${root}/verify`);
  const found = await answer.json();
  if (!answer.ok) {
    place.replaceChildren(found.error.message);
    return;
  }
  const told = await (await fetch(root)).json();
  place.replaceChildren(make("b", {}, found.ok ? "Verified. " : "Not verified. "), found.reason,
    ". The seed was ", make("code", {}, told.seed ?? ""));
}

const wanted = Number(location.hash.slice(1));
await go(location.hash ? wanted || 0 : 0);
report();
if (over) verdict();
