// The board on the page: shows what the server drew, and turns pointer and keys into ids.
import { draw, fromSvg, make } from "./make.js";

const GLIDE = 260; // milliseconds a counter takes from one place to another
const FINE = 0.42; // pixels a unit below which one would rather see the board larger
const LARGE = 0.62; // pixels a unit then
const LEGIBLE = 11; // pixels that the figures of a tag are high at least
const TAGGED = 14; // units that they are high else
const STILL = matchMedia("(prefers-reduced-motion: reduce)");

export class Board {
  // `heard` has over(id), out(), picked(id, {touch, x, y}).
  constructor(place, heard) {
    this.place = place;
    this.heard = heard;
    this.live = new Set();
    this.over = null;
    this.chosen = [];
    this.large = false; // whether it is to be shown larger, where it is fine enough for that
    place.addEventListener("click", (event) => this.#clicked(event));
    place.addEventListener("pointermove", (event) => this.#moved(event));
    place.addEventListener("pointerleave", () => this.#rest(null));
    place.addEventListener("focusin", (event) => this.#rest(idOf(event.target)));
    place.addEventListener("focusout", () => this.#rest(null));
    place.addEventListener("keydown", (event) => this.#pressed(event));
  }

  // The whole board when `svg` is told, else only its changing part.
  show(svg, live) {
    const before = this.#stands();
    if (svg) {
      this.place.replaceChildren(fromSvg(svg));
    } else {
      this.place.querySelector(".live")?.replaceWith(fromSvg(live));
    }
    this.over = null;
    if (svg) this.fit();
    else this.#glide(before);
  }

  // Whether the board is so fine in this window that it may be shown larger.
  get fine() {
    const across = this.#across();
    return across > 0 && this.place.clientWidth / across < FINE;
  }

  get isLarge() {
    return this.place.classList.contains("large");
  }

  // Show it all, or larger and to be moved about.
  fit() {
    const root = this.place.querySelector("svg");
    if (!root) return;
    this.place.classList.toggle("large", this.large && this.fine);
    root.style.width = this.isLarge ? `${Math.round(this.#across() * LARGE)}px` : "";
    if (this.isLarge) this.#look();
  }

  #across() {
    return this.place.querySelector("svg")?.viewBox.baseVal.width ?? 0;
  }

  // Of a board shown larger: scroll to what the decision is about, unless half of it is in sight.
  look() {
    if (this.isLarge) this.#look(true);
  }

  // Who decides, else what may be picked, else all who are there.
  #look(seldom = false) {
    const found = [".piece.active", ".pick", ".piece"].map((kind) => [...this.place.querySelectorAll(kind)]);
    const spots = found.find((some) => some.length)?.map(middle);
    if (!spots) return;
    const frame = this.place.getBoundingClientRect();
    const inside = ({ x, y }) => x > frame.left && x < frame.right && y > frame.top && y < frame.bottom;
    if (seldom && 2 * spots.filter(inside).length >= spots.length) return;
    const mean = (of) => spots.reduce((sum, spot) => sum + spot[of], 0) / spots.length;
    this.place.scrollBy(mean("x") - frame.left - frame.width / 2, mean("y") - frame.top - frame.height / 2);
  }

  #stands() {
    const found = new Map();
    for (const piece of this.place.querySelectorAll(".piece")) {
      found.set(piece.dataset.id, piece.getAttribute("transform"));
    }
    return found;
  }

  #glide(before) {
    if (STILL.matches) return;
    for (const piece of this.place.querySelectorAll(".piece")) {
      const from = before.get(piece.dataset.id);
      const to = piece.getAttribute("transform");
      if (!from || from === to) continue;
      piece.animate([{ transform: css(from) }, { transform: css(to) }],
        { duration: GLIDE, easing: "ease-in-out" });
    }
  }

  // Mark what may be clicked now, and what has been; only that takes the keyboard. `does(id)` says
  // what a click would do, where it does one thing, for those who hear the board.
  mark(live, chosen, does = () => "") {
    this.live = live;
    this.chosen = chosen;
    this.shine(this.top ?? null);
    const kept = document.activeElement?.dataset?.id;
    let first = true;
    for (const thing of this.place.querySelectorAll("[data-id]")) {
      const id = thing.dataset.id;
      const pick = live.has(id);
      thing.classList.toggle("pick", pick);
      thing.classList.toggle("chosen", chosen.includes(id));
      if (pick) {
        thing.dataset.was ??= thing.getAttribute("role") ?? "";
        thing.setAttribute("tabindex", first ? "0" : "-1");
        thing.setAttribute("role", "button");
        thing.dataset.name ??= thing.getAttribute("aria-label") ?? thing.querySelector("title")?.textContent ?? id;
        thing.setAttribute("aria-label", [thing.dataset.name, does(id)].filter(Boolean).join(": "));
        first = false;
      } else if (thing.dataset.was !== undefined) {
        // No button any more, to a screen reader neither.
        thing.removeAttribute("tabindex");
        thing.setAttribute("aria-label", thing.dataset.name);
        if (thing.dataset.was) thing.setAttribute("role", thing.dataset.was);
        else thing.removeAttribute("role");
        delete thing.dataset.was;
      }
    }
    this.place.classList.toggle("choosing", live.size > 0);
    if (kept && live.has(kept)) this.#find(kept)?.focus({ preventScroll: true });
  }

  // Small tags over the board, for instance the chance to hit a target: [[id, text, of], ...]. Places
  // that are tagged for the same, `of`, share one.
  tag(tags) {
    const root = this.place.querySelector("svg");
    root?.querySelector(".tags")?.remove();
    if (!root || !tags.length) return;
    const group = draw("g", { class: "tags", "aria-hidden": "true" });
    const shared = new Map();
    for (const [id, text, of] of tags) {
      const thing = this.#find(id);
      if (!thing) continue;
      const box = thing.getBBox();
      const place = this.isPlace(id);
      const [left, middle] = shiftOf(thing);
      const x = box.x + box.width / 2 + left;
      const y = place ? box.y + box.height / 2 : middle + this.#tagged(thing, box, x, middle);
      const key = place ? `${of} ${text}` : id;
      if (!shared.has(key)) shared.set(key, { text, spots: [], room: place ? 0 : Infinity });
      shared.get(key).spots.push([x, y]);
      shared.get(key).room += box.width;
    }
    for (const { text, spots, room } of shared.values()) {
      const mean = (of) => spots.reduce((sum, spot) => sum + spot[of], 0) / spots.length;
      const width = 9 * text.length + 12;
      const scale = Math.max(1, Math.min(LEGIBLE / (TAGGED * root.getScreenCTM().a), room / width));
      group.append(draw("g", { transform: `translate(${mean(0)},${mean(1)}) scale(${scale})` },
        draw("rect", { x: -width / 2, y: -13, width, height: 20, rx: 4 }),
        draw("text", { y: 2.5 }, text)));
    }
    root.append(group);
  }

  // How far from its own middle the tag of a piece stands: above it, and below one that has another
  // above it, in its own cell or beyond.
  #tagged(thing, box, x, middle) {
    const above = box.y - 4;
    const cell = this.#find(thing.dataset.cell)?.getBBox();
    const low = cell && middle > cell.y + cell.height / 2 + 3 && this.#shares(thing);
    return low || this.#covers(thing, x, middle + above - 3) ? box.y + box.height + 10 : above;
  }

  // Whether another piece has the same cell.
  #shares(thing) {
    return this.place.querySelectorAll(`.piece[data-cell="${CSS.escape(thing.dataset.cell)}"]`).length > 1;
  }

  // Whether a spot of the board lies well within a piece other than that one.
  #covers(thing, x, y) {
    return [...this.place.querySelectorAll(".piece")].some((other) => {
      if (other === thing) return false;
      const [left, top] = shiftOf(other);
      const box = other.getBBox();
      return Math.abs(x - left - box.x - box.width / 2) < 0.5 * box.width &&
        Math.abs(y - top - box.y - box.height / 2) < 0.4 * box.height;
    });
  }

  // What the game shows while the pointer rests on something.
  // What was chosen goes on showing its own.
  shine(id) {
    const found = (one) => this.place.querySelector(`.hover[data-for="${CSS.escape(one)}"]`) !== null;
    if (id === null || !found(id)) id = this.chosen.findLast(found) ?? id;
    for (const hover of this.place.querySelectorAll(".hover")) {
      hover.classList.toggle("shown", id !== null && hover.dataset.for === id);
    }
  }

  // Where a thing is on the screen.
  spot(id) {
    return this.#find(id)?.getBoundingClientRect() ?? this.place.getBoundingClientRect();
  }

  has(id) {
    return this.#find(id) !== null;
  }

  // Where a piece stands; a cell itself.
  cellOf(id) {
    return this.#find(id)?.dataset.cell ?? id;
  }

  isPlace(id) {
    return Boolean(this.#find(id)?.closest(".cells"));
  }

  focusFirst() {
    this.place.querySelector('.pick[tabindex="0"]')?.focus({ preventScroll: true });
  }

  #find(id) {
    return this.place.querySelector(`[data-id="${CSS.escape(id)}"]`);
  }

  // What lies under the pointer, topmost first; a figure hides its hex, so both are tried.
  #under(event) {
    const stack = document.elementsFromPoint(event.clientX, event.clientY);
    const ids = [...new Set(stack.filter((one) => this.place.contains(one)).map(idOf).filter(Boolean))];
    return { pick: ids.find((id) => this.live.has(id)) ?? null, top: ids[0] ?? null };
  }

  #clicked(event) {
    // A press of Enter on a focused thing has no place of its own.
    const { pick, top } = event.detail === 0
      ? { pick: idOf(event.target), top: idOf(event.target) }
      : this.#under(event);
    const touch = event.pointerType === "touch" || event.pointerType === "pen";
    if (touch) this.shine(top);
    this.heard.picked(pick && this.live.has(pick) ? pick : null,
      { touch, x: event.clientX, y: event.clientY });
  }

  #moved(event) {
    if (event.pointerType !== "mouse") return;
    const { pick, top } = this.#under(event);
    this.#rest(pick ?? top, top);
  }

  #rest(id, top = id) {
    if (id === this.over && top === this.top) return;
    this.over = id;
    this.top = top;
    this.shine(top);
    if (id !== null && this.live.has(id)) this.heard.over(id);
    else this.heard.out();
  }

  #pressed(event) {
    const id = idOf(event.target);
    if ((event.key === "Enter" || event.key === " ") && id && this.live.has(id)) {
      event.preventDefault();
      event.stopPropagation();
      const box = this.spot(id);
      this.heard.picked(id, { touch: false, x: box.right, y: box.top + box.height / 2 });
    }
    if (event.key.startsWith("Arrow")) {
      event.preventDefault();
      this.step(event.key.slice(5));
    }
  }

  // From the focused thing to the nearest one that may be chosen, in that direction.
  step(direction) {
    const here = document.activeElement;
    if (!this.place.contains(here) || !idOf(here)) {
      this.focusFirst();
      return;
    }
    const from = middle(here);
    const [dx, dy] = { Up: [0, -1], Down: [0, 1], Left: [-1, 0], Right: [1, 0] }[direction];
    let best = null;
    let least = Infinity;
    for (const thing of this.place.querySelectorAll(".pick")) {
      const to = middle(thing);
      const ahead = (to.x - from.x) * dx + (to.y - from.y) * dy;
      const aside = Math.abs((to.x - from.x) * dy) + Math.abs((to.y - from.y) * dx);
      if (thing === here || ahead < 4 || aside > 2 * ahead) continue;
      const far = ahead + 1.5 * aside;
      if (far < least) [best, least] = [thing, far];
    }
    best?.focus({ preventScroll: true });
  }
}

// What a tint means: a hex in the look that the board gives it, and the words.
export function keyLine({ tint, text, label }) {
  const outline = "M11,2L33,2L44,19L33,36L11,36L0,19Z";
  const shape = (kind) => draw("path", { class: `${kind} tint-${tint}`, d: outline });
  return make("li", {}, draw("svg", { class: "board", viewBox: "-3 -1 50 40", "aria-hidden": "true" },
    draw("path", { class: "cell", d: outline }), shape("tint"), shape("tint-line"),
    label ? draw("text", { class: "tint-label", x: 22, y: 27 }, label) : ""), text);
}

function idOf(element) {
  return element?.closest?.("[data-id]")?.dataset.id ?? null;
}

function middle(element) {
  const box = element.getBoundingClientRect();
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

// How far a thing is moved from where it was drawn.
function shiftOf(thing) {
  const [, x, y] = thing.getAttribute("transform")?.match(/translate\(([-\d.]+),([-\d.]+)\)/) ?? [];
  return [Number(x ?? 0), Number(y ?? 0)];
}

// The transform of an SVG attribute in the words of CSS, which wants units.
function css(transform) {
  return transform.replace(/translate\(([-\d.]+),([-\d.]+)\)/, "translate($1px, $2px)");
}
