import { createContext } from 'react';
import type { UiNode } from '@ory/client';
import { fieldsOf, lookUp, textIn } from '../../../../shared/fields.ts';
import { inputAttributes } from '../../../../shared/flow/inputAttributes.ts';
import { removePasskey, removeSecurityKey } from '../../../../shared/flow/messageId.ts';
import { shownName } from '../../../../shared/shownName.ts';
import { valueOf } from '../../../flow/model/fieldAttributes.ts';
import { authenticators, type Authenticator } from './authenticators.ts';

/** The models of the user's keys (AAGUIDs), by the value of the button that removes the key. */
export type KeyModels = Partial<Record<string, string>>;

/** The models of the page's keys; empty if the provider does not report them. */
export const KeyModelsContext = createContext<KeyModels>({});

/** Whether a node represents a security key or a passkey, which it removes. */
export const isKey = ({ meta }: UiNode): boolean =>
  meta.label?.id === removeSecurityKey || meta.label?.id === removePasskey;

/** Returns the authenticator that holds a key; undefined for an unknown model. */
export function authenticatorOf(node: UiNode, models: KeyModels): Authenticator | undefined {
  const input = inputAttributes(node);
  const model = input && lookUp(models, valueOf(input));
  return model === undefined ? undefined : lookUp(authenticators, model);
}

/** The provider's name for a passkey of an unknown maker. */
const unnamed = 'unnamed';

/**
 * Returns the name of a key: the user's or the provider's, otherwise its authenticator's; undefined if none is known
 * or can be shown.
 */
export function keyName(node: UiNode, models: KeyModels): string | undefined {
  const name = shownName(textIn(fieldsOf(node.meta.label?.context).display_name) ?? '');
  return name === undefined || name === unnamed ? authenticatorOf(node, models)?.name : name;
}
