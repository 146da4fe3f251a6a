import type { CheckCall } from '../../server/provider/check/checkedKratos.ts';
import { startFlow } from '../../server/provider/flows.ts';
import { fieldsOf, objectsIn, textIn, type Fields } from '../../shared/fields.ts';
import type { PlacedValue } from './unknownValues.ts';

/** The flows that begin without a session. */
const kinds = ['login', 'registration', 'recovery', 'verification'] as const;

/** The enumerated values and the messages of the flows that a running Kratos serves. */
export interface ServedFlows {
  values: PlacedValue[];
  messages: Map<number, string>;
}

/**
 * Begins a flow of each kind, as a browser without a session does, and reads it. A flow that is turned off is skipped.
 *
 * @throws PortalError 502 or 504 if Kratos does not answer
 */
export async function servedFlows(call: CheckCall): Promise<ServedFlows> {
  const values: PlacedValue[] = [];
  const messages = new Map<number, string>();
  const place = (name: string, value: unknown): void => {
    const text = textIn(value);
    if (text !== undefined) values.push([name, text]);
  };
  const readMessage = ({ id, text, type }: Fields): void => {
    if (typeof id !== 'number') return;
    messages.set(id, textIn(text) ?? '');
    place('uiText.type', type);
  };
  for (const kind of kinds) {
    const { body } = await call(startFlow[kind]({}));
    const { state, ui } = fieldsOf(body);
    place(`${kind}FlowState`, state);
    const { nodes, messages: general } = fieldsOf(ui);
    objectsIn(general).forEach(readMessage);
    for (const node of objectsIn(nodes)) {
      const attributes = fieldsOf(node.attributes);
      place('uiNode.group', node.group);
      place('uiNode.type', node.type);
      if (node.type === 'input') place('uiNodeInputAttributes.type', attributes.type);
      [fieldsOf(node.meta).label, attributes.text, attributes.title].map(fieldsOf).forEach(readMessage);
      objectsIn(node.messages).forEach(readMessage);
    }
  }
  return { values, messages };
}
