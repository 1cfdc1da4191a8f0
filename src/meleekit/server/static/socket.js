// The line to the table: keeps itself open, hands on what is told, and pairs answers with questions.

export class Line extends EventTarget {
  constructor(match) {
    super();
    const scheme = location.protocol === "https:" ? "wss:" : "ws:";
    this.address = `${scheme}//${location.host}/api/matches/${encodeURIComponent(match)}/live`;
    this.asked = new Map();
    this.number = 0;
    this.wait = 250;
    this.open();
    addEventListener("online", () => this.#hurry());
    document.addEventListener("visibilitychange", () => document.hidden || this.#hurry());
  }

  open() {
    this.socket = new WebSocket(this.address);
    this.socket.addEventListener("open", () => {
      this.wait = 250;
      this.#say("up");
    });
    this.socket.addEventListener("message", (event) => this.#hear(JSON.parse(event.data)));
    this.socket.addEventListener("close", () => {
      for (const answer of this.asked.values()) answer(null);
      this.asked.clear();
      this.#say("down");
      this.timer = setTimeout(() => this.open(), this.wait);
      this.wait = Math.min(2 * this.wait, 8000); // milliseconds
    });
  }

  // Try again at once when there is reason to hope.
  #hurry() {
    if (this.socket.readyState !== WebSocket.CLOSED) return;
    clearTimeout(this.timer);
    this.open();
  }

  // Ask; the promise holds the answer, or null if the line broke before it came.
  ask(message) {
    if (this.socket.readyState !== WebSocket.OPEN) return Promise.resolve(null);
    const id = ++this.number;
    return new Promise((resolve) => {
      this.asked.set(id, resolve);
      this.socket.send(JSON.stringify({ ...message, id }));
    });
  }

  // Say something that is answered by a new position, or by an error.
  tell(message) {
    if (this.socket.readyState !== WebSocket.OPEN) return false;
    this.socket.send(JSON.stringify(message));
    return true;
  }

  #hear(message) {
    const answer = this.asked.get(message.id);
    if (answer) {
      this.asked.delete(message.id);
      answer(message);
    } else {
      this.#say(message.type, message);
    }
  }

  #say(kind, detail = null) {
    this.dispatchEvent(new CustomEvent(kind, { detail }));
  }
}
