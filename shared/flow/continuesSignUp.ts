import type { UiNode } from '@ory/client';
import { isSubmit } from './inputAttributes.ts';
import { continueSignUp } from './messageId.ts';

/** Whether a button continues a social sign-up, once the missing traits are filled in. */
export const continuesSignUp = (node: UiNode): boolean =>
  isSubmit(node) && node.meta.label?.id === continueSignUp;
