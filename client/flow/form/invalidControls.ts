import type { UiNode } from '@ory/client';
import { inputAttributes } from '../../../shared/flow/inputAttributes.ts';
import type { Form } from '../model/forms.ts';
import { validatedFields } from './skipsValidation.ts';
import type { Control } from './fieldKeys.ts';

/** Whether an element is a control that has a value. */
export const isControl = (element: unknown): element is Control =>
  element instanceof HTMLInputElement ||
  element instanceof HTMLSelectElement ||
  element instanceof HTMLTextAreaElement;

/** Returns the invalid controls among those that a button sends. */
export function invalidControls(element: HTMLFormElement, form: Form, button: UiNode): Control[] {
  const names = validatedFields(form, button).map((node) => inputAttributes(node)?.name);
  return Array.from(element.elements).filter(
    (control): control is Control =>
      isControl(control) && names.includes(control.name) && !control.validity.valid,
  );
}
