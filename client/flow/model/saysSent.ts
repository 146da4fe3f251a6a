import type { Flow } from '../../../shared/page.ts';
import {
  loginCodeSent,
  recoveryCodeSent,
  recoveryCodeSentTo,
  recoveryLinkSent,
  registrationCodeSent,
  secondFactorCodeSent,
  verificationCodeSent,
  verificationLinkSent,
} from '../../../shared/flow/messageId.ts';

/** The messages that report a mailed code or link. */
const sent = new Set([
  loginCodeSent,
  secondFactorCodeSent,
  registrationCodeSent,
  recoveryLinkSent,
  recoveryCodeSent,
  recoveryCodeSentTo,
  verificationLinkSent,
  verificationCodeSent,
]);

/** Whether a flow says that a mail was just sent, and to which address. */
export const saysSent = ({ ui }: Flow): boolean => ui.messages?.some(({ id }) => sent.has(id)) === true;
