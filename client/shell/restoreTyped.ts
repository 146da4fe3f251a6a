import { fill } from './fill.ts';

/** The fields with the account's address. */
export const addressFields =
  'input:is([name="identifier"], [name="traits.email"], [name="email"], [name="recovery_address"]):not([type="hidden"])';

/** The values typed on a page: by form, then by field name. */
export type Typed = Record<string, Record<string, string>>;

/** The key in the browser's session storage. */
export const typedKey = 'typed';

/** The key of an address that goes along with a link. */
export const typedAddressKey = 'typed address';

/** Returns the forms of the page's flow. */
export const sectionForms = (): HTMLFormElement[] => [
  ...document.querySelectorAll<HTMLFormElement>('form[data-section]'),
];

/** Returns the key of a form of one flow: another flow of the same page may belong to somebody else. */
export const formKey = (form: HTMLFormElement): string =>
  `${form.getAttribute('action') ?? ''} ${form.dataset.section ?? ''}`;

/** Fills in an address that came along with a link, once, also in place of one that was typed or remembered before. */
function restoreAddress(): void {
  const typed = sessionStorage.getItem(typedAddressKey);
  sessionStorage.removeItem(typedAddressKey);
  const field = sectionForms()
    .map((form) => form.querySelector<HTMLInputElement>(addressFields))
    .find(Boolean);
  if (!typed || !field || field.value === typed) return;
  field.value = typed;
  // as if it had been typed here: the script that takes it along to the next page is fetched
  field.dispatchEvent(new Event('input', { bubbles: true }));
}

/** Restores kept values into the forms of the same flow, once, and an address that came along with a link. */
export function restoreTyped(): void {
  try {
    const kept = sessionStorage.getItem(typedKey);
    sessionStorage.removeItem(typedKey);
    const typed = JSON.parse(kept ?? '{}') as Typed;
    for (const form of sectionForms()) fill(form, typed[formKey(form)] ?? {});
    restoreAddress();
  } catch {
    // the browser denies access to its storage
  }
}
