/**
 * Restores values typed into a form; hidden inputs and passwords do not change.
 *
 * @param typed values by field name; a box is ticked by `true`
 */
export function fill(form: HTMLFormElement, typed: Record<string, string>): void {
  for (const [name, value] of Object.entries(typed)) {
    const control = form.elements.namedItem(name);
    const isControl =
      control instanceof HTMLInputElement ||
      control instanceof HTMLSelectElement ||
      control instanceof HTMLTextAreaElement;
    if (!isControl) continue;
    if (control.type === 'hidden' || control.type === 'password') continue;
    if (control instanceof HTMLInputElement && control.type === 'checkbox')
      control.checked = value === 'true';
    else control.value = value;
  }
}
