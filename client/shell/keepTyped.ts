import { fill } from './fill.ts';

/** What was typed on a page, by the form's section and the field's name. */
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
 * Keeps what is typed into the page's forms while the page is fetched anew, such as in another language. Passwords are not
 * kept, shown or not.
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
    // storage that a browser refuses: what was typed is lost, as without scripts
  }
}

/** Puts what was kept back into the forms of the same page, once. */
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
