import type { UiNode } from '@ory/client';
import { inputAttributes } from './inputAttributes.ts';
import * as nodeGroup from './nodeGroup.ts';
import * as nodeName from './nodeName.ts';

/** The flows before whose end a web hook can refuse. */
const entrance = /\/self-service\/(login|registration)(?:[/?]|$)/;

/** A field of the identity schema: a sign-in has none, a sign-up may have one without a title. */
const isTrait = (name: string): boolean => name.startsWith('traits.');

/** The provider's own fields: one that it has replaced after an error can be filled in all the same. */
const own = new Set<string>([
  nodeName.identifier,
  nodeName.password,
  nodeName.code,
  nodeName.totpCode,
  nodeName.lookupSecret,
]);

/**
 * The fields of a flow that nobody can fill in. Where a web hook refuses a sign-in or a sign-up because of a field that its form
 * lacks (the address is `traits.email` for the hook, and `identifier` in a sign-in), Kratos invents an empty one without a label, and
 * leaves it in the flow.
 *
 * @param action the form's action
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
