import type { UiNode, UiText } from '@ory/client';
import type { IntlShape } from 'react-intl';
import { textIn } from '../../../shared/fields.ts';
import { isEmail, isField } from '../../../shared/flow/inputAttributes.ts';
import { formatText } from './formatText.ts';
import { localizedMessage, type LocalizedText } from './messageText.ts';
import { traitTitle } from '../../../shared/flow/messageId.ts';
import * as nodeName from '../../../shared/flow/nodeName.ts';

/** Placeholder for the label of a field without one. */
const noLabel: UiText = { id: traitTitle, text: '', type: 'info' };

/** Returns the catalogue's name of a trait. */
const traitText = (intl: IntlShape, trait: string): string | undefined =>
  formatText(intl, `trait.${trait}`, () => ({}));

const withoutTraits = (name: string): string => name.replace(/^traits\./, '');

/**
 * Returns the title of a node in the page's language. For labels from the identity schema and for fields without a
 * label it is the trait's (`trait.name.first`); an identifier field whose schema title says e-mail counts as the
 * trait `email`. Another schema's declaration, see `withForeignTitle`, is shown unchanged.
 *
 * @returns undefined for any other node without a label, or with a blank one
 */
export function nodeLabel(intl: IntlShape, node: UiNode, now: number): LocalizedText | undefined {
  const { attributes } = node;
  const label = node.meta.label ?? (isField(node) ? noLabel : undefined);
  if (!label) return undefined;
  const localized = localizedMessage(intl, label, now);
  const shown = textIn(localized.text) === undefined ? undefined : localized;
  if (label.id !== traitTitle || (label.context && 'foreign' in label.context)) return shown;
  const named = label.context && 'name' in label.context ? label.context.name : undefined;
  const name = typeof named === 'string' ? named : 'name' in attributes ? attributes.name : '';
  const trait = name === nodeName.identifier && isEmail(node) ? 'email' : withoutTraits(name);
  const text = traitText(intl, trait);
  return text === undefined ? shown : { text };
}

/** Converts the last part of a name to words: `traits.billing.shoeSize` is `Shoe size`. */
function nameInWords(name: string): string {
  const words = name
    .slice(name.lastIndexOf('.') + 1)
    .replace(/_+/g, ' ')
    .replace(/(?<=[\p{Ll}\d])\p{Lu}(?!\p{Lu})/gu, (letter) => ` ${letter.toLowerCase()}`)
    .trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/**
 * Returns the title of an input that must have one. Kratos gives no label to a trait without a title in the schema,
 * nor to the entries of a list (`traits.tags.0`): the title is then the catalogue's for the trait, otherwise the
 * field's name in words, followed by the place in the list.
 */
export function fieldLabel(intl: IntlShape, node: UiNode, name: string, now: number): LocalizedText {
  const label = nodeLabel(intl, node, now);
  if (label) return label;
  const [, place] = /\.(\d+)(?:\.|$)/.exec(name) ?? [];
  const trait = withoutTraits(name.replace(/\.\d+(?=\.|$)/, ''));
  const text = traitText(intl, trait) ?? nameInWords(trait);
  return { text: place === undefined ? text : `${text} ${Number(place) + 1}` };
}

/** `nodeLabel` for places that cannot mark a text's language. */
export const nodeTitle = (intl: IntlShape, node: UiNode, now: number): string | undefined =>
  nodeLabel(intl, node, now)?.text;
