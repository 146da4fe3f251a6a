import type { UiNode, UiNodeAttributes } from '@ory/client';
import { entriesOf, inputAttributes, isField, ownValue } from '../../shared/flow/inputAttributes.ts';
import type { FlowOf } from '../../shared/page.ts';
import { isKept, type TypedFields } from '../security/cookies/pageCookies.ts';

/**
 * Fills typed values into a settings flow's profile, or a sign-up. Passwords, and inputs that nobody types into, stay
 * as they are.
 *
 * @param typed all kept fields of the form as the browser sent it: a missing checkbox was not ticked
 */
export function fillIn<Shown extends FlowOf['settings' | 'registration']>(
  flow: Shown,
  typed: TypedFields,
): Shown {
  const values = new Map<string, string[]>();
  for (const [name, value] of typed) values.set(name, [...(values.get(name) ?? []), value]);
  const filled = (node: UiNode): UiNode => {
    const input = inputAttributes(node);
    if (!input || !isField(node) || !isKept(input.name)) return node;
    if (input.disabled || input.type === 'password') return node;
    const isBox = input.type === 'checkbox';
    if (isBox && ownValue(input) !== undefined) return node;
    const text = values.get(input.name)?.shift();
    if (text === undefined && !isBox) return node;
    // an entry that was added is in the flow already
    if (entriesOf(input.name, flow.ui.nodes).some((entry) => inputAttributes(entry)?.value === text))
      return node;
    return {
      ...node,
      attributes: { ...node.attributes, value: isBox ? text === 'true' : text } as UiNodeAttributes,
    };
  };
  return { ...flow, ui: { ...flow.ui, nodes: flow.ui.nodes.map(filled) } };
}
