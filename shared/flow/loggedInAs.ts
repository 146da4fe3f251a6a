import type { Flow } from '../page.ts';
import { inputAttributes, isHidden } from './inputAttributes.ts';

/** Whom a flow is for, where it holds the address as a hidden node: nobody else can continue it. */
export function loggedInAs(flow: Flow): string | undefined {
  for (const node of flow.ui.nodes) {
    const input = inputAttributes(node);
    if (input?.name === 'identifier' && isHidden(node) && typeof input.value === 'string' && input.value)
      return input.value;
  }
  return undefined;
}
