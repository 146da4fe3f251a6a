import type { UiNode } from '@ory/client';
import { continuesSignUp } from '../../shared/flow/continuesSignUp.ts';
import { inputAttributes, isField } from '../../shared/flow/inputAttributes.ts';
import type { Flow } from '../../shared/page.ts';

/** Whether a required field is empty. */
function isMissing(node: UiNode): boolean {
  const input = inputAttributes(node);
  return isField(node) && input?.required === true && (!input.value || input.value === 'false');
}

/**
 * A sign-up as a browser returns to it from another service, without the errors of what that service left out: no page sends its
 * form without it, so nobody has tried. Errors about values stay.
 *
 * @returns undefined for any other sign-up
 */
export function withoutUntried<Shown extends Flow>(flow: Shown): Shown | undefined {
  if (!flow.ui.nodes.some(continuesSignUp)) return undefined;
  const nodes = flow.ui.nodes.map((node) =>
    isMissing(node) ? { ...node, messages: node.messages.filter(({ type }) => type !== 'error') } : node,
  );
  return { ...flow, ui: { ...flow.ui, nodes } };
}
