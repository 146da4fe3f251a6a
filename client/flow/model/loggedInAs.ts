import { textIn } from '../../../shared/fields.ts';
import type { Flow } from '../../../shared/page.ts';
import { inputAttributes, isHidden } from '../../../shared/flow/inputAttributes.ts';

/** What an address is called, in a sign-in and in a sign-up. */
const names = new Set(['identifier', 'traits.email']);

/** Whom a flow is for, where it holds the address as a hidden node: nobody else can continue it. */
export function loggedInAs(flow: Flow): string | undefined {
  for (const node of flow.ui.nodes) {
    const input = inputAttributes(node);
    if (!input || !names.has(input.name) || !isHidden(node)) continue;
    const address = textIn(input.value);
    if (address) return address;
  }
  return undefined;
}
