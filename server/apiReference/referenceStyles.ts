/** The reference's own stylesheet, in addition to the portal's, whose fonts, colours and gaps it uses. */
export const referenceStyles = `
body { --edge: var(--gap-3); }
.reference { max-inline-size: calc(var(--page) + 2 * var(--gap-3)); margin: 0 auto; padding: 0 var(--gap-3) var(--gap-6); }
.reference .skip { position: fixed; inset: var(--gap-2) auto auto var(--gap-2); z-index: 2; padding: var(--gap-2) var(--gap-3); border-radius: var(--radius); background: var(--action); color: var(--on-action); font-weight: 600; }
.reference .skip:not(:focus) { clip-path: inset(50%); }
.reference header { margin-block-end: var(--gap-5); border-block-end: 1px solid var(--line); }
.reference .brand { display: inline-flex; align-items: center; gap: var(--gap-2); min-block-size: 4rem; color: var(--ink); text-decoration: none; }
.reference .brand strong { font-size: calc(1rem * var(--name-size, 1)); }
.reference .brand:hover strong { text-decoration: underline; }
.reference .soft { color: var(--ink-soft); }
.reference nav ul { display: flex; flex-wrap: wrap; gap: 0 var(--gap-3); margin-block-end: var(--gap-4); }
.reference nav a { display: inline-flex; align-items: center; gap: var(--gap-2); min-block-size: var(--target); color: var(--link); text-decoration: none; font: 400 var(--text-s); }
.reference nav a:hover { text-decoration: underline; }
.reference main:focus { outline: none; }
.reference h1 { font: 600 var(--text-xl); }
.reference .intro { max-inline-size: 34rem; margin-block: var(--gap-1) var(--gap-4); color: var(--ink-soft); text-wrap: pretty; }
.reference [role='search'] { max-inline-size: 34rem; margin-block-end: var(--gap-4); font-size: var(--small); }
.reference [role='search'] label { font-weight: 600; }
.reference [role='search'] input { inline-size: 100%; min-block-size: var(--target); margin-block-start: var(--gap-1); padding: 0 var(--gap-3); border: 1px solid var(--line-strong); border-radius: var(--radius); background: var(--surface); font-size: 1rem; }
.reference [role='search'] input:focus-visible { border-color: var(--focus); outline-offset: -1px; }
.reference details { margin-block-end: var(--gap-3); border: 1px solid var(--line); border-radius: var(--radius-card); background: var(--surface); }
.reference summary { display: flex; align-items: center; justify-content: space-between; min-block-size: 3.25rem; padding: 0 var(--gap-4); border-radius: var(--radius-card); cursor: pointer; list-style: none; }
.reference summary::-webkit-details-marker { display: none; }
.reference summary::after { content: ''; inline-size: 0.5rem; block-size: 0.5rem; border: solid var(--ink-soft); border-width: 0 2px 2px 0; transform: rotate(45deg) translate(-2px, -2px); }
.reference details[open] summary::after { transform: rotate(225deg) translate(-2px, -2px); }
.reference .operation { padding: var(--gap-3) var(--gap-4); border-block-start: 1px solid var(--line); font: 400 var(--text-s); }
.reference .operation:target { background: var(--tint); }
.reference .operation:last-child { border-end-start-radius: var(--radius-card); border-end-end-radius: var(--radius-card); }
.reference h3 a { display: inline-block; padding-block: 0.125rem; color: inherit; text-decoration: none; overflow-wrap: anywhere; }
.reference h3 a:hover { text-decoration: underline; }
.reference code { font-family: var(--mono); overflow-wrap: anywhere; }
.reference .method { font-weight: 600; color: var(--link); }
.reference dl { display: grid; grid-template-columns: minmax(0, 1fr); gap: 0 var(--gap-3); margin: var(--gap-2) 0 0; }
.reference dt { color: var(--ink-soft); }
.reference dd { margin: 0 0 var(--gap-1); }
.reference .copies { display: flex; flex-wrap: wrap; gap: var(--gap-2); margin-block-start: var(--gap-2); }
.reference button { min-block-size: var(--target); padding: 0 var(--gap-3); border: 1px solid var(--line-quiet); border-radius: var(--radius); background: var(--surface); color: var(--ink); font: 600 var(--text-s); cursor: pointer; }
.reference button:hover { background: var(--hover); }
.reference [hidden] { display: none; }
.reference #status:not(:empty) { position: fixed; inset-block-end: var(--gap-4); inset-inline: var(--gap-3); inline-size: fit-content; margin: 0 auto; padding: var(--gap-2) var(--gap-3); border-radius: var(--radius); background: var(--ink); color: var(--surface); }
@media (width >= 640px) {
  .reference dl { grid-template-columns: 9rem minmax(0, 1fr); }
}
@media (width >= 1024px) {
  .reference main { display: grid; grid-template-columns: 11rem minmax(0, 1fr); column-gap: var(--gap-5); }
  .reference main > div { grid-column: 2; }
  .reference nav { grid-area: 1 / 1 / span 2; position: sticky; inset-block-start: var(--gap-4); align-self: start; max-block-size: 100vh; overflow-y: auto; }
  .reference nav ul { display: block; }
}
@media print {
  .reference nav, .reference [role='search'], .reference .copies, .reference #status { display: none; }
}
`;
