import type { UiText } from '@ory/client';
import type { Flow } from '../../../shared/page.ts';

/** A flow's messages, about the whole and about its nodes. */
export const messagesIn = ({ ui }: Flow): UiText[] => [
  ...(ui.messages ?? []),
  ...ui.nodes.flatMap(({ messages }) => messages),
];

/** Whether a flow carries an error, as a whole or at one of its nodes. */
export const saysError = (flow: Flow): boolean => messagesIn(flow).some(({ type }) => type === 'error');
