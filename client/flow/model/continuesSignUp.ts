import type { UiNode } from '@ory/client';
import { isSubmit } from '../../../shared/flow/inputAttributes.ts';
import { continueSignUp } from '../../../shared/flow/messageId.ts';

/** Whether a button continues a social sign-up, once the missing traits are filled in. */
export const continuesSignUp = (node: UiNode): boolean =>
  isSubmit(node) && node.meta.label?.id === continueSignUp;
