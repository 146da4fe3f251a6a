import { FormattedMessage } from 'react-intl';
import type { FieldMessage } from '../../ui/severity.ts';
import { controlKey, type Control, type FieldErrors } from './fieldKeys.ts';

/** Returns a control's label, without the mark of a required field. */
function labelOf({ labels }: Control): string {
  const label = labels?.[0]?.cloneNode(true);
  if (!(label instanceof Element)) return '';
  for (const mark of label.querySelectorAll('[aria-hidden]')) mark.remove();
  return label.textContent.trim();
}

/** Returns the catalogue key for a missing value, by the control's attributes. */
function missingValueKey({ type, inputMode, autocomplete, dataset }: Control): string {
  if (dataset.secret)
    return autocomplete === 'new-password' ? 'field.missing.newPassword' : 'field.missing.password';
  if (type === 'checkbox') return 'field.missing.box';
  if (inputMode === 'email') return 'field.missing.address';
  return 'digits' in dataset ? 'field.missing.code' : 'field.missing';
}

/** Returns the catalogue key for a wrong value. */
function wrongValueKey({ validity, type, autocomplete, dataset }: Control): string {
  if (type === 'email' || autocomplete === 'email') return 'field.address';
  if (validity.tooShort) return 'field.short';
  return 'digits' in dataset ? 'field.code' : 'field.wrong';
}

/** Describes what is wrong with a control, in the page's language. */
function messageOf(control: Control): FieldMessage {
  const id = control.validity.valueMissing ? missingValueKey(control) : wrongValueKey(control);
  const { digits, least } = control.dataset;
  const values = { label: labelOf(control), digits: Number(digits), least: Number(least) };
  return { id, text: <FormattedMessage id={id} values={values} />, severity: 'error', live: true };
}

/** Whether a control has a value, so that leaving it reports what is wrong with it. */
const isFilled = ({ validity }: Control): boolean => !validity.valueMissing;

/** Opens the disclosures around a control. */
function uncover(control: Control): void {
  const closed = control.closest('details:not([open])');
  if (closed) (closed as HTMLDetailsElement).open = true;
}

/**
 * Describes the errors of fields. Empty ones are not reported until their form is sent.
 *
 * @param submitted whether their form could not be sent because of them
 */
export function fieldErrors(before: FieldErrors, controls: Control[], submitted: boolean): FieldErrors {
  const reported = submitted ? controls : controls.filter(isFilled);
  const found = reported.map((control) => [controlKey(control), messageOf(control)] as const);
  if (!submitted) return { errors: { ...before.errors, ...Object.fromEntries(found) } };
  const [first] = controls;
  if (first) uncover(first);
  // the cells of a code show no more digits than it has
  for (const control of controls)
    if (control.value.length > Number(control.dataset.digits)) control.value = '';
  return { errors: Object.fromEntries(found), first };
}
