/** Makes the browser send a form whose submit event was prevented, with the button that was pressed, if any. */
export function sendNatively(form: HTMLFormElement, name: string, value: string): void {
  if (name) form.append(Object.assign(document.createElement('input'), { type: 'hidden', name, value }));
  // a field named `submit` hides the form's own method
  HTMLFormElement.prototype.submit.call(form);
}
