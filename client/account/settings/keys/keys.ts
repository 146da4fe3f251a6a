import { createContext } from 'react';
import type { UiNode } from '@ory/client';
import { fieldsOf, lookUp, textIn } from '../../../../shared/fields.ts';
import { inputAttributes } from '../../../../shared/flow/inputAttributes.ts';
import { shownName } from '../../../../shared/shownName.ts';
import { valueOf } from '../../../../shared/flow/shownValue.ts';
import type { KeyModels } from '../overview/overview.ts';
import { authenticators, type Authenticator } from './authenticators.ts';

/** The models for the keys of the page; none where the provider does not tell them. */
export const KeyModelsContext = createContext<KeyModels>({});

/** The authenticator that holds a key; undefined for an unknown model. */
export function authenticatorOf(node: UiNode, models: KeyModels): Authenticator | undefined {
  const input = inputAttributes(node);
  const model = input && lookUp(models, valueOf(input));
  return model === undefined ? undefined : lookUp(authenticators, model);
}

/** The provider's name for a passkey of an unknown maker. */
const unnamed = 'unnamed';

/** Returns a key's name: the user's, the provider's or its authenticator's; undefined if none can be shown. */
export function keyName(node: UiNode, models: KeyModels): string | undefined {
  const { display_name: given, device_name: device } = fieldsOf(node.meta.label?.context);
  const name = shownName(textIn(given) ?? textIn(device) ?? '');
  return name === undefined || name === unnamed ? authenticatorOf(node, models)?.name : name;
}
