import { normalizeCode } from '../model/normalizeCode.ts';

/** Dashes of any kind, which some mails and apps put between a code's digits. */
const dashes = /\p{Pd}/gu;

/**
 * Tidies what was typed or pasted into a field for a code, and sends its form once the code is complete: once only, so
 * that a wrong code can be corrected in peace.
 *
 * @param field with the number of its digits in `data-digits`; without it, such as for a backup code, only blanks go
 */
export function enterCode(field: HTMLInputElement): void {
  const { digits, sent } = field.dataset;
  const plain = normalizeCode(field.value);
  const tidy = digits === undefined ? plain : plain.replace(dashes, '').slice(0, Number(digits));
  if (tidy !== field.value) field.value = tidy;
  if (tidy.length !== Number(digits) || !/^\d+$/.test(tidy) || sent !== undefined) return;
  field.dataset.sent = '';
  const { form } = field;
  form?.requestSubmit(form.querySelector<HTMLButtonElement>('[type="submit"]:not(:disabled)'));
}
