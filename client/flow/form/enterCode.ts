import { normalizeCode } from '../model/codes.ts';

/** Dashes of any kind, which some mails and apps put between a code's digits. */
const dashes = /\p{Pd}/gu;

/**
 * Normalises a typed or pasted code, and submits its form whenever the code is complete. Further typing changes
 * nothing, and submits nothing.
 *
 * @param field has the number of digits in `data-digits`; without it, as for a backup code, only blanks are removed
 */
export function enterCode(field: HTMLInputElement): void {
  const { digits, complete } = field.dataset;
  const plain = normalizeCode(field.value);
  const tidy = digits === undefined ? plain : plain.replace(dashes, '').slice(0, Number(digits));
  if (tidy !== field.value) field.value = tidy;
  const isComplete = tidy.length === Number(digits) && /^\d+$/.test(tidy);
  field.dataset.complete = isComplete ? tidy : '';
  if (!isComplete || tidy === complete) return;
  const { form } = field;
  form?.requestSubmit(form.querySelector<HTMLButtonElement>('[type="submit"]:not(:disabled)'));
}
