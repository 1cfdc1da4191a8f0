// Texts that come into a page and leave it: as files, and by being copied.
import { make } from "./make.js";

// Read a file whenever one is chosen: `use` gets its text and its name.
export function onFile(input, use) {
  input.addEventListener("change", async () => {
    const [file] = input.files;
    if (!file) return;
    const text = await file.text();
    input.value = ""; // the same file may be chosen again
    use(text, file.name);
  });
}

// Hand a text over as a file to keep.
export function offerFile(name, text, type) {
  const link = make("a", { href: URL.createObjectURL(new Blob([text], { type })), download: name });
  link.click();
  URL.revokeObjectURL(link.href);
}

// What a button copies, said on it. Whether it was; some pages may not.
export async function copied(button, text) {
  const words = button.textContent;
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    return false;
  }
  button.textContent = "Copied";
  setTimeout(() => { button.textContent = words; }, 1500);
  return true;
}
