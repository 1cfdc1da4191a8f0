// Seasons: files are read here and sent as the text of a form; record sheets are printed.

for (const input of document.querySelectorAll("input[type=file][data-into]")) {
  input.addEventListener("change", async () => {
    const [file] = input.files;
    if (!file) return;
    const place = input.form.elements[input.dataset.into];
    place.value = await file.text();
    if ("submit" in input.dataset) input.form.submit();
  });
}

document.querySelector("[data-print]")?.addEventListener("click", () => print());
