import { isStepUp } from '../../../shared/flow/isStepUp.ts';
import type { FlowSurroundings } from '../FlowContext.ts';

/** Whether a page has no field for the address, even if the flow has one: of whoever confirms who they are, the page knows it. */
export const hidesAddress = ({ flow, address }: Pick<FlowSurroundings, 'flow' | 'address'>): boolean =>
  address !== undefined && isStepUp(flow);
