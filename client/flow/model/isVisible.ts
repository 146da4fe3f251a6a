import { inputAttributes } from '../../../shared/flow/inputAttributes.ts';
import type { Section } from './sections.ts';

/** Whether a form shows anything: one that holds only hidden inputs and scripts gets no divider and no section. */
export const isVisible = ({ parts }: Section): boolean =>
  parts.some(({ nodes }) =>
    nodes.some((node) => node.type !== 'script' && inputAttributes(node)?.type !== 'hidden'),
  );
