import type { Flow } from '../page.ts';
import { messagesIn } from './messagesIn.ts';

/** Whether a flow carries an error, as a whole or at one of its nodes. */
export const saysError = (flow: Flow): boolean => messagesIn(flow).some(({ type }) => type === 'error');
