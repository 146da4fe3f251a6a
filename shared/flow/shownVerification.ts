import { fieldsOf, objectsIn, textIn } from '../fields.ts';

/**
 * Returns the verification that a JSON answer goes on with, after which a code has been mailed: its id and its address, as far
 * as Kratos names them; undefined if it goes on with none.
 */
export function shownVerification(
  body: unknown,
): { id: string | undefined; address: string | undefined } | undefined {
  const next = objectsIn(fieldsOf(body).continue_with);
  const found = next.find(({ action }) => action === 'show_verification_ui');
  const flow = fieldsOf(found?.flow);
  return found && { id: textIn(flow.id), address: textIn(flow.verifiable_address) };
}
