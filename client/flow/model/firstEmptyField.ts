import type { UiNode } from '@ory/client';
import { inputAttributes, isField } from '../../../shared/flow/inputAttributes.ts';
import { isStepUp } from '../../../shared/flow/isStepUp.ts';
import type { Section } from './sections.ts';
import type { Flow } from '../../../shared/page.ts';
import { saysError } from './saysError.ts';
import { valueOf } from './fieldAttributes.ts';

/**
 * The field that the served page focuses before any script runs. After an error and in a step-up, scripts set the focus
 * instead.
 *
 * @param flow the flow as it was served
 * @param forms its forms
 */
export function firstEmptyField(flow: Flow, forms: Section[]): UiNode | undefined {
  if (saysError(flow) || isStepUp(flow)) return undefined;
  const fields = forms.flatMap(({ parts }) => parts.flatMap(({ nodes }) => nodes.filter(isField)));
  return fields.find((node) => {
    const input = inputAttributes(node);
    return input && !input.disabled && valueOf(input) === '';
  });
}
