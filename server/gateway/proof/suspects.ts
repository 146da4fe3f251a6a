import type { IncomingHttpHeaders } from 'node:http';
import { fieldsOf, objectsIn, textIn } from '../../../shared/fields.ts';
import type { FlowKind } from '../../../shared/page.ts';
import * as nodeName from '../../../shared/flow/nodeName.ts';
import { addressesOf, type Identities, type StoredIdentity } from '../../provider/identities.ts';
import type { FormFields } from '../../security/limits/formFields.ts';
import type { HeldAnswer, HeldCall } from '../forward/heldAnswer.ts';
import { fieldsIn } from './answers.ts';

/** A form of a flow. */
export interface FlowForm {
  kind: FlowKind;
  /** The flow's id. */
  flow: string;
  fields: FormFields;
}

const provingKinds: ReadonlySet<FlowKind> = new Set(['login', 'recovery', 'verification']);

/** Makes a call of the upstream on behalf of the browser. */
export type Send = (call: HeldCall) => Promise<HeldAnswer>;

/** The fields and nodes that name the address of a code. */
const addressNames: ReadonlySet<string> = new Set([
  nodeName.identifier,
  nodeName.address,
  nodeName.email,
  nodeName.sms,
  nodeName.recoveryAddress,
  nodeName.recoveryConfirmAddress,
]);

/** How many addresses are looked up at most: more than any form names. */
const maxAddresses = 4;

/** The flow that a form belongs to, as the browser may see it; no fields if it may not. */
export async function flowOf(
  { kind, flow }: Pick<FlowForm, 'kind' | 'flow'>,
  { cookie }: IncomingHttpHeaders,
  send: Send,
): Promise<ReturnType<typeof fieldsIn>> {
  const answer = await send({
    method: 'GET',
    path: `/self-service/${kind}/flows?id=${encodeURIComponent(flow)}`,
    headers: { accept: 'application/json', ...(cookie !== undefined && { cookie }) },
    body: Buffer.alloc(0),
  });
  return answer.statusCode === 200 ? fieldsIn(answer) : {};
}

/** The addresses in the fields of a form, and in the nodes of its flow. */
function addressesIn(fields: FormFields, flow: ReturnType<typeof fieldsIn>): string[] {
  const typed = [...fields].flatMap(([name, values]) => (addressNames.has(name) ? values : []));
  const shown = objectsIn(fieldsOf(flow.ui).nodes).flatMap(({ attributes }) => {
    const { name, value } = fieldsOf(attributes);
    return addressNames.has(textIn(name) ?? '') ? [textIn(value) ?? ''] : [];
  });
  const normalised = [...typed, ...shown].map((address) => address.trim().toLowerCase());
  return [...new Set(normalised.filter((address) => address !== ''))].slice(0, maxAddresses);
}

/** Whether a form submits a mailed code or the token of a mailed link. A link with a code only fills the form in. */
export const isProof = (form: FlowForm, method: string): boolean =>
  provingKinds.has(form.kind) &&
  (form.fields.has(nodeName.token) || (method === 'POST' && form.fields.has(nodeName.code)));

/**
 * The addresses that a form may prove: those that it names itself, and those that its flow has asked for.
 *
 * @param headers those that the upstream gets
 */
export async function provedAddresses(
  form: FlowForm,
  { headers, send }: { headers: IncomingHttpHeaders; send: Send },
): Promise<string[]> {
  return addressesIn(form.fields, form.kind === 'login' ? {} : await flowOf(form, headers, send));
}

/** The accounts among those with these addresses of which an address is not verified. */
export async function unprovedAmong(
  addresses: readonly string[],
  identities: Identities,
): Promise<StoredIdentity[]> {
  const found = await Promise.all(addresses.map((address) => identities.find(address)));
  const unproved = found.filter((one) => one !== undefined && addressesOf(one, false).length > 0);
  return [...new Map(unproved.map((one) => [one?.id, one])).values()].filter((one) => one !== undefined);
}
