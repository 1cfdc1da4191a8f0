// Light or dark: the reader's wish if there is one, else the machine's. Runs before the page shows.
(() => {
  const root = document.documentElement;
  const wish = () => {
    try { return localStorage.getItem("meleekit-theme"); } catch { return null; }
  };
  if (wish()) root.dataset.theme = wish();
  addEventListener("DOMContentLoaded", () => {
    document.getElementById("theme")?.addEventListener("click", () => {
      const dark = root.dataset.theme
        ? root.dataset.theme === "dark"
        : matchMedia("(prefers-color-scheme: dark)").matches;
      root.dataset.theme = dark ? "light" : "dark";
      try { localStorage.setItem("meleekit-theme", root.dataset.theme); } catch { /* not kept */ }
    });
  });
})();
