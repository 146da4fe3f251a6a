import type { UiNode } from '@ory/client';
import type { FlowSurroundings } from '../FlowContext.ts';

/** Attributes of an element that has the focus when the page opens. */
export const startHere = { autoFocus: true, 'data-start': true };

/** Attributes of the element that has the focus when the page opens: before scripts run, and for `useFocus`. */
export const startProps = (
  { start, answers }: FlowSurroundings,
  node: UiNode,
): { autoFocus?: boolean; 'data-start'?: boolean } =>
  node === start ? { autoFocus: answers === 0, 'data-start': true } : {};
