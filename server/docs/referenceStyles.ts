/** The reference's own stylesheet, beside the portal's, whose fonts, colours and gaps it uses. */
export const referenceStyles = `
.reference { max-width: 80rem; margin: 0 auto; padding: var(--gap-5) var(--gap-3) var(--gap-6); color: var(--ink); }
.reference h1, .reference h2 { line-height: 1.25; }
.reference h2 { margin: var(--gap-5) 0 var(--gap-2); scroll-margin-top: var(--gap-3); }
.reference p { max-width: 60rem; color: var(--ink-soft); }
.reference nav ul { display: flex; flex-wrap: wrap; gap: var(--gap-1) var(--gap-3); margin: 0; padding: 0; list-style: none; }
.reference nav a { display: inline-flex; align-items: center; min-height: var(--target); color: var(--link); }
.reference .scroll { overflow-x: auto; border: 1px solid var(--line); border-radius: var(--radius); background: var(--surface); }
.reference table { width: 100%; border-collapse: collapse; font-size: var(--small); }
.reference th, .reference td { padding: var(--gap-2) var(--gap-3); text-align: start; vertical-align: top; border-block-end: 1px solid var(--line); }
.reference tbody tr:last-child > * { border-block-end: 0; }
.reference tbody tr:target { background: var(--tint); }
.reference tbody th { font-weight: 600; }
.reference tbody th a { color: inherit; }
.reference code { font-family: var(--mono); }
.reference tbody th code { white-space: nowrap; }
.reference tbody td:nth-of-type(1) { width: 45%; }
.reference .method { font-weight: 600; }
.reference td ul { margin: 0; padding: 0; list-style: none; }
.reference .soft { color: var(--ink-soft); }
@media (max-width: 64rem) {
  .reference thead { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
  .reference tbody tr { display: block; padding: var(--gap-2) 0; border-block-end: 1px solid var(--line); }
  .reference tbody tr > * { display: block; border: 0; padding: var(--gap-1) var(--gap-3); }
  .reference tbody td:nth-of-type(1) { width: auto; overflow-wrap: anywhere; }
}
.reference :focus-visible { outline: 3px solid var(--focus); outline-offset: 2px; }
`;
