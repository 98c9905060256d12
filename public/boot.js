// Runs before the first paint: theme and language, then the WebAssembly module.
// Kept outside the page so that the content security policy needs no inline script.
(() => {
  const script = document.currentScript;
  const root = document.documentElement;

  // Storage may be refused (private windows, blocked cookies): then defaults hold.
  const stored = (key) => {
    try {
      return localStorage.getItem(key);
    } catch {
      return null;
    }
  };

  const theme = stored("kasuan.theme");
  if (theme === "light" || theme === "dark") root.dataset.theme = theme;

  const asked = new URLSearchParams(location.search).get("lang");
  const wanted = [asked, stored("kasuan.lang"), ...(navigator.languages || [])];
  const known = wanted.find((tag) => tag && /^(zh|en)\b/i.test(tag));
  root.lang = known && /^zh/i.test(known) ? "zh-CN" : "en";

  const failed = (error) => {
    console.error(error);
    const show = () => {
      const broken = document.getElementById("broken");
      if (broken) broken.hidden = false;
    };
    if (document.readyState === "loading") addEventListener("DOMContentLoaded", show);
    else show();
  };

  const start = async () => {
    try {
      const module = await import(new URL(script.dataset.js, document.baseURI).href);
      await module.default({ module_or_path: new URL(script.dataset.wasm, document.baseURI) });
    } catch (error) {
      failed(error);
    }
  };
  document.addEventListener("click", (event) => {
    if (event.target.closest?.("[data-reload]")) location.reload();
  });
  if (document.readyState === "loading") addEventListener("DOMContentLoaded", start);
  else start();
})();
