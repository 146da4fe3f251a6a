import type { UiText } from '@ory/client';
import { fieldsOf, lookUp, textIn } from '../fields.ts';
import { traitTitle } from './messageId.ts';

/** The titles that the product's identity schema, and earlier ones of it, give to traits that the catalogue translates. */
export const traitTitles: Record<string, RegExp> = {
  'traits.email': /^e-?mail\b/i,
  'traits.name.first': /^first name$/i,
  'traits.name.last': /^last name$/i,
  'traits.doctor': /^I am a trained healthcare professional$/,
  'traits.tos':
    /^I (?:consent|give my informed consent) to the processing of my health data (?:for the electronic services of the app|by the provider company for electronic services rendered through the app)$/,
  'traits.locale': /^language$/i,
};

/**
 * Marks a title of another identity schema than the product's: it is shown as it is. The catalogue would have somebody
 * consent to the processing of health data where a schema asks them to accept terms of service.
 *
 * @param label a node's label
 * @param name the node's name
 */
export function withForeignTitle(label: UiText, name: string): UiText {
  const context = fieldsOf(label.context);
  const own = lookUp(traitTitles, textIn(context.name) ?? name);
  const title = textIn(label.text);
  if (label.id !== traitTitle || !own || title === undefined || own.test(title)) return label;
  return { ...label, context: { ...context, foreign: true } };
}
