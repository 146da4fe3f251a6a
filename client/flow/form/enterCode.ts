import { normalizeCode } from '../../../shared/flow/typedText.ts';

/**
 * Normalises a typed or pasted code, and submits its form whenever the code is complete, or so long that the form refuses it.
 * Typing after a complete code changes nothing, and submits nothing.
 *
 * @param field has the number of digits in `data-digits`; not a backup code, which is normalised when it is sent
 */
export function enterCode(field: HTMLInputElement): void {
  const { digits, complete } = field.dataset;
  if (digits === undefined) return;
  const typed = normalizeCode(field.name, field.value, Number(digits));
  const code = complete && typed.startsWith(complete) ? complete : typed;
  if (code !== field.value) field.value = code;
  field.dataset.complete = code.length === Number(digits) ? code : '';
  if (code.length < Number(digits) || code === complete) return;
  const { form } = field;
  form?.requestSubmit(form.querySelector<HTMLButtonElement>('[type="submit"]:not(:disabled)'));
}
