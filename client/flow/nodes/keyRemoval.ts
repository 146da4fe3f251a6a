import type { UiNode } from '@ory/client';
import { removePasskey, removeSecurityKey } from '../../../shared/flow/messageId.ts';

/** The labels of buttons that remove a security key or a passkey. */
const removals = new Set([removeSecurityKey, removePasskey]);

/** Whether a node removes a key. */
export const isKeyRemoval = (node: UiNode): boolean => removals.has(node.meta.label?.id ?? 0);
