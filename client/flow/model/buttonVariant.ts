import type { UiNode } from '@ory/client';
import { isSideStep } from '../../../shared/flow/isSideStep.ts';
import type { ButtonLook } from '../../ui/buttonClass.ts';
import type { FormSurroundings } from '../FlowContext.ts';
import { isTextButton } from './isTextButton.ts';

/** The look of a flow's button: one of the page is primary, and the other ways are quieter. */
export function buttonVariant(
  { section, emphasised, row }: FormSurroundings,
  node: UiNode,
): ButtonLook['variant'] {
  if (node === emphasised) return 'primary';
  if (row) return 'row';
  return isSideStep(node) || isTextButton(section, node) ? 'plain' : 'quiet';
}
