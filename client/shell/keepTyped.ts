import { fill } from './fill.ts';

/** What was typed on a page, by form section and field name. */
interface Typed {
  path: string;
  forms: Record<string, Record<string, string>>;
}

const key = 'typed';

const isKept = (control: Element): control is HTMLInputElement | HTMLSelectElement =>
  control instanceof HTMLSelectElement ||
  (control instanceof HTMLInputElement &&
    !control.dataset.secret &&
    !['hidden', 'password', 'submit', 'button'].includes(control.type));

const valueIn = (control: HTMLInputElement | HTMLSelectElement): string =>
  control.type === 'checkbox' ? String(control.checked) : control.value;

const sectionForms = (): HTMLFormElement[] => [
  ...document.querySelectorAll<HTMLFormElement>('form[data-section]'),
];

/**
 * Keeps what was typed into the page's forms over a reload, such as a change of language. Passwords are never kept,
 * even while they are shown.
 */
export function keepTyped(): void {
  const typed: Typed = { path: location.pathname, forms: {} };
  for (const form of sectionForms()) {
    const controls = Array.from(form.elements).filter(isKept);
    typed.forms[form.dataset.section ?? ''] = Object.fromEntries(
      controls.map((control) => [control.name, valueIn(control)]),
    );
  }
  try {
    sessionStorage.setItem(key, JSON.stringify(typed));
  } catch {
    // the browser denies access to its storage: what was typed is lost, as without scripts
  }
}

/** Restores what was kept into the forms of the same page, once. */
export function restoreTyped(): void {
  try {
    const kept = sessionStorage.getItem(key);
    sessionStorage.removeItem(key);
    const { path, forms } = JSON.parse(kept ?? '{}') as Partial<Typed>;
    if (path !== location.pathname) return;
    for (const form of sectionForms()) fill(form, forms?.[form.dataset.section ?? ''] ?? {});
  } catch {
    // as above
  }
}
