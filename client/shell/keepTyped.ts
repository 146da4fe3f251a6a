import { formKey, sectionForms, typedKey, type Typed } from './restoreTyped.ts';

const isKept = (control: Element): control is HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement =>
  control instanceof HTMLSelectElement ||
  control instanceof HTMLTextAreaElement ||
  (control instanceof HTMLInputElement &&
    !control.dataset.secret &&
    !['hidden', 'password', 'submit', 'button'].includes(control.type));

const valueIn = (control: HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement): string =>
  control instanceof HTMLInputElement && control.type === 'checkbox'
    ? String(control.checked)
    : control.value;

/** Keeps typed values over a reload, such as a change of language; never passwords, even while they are shown. */
export function keepTyped(): void {
  const typed: Typed = {};
  for (const form of sectionForms()) {
    const controls = Array.from(form.elements).filter(isKept);
    typed[formKey(form)] = Object.fromEntries(controls.map((control) => [control.name, valueIn(control)]));
  }
  try {
    sessionStorage.setItem(typedKey, JSON.stringify(typed));
  } catch {
    // the browser denies access to its storage: what was typed is lost, as without scripts
  }
}
