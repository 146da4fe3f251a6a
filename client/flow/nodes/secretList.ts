import type { UiNode } from '@ory/client';

/** The message that holds backup codes, in its context. */
export const secretList = 1050015;

/** Whether a node shows backup codes. */
export const isSecretList = ({ attributes }: UiNode): boolean =>
  attributes.node_type === 'text' && attributes.text.id === secretList;
