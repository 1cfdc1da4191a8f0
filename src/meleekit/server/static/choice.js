// Which legal actions are left after what was clicked. Knows no game: it goes by the picks alone.

export class Choice {
  // `isPlace` tells the ids of places, of which a board has many, from those of what stands there.
  constructor(actions = [], isPlace = () => true) {
    this.actions = actions;
    this.isPlace = isPlace;
    this.chosen = [];
    this.numbers = [];
  }

  // The actions that touch everything chosen so far.
  get remaining() {
    return this.with(null);
  }

  with(id) {
    const picked = this.#picked(id);
    return this.numbers.length
      ? picked.filter((action) => this.numbers.every((one) => numbersOf(action).includes(one))) : picked;
  }

  #picked(id) {
    const wanted = id === null ? this.chosen : [...this.chosen, id];
    return this.actions.filter((action) => wanted.every((one) => action.picks.includes(one)));
  }

  // The numbers that tell the picked actions apart, if they have any: see Dial.
  get dial() {
    const picked = this.#picked(null);
    const of = picked.map(numbersOf);
    const values = [...new Set(of.flat())].sort((a, b) => a - b);
    if (!values.length || values.length < 2 || of.some((one) => !one.length)) return null;
    return { values, amount: picked[0].amount !== null, count: of[0].length, numbers: this.numbers };
  }

  get counting() {
    const { dial } = this;
    return dial !== null && this.numbers.length < dial.count;
  }

  // Tick a number, or take it back; an amount replaces the one before.
  count(value) {
    const { dial } = this;
    if (!dial) return;
    if (this.numbers.includes(value)) this.numbers = this.numbers.filter((one) => one !== value);
    else this.numbers = [...this.numbers.slice(dial.count === this.numbers.length ? 1 : 0), value];
  }

  // The ids whose click would tell the remaining actions apart, or name the only one.
  get live() {
    const remaining = this.remaining;
    const count = new Map();
    for (const action of remaining) {
      for (const id of new Set(action.picks)) count.set(id, (count.get(id) ?? 0) + 1);
    }
    const telling = [...count].filter(([id, times]) =>
      !this.chosen.includes(id) && (times < remaining.length || remaining.length === 1));
    return new Set(telling.map(([id]) => id));
  }

  // The remaining actions that no further click can tell from the others need a button; where
  // there are few of them, so do those that are told by what stands on the board and no place.
  get listed() {
    if (this.counting) return [];
    const remaining = mainFirst(this.remaining);
    if (remaining.length <= LIST_ALL) return remaining;
    const live = this.live;
    const rest = (action) => action.picks.filter((id) => live.has(id)).sort().join(" ");
    const first = new Map();
    for (const action of remaining) {
      const key = rest(action);
      first.set(key, (first.get(key) ?? 0) + 1);
    }
    const untold = (action) => rest(action) === "" ||
      (this.chosen.length > 0 && first.get(rest(action)) > 1);
    const nowhere = (action) => !action.picks.some((id) => live.has(id) && this.isPlace(id));
    const few = remaining.filter((action) => untold(action) || nowhere(action));
    // What is folded away takes no room.
    return few.filter((action) => !action.aside).length <= LIST_ALL ? few : remaining.filter(untold);
  }

  choose(id) {
    if (this.live.has(id)) this.chosen.push(id);
    return this.remaining;
  }

  back() {
    if (this.numbers.length) {
      this.numbers = [];
      return true;
    }
    return this.chosen.pop() !== undefined;
  }

  clear() {
    this.chosen = [];
    this.numbers = [];
  }
}

function numbersOf(action) {
  return action.amount === null ? action.numbers : [action.amount];
}

// What is seldom wanted comes last, in the page as on the keys.
function mainFirst(actions) {
  return [...actions.filter((one) => !one.aside), ...actions.filter((one) => one.aside)];
}

const LIST_ALL = 9; // as many as there are keys
