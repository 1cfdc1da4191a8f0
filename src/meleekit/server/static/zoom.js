// The button by which a board of many cells is shown larger than the window, or all of it.

const phone = matchMedia("(max-width: 760px)");

export class Zoom {
  // In a narrow window such a board is shown larger at first.
  constructor(board, button) {
    this.board = board;
    this.button = button;
    board.large = phone.matches;
    button.addEventListener("click", () => {
      board.large = !board.isLarge;
      this.fit();
    });
    addEventListener("resize", () => this.fit());
  }

  fit() {
    this.board.fit();
    this.draw();
  }

  draw() {
    this.button.hidden = !this.board.fine;
    this.button.textContent = this.board.isLarge ? "−" : "+";
    this.button.setAttribute("aria-pressed", String(this.board.isLarge));
  }
}
