import type { UiNode } from '@ory/client';
import { inputAttributes, isSubmit } from './inputAttributes.ts';
import { resendCode, continueSignUp } from './messageId.ts';
import * as nodeName from './nodeName.ts';

/** Whether a button leads back or resends a code; these are shown last, whatever their position in the flow. */
export const isSideStep = (node: UiNode): boolean => {
  const input = inputAttributes(node);
  const sendsAgain = input?.name === nodeName.resend || node.meta.label?.id === resendCode;
  return isSubmit(node) && (sendsAgain || input?.name === nodeName.screen);
};

/** Whether a button continues a social sign-up, once the missing traits are filled in. */
export const continuesSignUp = (node: UiNode): boolean =>
  isSubmit(node) && node.meta.label?.id === continueSignUp;
