import type { UiNode } from '@ory/client';
import type { Section } from '../../flow/model/sections.ts';
import {
  disableLookupSecrets,
  removePasskey,
  removeSecurityKey,
  removeTrustedDevice,
  unlinkAccount,
  unlinkTotp,
} from '../../../shared/flow/messageId.ts';

/** The labels of buttons that remove something. */
const removals = new Set([
  unlinkAccount,
  unlinkTotp,
  disableLookupSecrets,
  removeSecurityKey,
  removePasskey,
  removeTrustedDevice,
]);

/** Whether a node removes something from the account: a key, a linked account, a whole method. */
export const isRemoval = (node: UiNode): boolean => removals.has(node.meta.label?.id ?? 0);

/** Whether a section offers anything to remove. */
export const hasRemoval = ({ parts }: Section): boolean => parts.some(({ nodes }) => nodes.some(isRemoval));
