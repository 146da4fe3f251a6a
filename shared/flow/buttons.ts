import type { UiNode } from '@ory/client';
import { inputAttributes, isSubmit } from './inputAttributes.ts';
import { resendCode, continueSignUp } from './messageId.ts';
import { isSocial } from './methods.ts';
import * as nodeName from './nodeName.ts';

const leadsBack = (node: UiNode): boolean => inputAttributes(node)?.name === nodeName.screen;

/** Whether a button resends a code. */
export const isResend = (node: UiNode): boolean =>
  isSubmit(node) &&
  !leadsBack(node) &&
  (inputAttributes(node)?.name === nodeName.resend || node.meta.label?.id === resendCode);

/** Whether a button leads back or resends a code; these are shown last, whatever their position in the flow. */
export const isSideStep = (node: UiNode): boolean => isResend(node) || (isSubmit(node) && leadsBack(node));

/** Whether a button continues a social sign-up, once the missing traits are filled in. */
export const continuesSignUp = (node: UiNode): boolean =>
  isSubmit(node) && node.meta.label?.id === continueSignUp;

/** Whether a node is the button of a method; for a social method, of its provider, such as `oidc.google`. */
export const isButtonOf =
  (method: string) =>
  (node: UiNode): boolean => {
    const name = isSocial(node.group) ? `${node.group}.${String(inputAttributes(node)?.value)}` : node.group;
    return name === method && !isSideStep(node);
  };
