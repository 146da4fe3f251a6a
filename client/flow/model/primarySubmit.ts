import type { UiNode } from '@ory/client';
import { continuesSignUp, inputAttributes, isField, isSubmit } from '../../../shared/flow/inputAttributes.ts';
import { isSideStep, type Section } from '../../../shared/flow/sections.ts';

/** Groups whose buttons each go somewhere else, so that none of them is what Enter means. */
const noPrimary = new Set(['oidc', 'saml']);

const isMethod = (node: UiNode) => inputAttributes(node)?.name === 'method';

/**
 * The button that Enter presses: that of the password where there is one, else that of the method whose field is being
 * filled in, else the first method's, else that of a sign-up with another service's account. Never one that sends a code
 * again, leads back, unlinks or removes.
 *
 * @returns undefined where Enter does nothing
 */
export function primarySubmit({ parts }: Section): UiNode | undefined {
  const offers = parts
    .filter(({ group }) => !noPrimary.has(group))
    .map(({ group, nodes }) => ({
      group,
      nodes,
      submits: nodes.filter((node) => isSubmit(node) && !isSideStep(node)),
    }));
  const methods = offers.flatMap(({ submits }) => submits.filter(isMethod));
  const filled = offers.filter(({ nodes }) => nodes.some(isField));
  const preferred =
    filled.find(({ group }) => group === 'password') ?? filled.find(({ submits }) => submits.some(isMethod));
  const ofPreferred = preferred?.submits.find(isMethod);
  return ofPreferred ?? methods[0] ?? parts.flatMap(({ nodes }) => nodes).find(continuesSignUp);
}
