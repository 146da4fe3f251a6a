import { fill } from './fill.ts';

/** What was typed on a page, by form section and field name. */
export interface Typed {
  path: string;
  forms: Record<string, Record<string, string>>;
}

/** Where the browser's session storage keeps it. */
export const typedKey = 'typed';

/** The forms of the page's flow. */
export const sectionForms = (): HTMLFormElement[] => [
  ...document.querySelectorAll<HTMLFormElement>('form[data-section]'),
];

/** Restores what was kept into the forms of the same page, once. */
export function restoreTyped(): void {
  try {
    const kept = sessionStorage.getItem(typedKey);
    sessionStorage.removeItem(typedKey);
    const { path, forms } = JSON.parse(kept ?? '{}') as Partial<Typed>;
    if (path !== location.pathname) return;
    for (const form of sectionForms()) fill(form, forms?.[form.dataset.section ?? ''] ?? {});
  } catch {
    // the browser denies access to its storage
  }
}
