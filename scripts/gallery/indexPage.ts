import { locales } from '../../shared/messages/locales.ts';
import { pseudo } from './look.ts';
import { brandNames } from './sampleBrands.ts';
import { perform } from './states/interaction.ts';
import { pageNameOf, type AnyState } from './states/state.ts';

/** The widths at which pages are shown, in pixels: the narrowest of WCAG 2.2 (1.4.10), and two of the breakpoints. */
export const widths = [320, 768, 1280];

const options = (values: readonly (string | number)[]): string =>
  values.map((value) => `<option>${value}</option>`).join('');

const select = (name: string, values: readonly (string | number)[]): string =>
  `<label>${name} <select name="${name}">${options(values)}</select></label>`;

const style = `
  body { margin: 0; display: grid; grid-template: auto 1fr / 18rem 1fr; height: 100vh; font: 0.875rem system-ui; }
  form { grid-column: 1 / 3; display: flex; flex-wrap: wrap; gap: 1rem; padding: 0.75rem 1rem; border-bottom: 1px solid #ccd; }
  nav { overflow: auto; padding: 0.5rem 1rem; border-right: 1px solid #ccd; }
  nav h2 { margin: 1rem 0 0.25rem; font-size: 1rem; }
  nav a { display: block; padding: 0.15rem 0.4rem; color: inherit; text-decoration: none; border-radius: 4px; }
  nav a:hover { background: #eef; } nav a[aria-current] { background: #dde6ff; }
  main { overflow: auto; padding: 1rem; background: #e6e8ee; }
  iframe { display: block; margin: 0 auto; height: calc(100% - 4px); border: 1px solid #99a; background: #fff; }
`;

/**
 * Returns the script that shows the state in the URL's fragment with the switches' values, and performs its steps.
 */
const scriptOf = (steps: object): string => `
  const steps = ${JSON.stringify(steps)};
  const form = document.forms[0];
  const frame = document.querySelector('iframe');
  function show() {
    const state = location.hash.slice(1) || document.querySelector('nav a').hash.slice(1);
    const { language, theme, brand, width, scripts } = Object.fromEntries(new FormData(form));
    // a sandbox without allow-scripts is a browser with scripts off
    if (scripts === 'off') frame.sandbox = 'allow-same-origin allow-forms'; else frame.removeAttribute('sandbox');
    frame.style.width = width + 'px';
    frame.onload = () => steps[state] && scripts === 'on' && (${perform.toString()})(frame.contentDocument, steps[state]);
    frame.src = '/states/' + state + '?' + new URLSearchParams({ language, theme, brand });
    for (const link of document.querySelectorAll('nav a'))
      if (link.hash.slice(1) === state) link.setAttribute('aria-current', 'true'); else link.removeAttribute('aria-current');
  }
  form.addEventListener('change', show);
  addEventListener('hashchange', show);
  show();
`;

/**
 * Returns the gallery's index: a list of all states, a frame that shows one, and switches for its look.
 *
 * @param states in the order of the pages' groups
 */
export function indexPage(states: AnyState[]): string {
  const groups = Map.groupBy(states, pageNameOf);
  const list = [...groups].map(([page, ofPage]) => {
    const links = ofPage.map(({ name }) => `<a href="#${name}">${name.slice(name.indexOf('/') + 1)}</a>`);
    return `<h2>${page}</h2>${links.join('')}`;
  });
  const steps = Object.fromEntries(states.flatMap(({ name, steps: own }) => (own ? [[name, own]] : [])));
  const switches = [
    select('language', [...locales, pseudo]),
    select('theme', ['light', 'dark', 'system']),
    select('brand', ['none', ...brandNames]),
    select('width', [...widths].reverse()),
    select('scripts', ['on', 'off']),
  ];
  return (
    `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Gallery</title><style>${style}</style></head>` +
    `<body><form>${switches.join('')}</form><nav>${list.join('')}</nav><main><iframe title="state"></iframe></main>` +
    `<script>${scriptOf(steps)}</script></body></html>`
  );
}
