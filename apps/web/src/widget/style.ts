/** Styles of the shadow tree: they do not affect the site, and the styles of the site do not affect them. */
export const style = `
:host { all: initial; --accent: #5252d8; --on-accent: #ffffff; color-scheme: light dark; }
:host([hidden]) { display: none; }
button, div { box-sizing: border-box; }
button {
  position: fixed; bottom: 20px; right: 20px; width: 52px; height: 52px; padding: 0; border: 0; border-radius: 50%;
  display: flex; align-items: center; justify-content: center; cursor: pointer; z-index: 2147483000;
  background: var(--accent); color: var(--on-accent); box-shadow: 0 6px 20px rgb(0 0 0 / 0.22); transition: filter 120ms;
}
button:hover { filter: brightness(0.93); }
button:focus-visible { outline: 2px solid var(--accent); outline-offset: 3px; }
svg { width: 24px; height: 24px; fill: none; stroke: currentColor; stroke-width: 1.9; stroke-linecap: round; stroke-linejoin: round; }
div {
  position: fixed; bottom: 20px; right: 20px; width: 384px; height: min(640px, calc(100vh - 40px)); z-index: 2147483000;
  border: 1px solid light-dark(rgb(0 0 0 / 0.12), rgb(255 255 255 / 0.16)); border-radius: 12px; overflow: hidden;
  background: light-dark(#ffffff, #1d1d20); box-shadow: 0 12px 48px rgb(0 0 0 / 0.24);
}
div[hidden] { display: none; }
div:not([hidden]) + button { display: none; }
iframe { display: block; width: 100%; height: 100%; border: 0; color-scheme: normal; }
:host([data-side='left']) button, :host([data-side='left']) div { right: auto; left: 20px; }
@media (max-width: 480px) {
  div { inset: 0; width: auto; height: auto; border: 0; border-radius: 0; }
  :host([data-side='left']) div { left: 0; }
}
@media (prefers-reduced-motion: reduce) { button { transition: none; } }
`
