import type { UiNode } from '@ory/client';
import { lookupSecretList } from '../../../shared/flow/messageId.ts';

/** Whether a node shows backup codes. */
export const isSecretList = ({ attributes }: UiNode): boolean =>
  attributes.node_type === 'text' && attributes.text.id === lookupSecretList;
