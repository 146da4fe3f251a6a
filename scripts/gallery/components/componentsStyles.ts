/** The layout of the components page; the components themselves use the portal's styles. */
export const componentsStyles = `
.components { max-inline-size: 72rem; margin: 0 auto; padding: var(--gap-5) var(--gap-3); }
.components > h1 { font: 600 var(--text-xxl); }
.components > section { padding-block: var(--gap-5); border-block-end: 1px solid var(--line); }
.components h2 { font: 600 var(--text-xl); }
.components > section > p { max-inline-size: 34rem; margin-block: var(--gap-1) var(--gap-4); color: var(--ink-soft); }
.components .states { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(100%, 18rem), 1fr)); gap: var(--gap-4); align-items: start; }
.components figure { min-inline-size: 0; margin: 0; }
.components figcaption { margin-block-end: var(--gap-2); color: var(--ink-soft); font: 400 var(--text-s); }
.components figure > div { padding: var(--gap-3); border: 1px solid var(--line); border-radius: var(--radius); background: var(--surface); }
`;
