import type { UiNode } from '@ory/client';
import { inputAttributes } from '../../../shared/flow/inputAttributes.ts';
import type { Section } from '../model/sections.ts';
import { validatedFields } from './skipsValidation.ts';

/**
 * Has the browser validate the fields that a button sends, and report the first invalid one.
 *
 * @returns whether any is invalid
 */
export function reportInvalid(form: HTMLFormElement, section: Section, button: UiNode): boolean {
  const names = new Set(validatedFields(section, button).map((node) => inputAttributes(node)?.name));
  const controls = Array.from(form.elements).filter(
    (control): control is HTMLInputElement =>
      control instanceof HTMLInputElement || control instanceof HTMLSelectElement,
  );
  return controls.filter(({ name }) => names.has(name)).some((control) => !control.reportValidity());
}
