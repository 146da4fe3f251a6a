import type { Flow } from '../../../shared/page.ts';

/** Whether a flow carries an error, as a whole or at one of its nodes. */
export const saysError = ({ ui }: Flow): boolean =>
  [...(ui.messages ?? []), ...ui.nodes.flatMap(({ messages }) => messages)].some(
    ({ type }) => type === 'error',
  );
