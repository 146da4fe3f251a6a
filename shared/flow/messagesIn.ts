import type { UiText } from '@ory/client';
import type { Flow } from '../page.ts';

/** A flow's messages, about the whole and about its nodes. */
export const messagesIn = ({ ui }: Flow): UiText[] => [
  ...(ui.messages ?? []),
  ...ui.nodes.flatMap(({ messages }) => messages),
];
