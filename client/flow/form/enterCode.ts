import { normalizeCode } from '../model/codes.ts';

/** Dashes of any kind, which some mails and apps put between a code's digits. */
const dashes = /\p{Pd}/gu;

/**
 * Tidies what was typed or pasted into a field for a code, and sends its form each time that the code is complete. What is
 * typed beyond that changes nothing, and sends nothing.
 *
 * @param field with the number of its digits in `data-digits`; without it, such as for a backup code, only blanks go
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
