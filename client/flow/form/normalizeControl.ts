import { isAddressName, isCode, normalizeAddress, normalizeCode } from '../../../shared/flow/typedText.ts';

function normalized({ name, type, value, dataset }: HTMLInputElement): string {
  if (isCode(name))
    return normalizeCode(name, value, dataset.digits === undefined ? undefined : Number(dataset.digits));
  return type === 'email' || isAddressName(name) ? normalizeAddress(value) : value;
}

/**
 * Normalises a code or an address in a field, however it got there: password managers may fire no events. A value that
 * the provider sent stays as it is.
 */
export function normalizeControl(control: unknown): void {
  if (!(control instanceof HTMLInputElement) || /^(?:hidden|submit)$/.test(control.type)) return;
  if (control.value === control.defaultValue) return;
  const text = normalized(control);
  if (text !== control.value) control.value = text;
}
