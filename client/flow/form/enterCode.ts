import { normalizeCode } from '../../../shared/flow/typedText.ts';

/**
 * Normalises a typed or pasted code, and submits its form whenever the code is complete. Further typing changes
 * nothing, and submits nothing.
 *
 * @param field has the number of digits in `data-digits`; not a backup code, which is normalised when it is sent
 */
export function enterCode(field: HTMLInputElement): void {
  const { digits, complete } = field.dataset;
  if (digits === undefined) return;
  const code = normalizeCode(field.name, field.value, Number(digits));
  if (code !== field.value) field.value = code;
  const isComplete = code.length === Number(digits);
  field.dataset.complete = isComplete ? code : '';
  if (!isComplete || code === complete) return;
  const { form } = field;
  form?.requestSubmit(form.querySelector<HTMLButtonElement>('[type="submit"]:not(:disabled)'));
}
