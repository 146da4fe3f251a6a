import type { Navigation } from './navigate.ts';

type Field = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;
type Submitter = HTMLButtonElement | HTMLInputElement;

export const isSubmitter = (element: Element): element is Submitter =>
  element.matches('button:not([type="button"], [type="reset"]), input[type="submit"], input[type="image"]');

/** Whether a control or its fieldset is disabled. */
export const isDisabled = (element: Element): boolean =>
  element.hasAttribute('disabled') || element.closest('fieldset[disabled]') !== null;

/** The first field that the browser would report instead of sending the form. */
export function invalidField(form: HTMLFormElement, submitter: Submitter | undefined): Field | undefined {
  if (form.noValidate || submitter?.formNoValidate) return undefined;
  return (Array.from(form.elements) as Field[]).find((field) => field.willValidate && !field.validity.valid);
}

/** Returns the data that a form sends: its successful controls, and the button that was pressed. */
function entriesOf(form: HTMLFormElement, submitter: Submitter | undefined): URLSearchParams {
  const window = form.ownerDocument.defaultView;
  if (!window) throw new Error('the page is no longer shown');
  const entries = Array.from(new window.FormData(form, submitter), ([name, value]) => {
    if (typeof value !== 'string') throw new Error(`the form sends the file ${name}`);
    return [name, value.replace(/\r\n?|\n/g, '\r\n')];
  });
  return new URLSearchParams(entries);
}

/** Returns the navigation that a form starts (HTML, section 4.10.22.3). @throws Error for an encoding other than the usual one */
export function submission(form: HTMLFormElement, submitter?: Submitter): Navigation {
  const overridden = (attribute: string): string | null =>
    submitter?.getAttribute(`form${attribute}`) ?? form.getAttribute(attribute);
  const encoding = overridden('enctype') ?? 'application/x-www-form-urlencoded';
  if (encoding !== 'application/x-www-form-urlencoded') throw new Error(`a form is encoded as ${encoding}`);
  const url = new URL(overridden('action') ?? '', form.ownerDocument.baseURI);
  const body = entriesOf(form, submitter).toString();
  if (overridden('method')?.toLowerCase() === 'post') return { url, method: 'POST', body };
  url.search = body;
  return { url, method: 'GET' };
}

/** The button that Enter in a field of the form presses. */
export const defaultButton = (form: HTMLFormElement): Submitter | undefined =>
  Array.from(form.elements).find(isSubmitter);
