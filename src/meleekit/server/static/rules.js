// A rule's ID, as a link to its words where there is a book of them; a page of several games says whose.
import { make } from "./make.js";

const usual = document.querySelector("[data-rules]")?.dataset.rules ?? "";

export function ruleLink(id, book = usual) {
  return book
    ? make("a", { class: "rule", href: `${book}#${id}`, target: "meleekit-rules", title: "Read this rule" }, id)
    : make("span", { class: "rule" }, id);
}

const ID = /\b([A-Z]{2,}-[A-Z0-9]+-[A-Z0-9]+)\b/;

// A text in which every rule that is named is a link.
export function linked(text, book = usual) {
  return text.split(ID).map((part, place) => (place % 2 ? ruleLink(part, book) : part));
}
