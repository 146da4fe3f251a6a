import type { UiNode } from '@ory/client';
import { inputAttributes, isField, isSubmit } from '../../../shared/flow/inputAttributes.ts';
import { continuesSignUp } from '../../../shared/flow/continuesSignUp.ts';
import { type Section } from './sections.ts';
import { isSideStep } from '../../../shared/flow/isSideStep.ts';
import * as nodeGroup from '../../../shared/flow/nodeGroup.ts';
import * as nodeName from '../../../shared/flow/nodeName.ts';
import { isSocial } from '../../../shared/flow/methods.ts';

const isMethod = (node: UiNode) => inputAttributes(node)?.name === nodeName.method;

/**
 * The button that Enter presses: the password's if there is one, else that of the first method with a field, else the
 * first method's, else the one that continues a social sign-up. Never one that resends a code, leads back, unlinks or
 * removes.
 *
 * @returns undefined if Enter does nothing
 */
export function primarySubmit({ parts }: Section): UiNode | undefined {
  const offers = parts
    // each social button leads somewhere else, so Enter presses none of them
    .filter(({ group }) => !isSocial(group))
    .map(({ group, nodes }) => ({
      group,
      nodes,
      submits: nodes.filter((node) => isSubmit(node) && !isSideStep(node)),
    }));
  const methods = offers.flatMap(({ submits }) => submits.filter(isMethod));
  const filled = offers.filter(({ nodes }) => nodes.some(isField));
  const preferred =
    filled.find(({ group }) => group === nodeGroup.password) ??
    filled.find(({ submits }) => submits.some(isMethod));
  const ofPreferred = preferred?.submits.find(isMethod);
  return ofPreferred ?? methods[0] ?? parts.flatMap(({ nodes }) => nodes).find(continuesSignUp);
}
