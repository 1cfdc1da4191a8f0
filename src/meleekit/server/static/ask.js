// Asking the table, and saying what it refuses.
import { ruleLink } from "./rules.js";

export const UNREACHED = { error: { message: "the table cannot be reached" } };

// The answer to what is sent; that the table cannot be reached comes back as an `error` too.
export async function ask(address, body) {
  try {
    const answer = await fetch(address, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(body),
    });
    return await answer.json();
  } catch {
    return UNREACHED;
  }
}

// An error in a sentence, with its rule; where there is none the place is hidden.
export function complain(place, error, book) {
  place.hidden = !error;
  place.replaceChildren();
  if (!error) return;
  place.append(sentence(error.message));
  if (error.rule) place.append(" ", ruleLink(error.rule, book));
}

function sentence(words) {
  const text = words.charAt(0).toUpperCase() + words.slice(1);
  return /[.!?]$/.test(text) ? text : `${text}.`;
}
