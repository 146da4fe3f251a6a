import { fieldsOf, objectsIn, textIn } from '../../shared/fields.ts';
import { jsonIn } from '../http/jsonIn.ts';

/** Returns the verification that an answer in JSON goes on with: its id and its address, as far as Kratos names them. */
export function shownVerification(body: Buffer | undefined): {
  id: string | undefined;
  address: string | undefined;
} {
  const next = objectsIn(fieldsOf(jsonIn(body)).continue_with);
  const flow = fieldsOf(next.find(({ action }) => action === 'show_verification_ui')?.flow);
  return { id: textIn(flow.id), address: textIn(flow.verifiable_address) };
}
