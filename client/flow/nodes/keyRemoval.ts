import type { UiNode } from '@ory/client';

/** The labels of buttons that remove a security key or a passkey. */
const removals = new Set([1050018, 1050020]);

/** Whether a node stands for a key that can be removed. */
export const isKeyRemoval = (node: UiNode): boolean => removals.has(node.meta.label?.id ?? 0);
