import { fill } from './fill.ts';

/** What was typed on a page: by form, then by field name. */
export type Typed = Record<string, Record<string, string>>;

/** Where the browser's session storage keeps it. */
export const typedKey = 'typed';

/** The forms of the page's flow. */
export const sectionForms = (): HTMLFormElement[] => [
  ...document.querySelectorAll<HTMLFormElement>('form[data-section]'),
];

/** Names a form of one flow: another flow of the same page may be somebody else's. */
export const formKey = (form: HTMLFormElement): string =>
  `${form.getAttribute('action') ?? ''} ${form.dataset.section ?? ''}`;

/** Restores what was kept into the forms of the same flow, once. */
export function restoreTyped(): void {
  try {
    const kept = sessionStorage.getItem(typedKey);
    sessionStorage.removeItem(typedKey);
    const typed = JSON.parse(kept ?? '{}') as Typed;
    for (const form of sectionForms()) fill(form, typed[formKey(form)] ?? {});
  } catch {
    // the browser denies access to its storage
  }
}
