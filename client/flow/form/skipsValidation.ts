import type { UiNode } from '@ory/client';
import { inputAttributes, isField } from '../../../shared/flow/inputAttributes.ts';
import { continuesSignUp, isSideStep } from '../../../shared/flow/buttons.ts';
import { hasNode, type Form } from '../model/forms.ts';
import {
  removePasskey,
  removeSecurityKey,
  resendCode,
  sendToAddress,
} from '../../../shared/flow/messageId.ts';
import { isShared, isSocial } from '../../../shared/flow/methods.ts';

/** Buttons that resend a code ('Email', 'Resend code') or remove a security key or passkey. */
const labels = new Set([sendToAddress, resendCode, removeSecurityKey, removePasskey]);

/** Whether a button works without any filled field: social buttons, and those that resend, lead back or remove. */
export const skipsValidation = (node: UiNode): boolean =>
  (isSocial(node.group) && !continuesSignUp(node)) ||
  labels.has(node.meta.label?.id ?? 0) ||
  isSideStep(node);

/** Returns the fields to validate for a button: its own method's, and those that all methods share. */
export function validatedFields({ parts }: Form, button: UiNode): UiNode[] {
  if (skipsValidation(button)) return [];
  return parts.flatMap(({ group, nodes }) =>
    isShared(group) || group === button.group ? nodes.filter(isField) : [],
  );
}

/**
 * Whether a button needs `formNoValidate`: its form requires fields that the button's method does not use, such as the
 * password when requesting a code.
 */
export function bypassesForm(form: Form, button: UiNode): boolean {
  const own = new Set(validatedFields(form, button));
  return (
    hasNode(form, (node) => isField(node) && inputAttributes(node)?.required === true && !own.has(node)) ||
    skipsValidation(button)
  );
}
