import type { UiText } from '@ory/client';
import { fieldsOf, lookUp, textIn } from '../fields.ts';
import { traitTitle } from './messageId.ts';

/**
 * The titles that current and earlier versions of the product's identity schema give to the traits with which people
 * consent or declare something.
 */
export const declarations: Record<string, RegExp> = {
  'traits.doctor': /^I am a trained healthcare professional$/,
  'traits.tos':
    /^I (?:consent|give my informed consent) to the processing of my health data (?:for the electronic services of the app|by the provider company for electronic services rendered through the app)$/,
};

/**
 * Marks the title of a declaration from a different identity schema than the product's, which is shown unchanged.
 * Otherwise the catalogue would ask for consent to the processing of health data when a schema asks the user to accept terms of
 * service.
 */
export function withForeignTitle(label: UiText, name: string): UiText {
  const context = fieldsOf(label.context);
  const own = lookUp(declarations, textIn(context.name) ?? name);
  const title = textIn(label.text);
  if (label.id !== traitTitle || !own || title === undefined || own.test(title)) return label;
  return { ...label, context: { ...context, foreign: true } };
}
