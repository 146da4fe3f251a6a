import type { UiNode } from '@ory/client';
import { continuesSignUp, inputAttributes, isField } from '../../../shared/flow/inputAttributes.ts';
import { isSideStep, type Section } from '../../../shared/flow/sections.ts';
import {
  removePasskey,
  removeSecurityKey,
  resendCode,
  sendToAddress,
} from '../../../shared/flow/messageId.ts';

const social = new Set<string>(['oidc', 'saml']);
/** 'Email' as a button, which sends a code again, 'Resend code', and those that remove a security key or a passkey. */
const labels = new Set([sendToAddress, resendCode, removeSecurityKey, removePasskey]);

/** Whether a button asks for nothing to be filled in: social buttons, those that send again, lead back or remove. */
export const skipsValidation = (node: UiNode): boolean =>
  (social.has(node.group) && !continuesSignUp(node)) ||
  labels.has(node.meta.label?.id ?? 0) ||
  isSideStep(node);

/** Groups whose fields every method of a form sends. */
const shared = new Set<string>(['default', 'identifier_first', 'profile', 'captcha']);

/** The fields that a button sends and so has validated: its own method's, and those that all methods share. */
export function validatedFields({ parts }: Section, button: UiNode): UiNode[] {
  if (skipsValidation(button)) return [];
  return parts.flatMap(({ group, nodes }) =>
    shared.has(group) || group === button.group ? nodes.filter(isField) : [],
  );
}

/**
 * Whether the browser's own validation has to stay away from a button, since its form requires fields that the button's
 * method has no use for, such as the password where a code is asked for.
 */
export function bypassesForm(section: Section, button: UiNode): boolean {
  const own = new Set(validatedFields(section, button));
  return (
    section.parts.some(({ nodes }) =>
      nodes.some((node) => isField(node) && inputAttributes(node)?.required === true && !own.has(node)),
    ) || skipsValidation(button)
  );
}
