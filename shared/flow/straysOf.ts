import type { UiNode } from '@ory/client';
import { inputAttributes } from './inputAttributes.ts';
import * as nodeGroup from './nodeGroup.ts';
import * as nodeName from './nodeName.ts';

/** The flows that a web hook can refuse before their end. */
const entrance = /\/self-service\/(login|registration)(?:[/?]|$)/;

/** Whether a field belongs to the identity schema: a sign-in has none, a sign-up may have one without a title. */
const isTrait = (name: string): boolean => name.startsWith('traits.');

/** The provider's own fields: one that it has replaced after an error can still be filled in. */
const own = new Set<string>([
  nodeName.identifier,
  nodeName.password,
  nodeName.code,
  nodeName.totpCode,
  nodeName.lookupSecret,
]);

/**
 * Returns the fields of a flow that nobody can fill in. If a web hook refuses a sign-in or a sign-up because of a
 * field that its form lacks (the address is `traits.email` for the hook, and `identifier` in a sign-in), Kratos adds
 * an empty one without a label, and leaves it in the flow.
 */
export function straysOf(nodes: UiNode[], action: string): Set<UiNode> {
  const kind = entrance.exec(action)?.[1];
  const isStray = (node: UiNode): boolean => {
    const input = inputAttributes(node);
    if (!input || node.group !== nodeGroup.common || input.type !== 'text') return false;
    if (node.meta.label || input.required || (input.value ?? '') !== '') return false;
    return isTrait(input.name) ? kind === 'login' : node.messages.length > 0 && !own.has(input.name);
  };
  return new Set(kind ? nodes.filter(isStray) : []);
}
