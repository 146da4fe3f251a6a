import { fill } from './fill.ts';

/** The values typed on a page: by form, then by field name. */
export type Typed = Record<string, Record<string, string>>;

/** The key in the browser's session storage. */
export const typedKey = 'typed';

/** Returns the forms of the page's flow. */
export const sectionForms = (): HTMLFormElement[] => [
  ...document.querySelectorAll<HTMLFormElement>('form[data-section]'),
];

/** Returns the key of a form of one flow: another flow of the same page may belong to somebody else. */
export const formKey = (form: HTMLFormElement): string =>
  `${form.getAttribute('action') ?? ''} ${form.dataset.section ?? ''}`;

/** Restores kept values into the forms of the same flow, once. */
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
