import { normalizeTyped } from '../../../shared/flow/typedText.ts';

/**
 * Normalises a code or an address in a field, however it got there: password managers may fire no events. A value that
 * the provider sent stays as it is.
 */
export function normalizeControl(control: unknown): void {
  if (!(control instanceof HTMLInputElement) || /^(?:hidden|submit)$/.test(control.type)) return;
  const { name, type, value, dataset } = control;
  if (value === control.defaultValue) return;
  const text = normalizeTyped(name, value, {
    ...(dataset.digits !== undefined && { digits: Number(dataset.digits) }),
    ...(type === 'email' && { isAddress: true }),
  });
  if (text !== value) control.value = text;
}
