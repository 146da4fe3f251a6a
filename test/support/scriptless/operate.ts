import { defaultButton, isDisabled } from './form.ts';
import { isShown } from './naming.ts';

/** Whether a user could operate an element. @throws Error that says why not */
function expectOperable(element: Element): asserts element is HTMLElement {
  if (!isShown(element)) throw new Error('it is hidden');
  if (isDisabled(element)) throw new Error('it is disabled');
}

/** Clicks an element: the page's listener handles it, and jsdom handles labels, boxes and `<summary>`. */
export function click(element: Element): void {
  expectOperable(element);
  element.click();
}

const typable =
  'textarea, input:not([type="checkbox"], [type="radio"], [type="submit"], [type="button"], [type="reset"])';

/** Replaces the text in a field, up to `maxlength`, as typing would. */
export function fill(element: Element, text: string): void {
  expectOperable(element);
  if (!element.matches(typable)) throw new Error('nothing can be typed into it');
  const field = element as HTMLInputElement;
  if (field.readOnly) throw new Error('it is read-only');
  field.focus();
  field.value = field.maxLength < 0 ? text : text.slice(0, field.maxLength);
  // jsdom does not know what a user has typed, and reports no text as too short
  const isTooShort = field.value !== '' && field.value.length < field.minLength;
  field.setCustomValidity(isTooShort ? 'too short' : '');
}

/** Ticks or clears a box. */
export function setChecked(element: Element, checked: boolean): void {
  const box = element as HTMLInputElement;
  if (box.checked !== checked) click(box);
  if (box.checked !== checked) throw new Error('it cannot be changed');
}

/** Chooses an option by its value. */
export function select(element: Element, value: string): void {
  expectOperable(element);
  const list = element as HTMLSelectElement;
  const option = Array.from(list.options).find((one) => one.value === value && !isDisabled(one));
  if (!option) throw new Error(`it has no option ${value}`);
  list.value = value;
}

/** Presses Enter: in a field it presses its form's first button, elsewhere it clicks. */
export function pressEnter(element: Element): void {
  expectOperable(element);
  element.focus();
  if (!element.matches(`${typable}, [type="checkbox"], [type="radio"]`)) {
    element.click();
    return;
  }
  const { form } = element as HTMLInputElement;
  const button = form && defaultButton(form);
  if (!button) throw new Error('its form has no button');
  if (!isDisabled(button)) button.click();
}
