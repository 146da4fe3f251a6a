import type { UiNode } from '@ory/client';
import { isSubmit } from '../../../shared/flow/inputAttributes.ts';
import * as nodeGroup from '../../../shared/flow/nodeGroup.ts';
import { signUp } from '../../../shared/flow/messageId.ts';
import type { Flow } from '../../../shared/page.ts';

/** Whether a button ends the first of a sign-up's two steps; Kratos calls it 'Sign up'. */
export const endsFirstStep = ({ group, meta }: UiNode): boolean =>
  group === nodeGroup.profile && meta.label?.id === signUp;

/**
 * Which of its two steps a sign-up is at: the first has a button that goes on, the second one that leads back.
 *
 * @returns undefined for a sign-up in one step
 */
export function signUpStep({ ui: { nodes } }: Flow): 1 | 2 | undefined {
  const button = nodes.find((node) => node.group === nodeGroup.profile && isSubmit(node));
  return button && (endsFirstStep(button) ? 1 : 2);
}
