import type { UiNode } from '@ory/client';
import { removePasskey, removeSecurityKey } from '../../../shared/flow/messageId.ts';

/** The labels of buttons that remove a security key or a passkey. */
const removals = new Set([removeSecurityKey, removePasskey]);

/** Whether a node stands for a key that can be removed. */
export const isKeyRemoval = (node: UiNode): boolean => removals.has(node.meta.label?.id ?? 0);
