import type { IncomingHttpHeaders, OutgoingHttpHeaders } from 'node:http';
import { fieldsOf, objectsIn, textIn, type Fields } from '../../../shared/fields.ts';
import type { FlowKind } from '../../../shared/page.ts';
import * as nodeName from '../../../shared/flow/nodeName.ts';
import { malformedRequest } from '../../http/errors.ts';
import { fetchFlow } from '../../provider/flows.ts';
import { addressesOf, type Identities, type StoredIdentity } from '../../provider/identities.ts';
import type { BuiltRequest } from '../../provider/providerRequest.ts';
import { codeAccountKey } from '../../security/limits/accountKey.ts';
import { distinct } from '../../security/limits/distinct.ts';
import type { FormFields } from '../../security/limits/formFields.ts';
import type { HeldAnswer } from '../forward/heldAnswer.ts';
import { fieldsIn } from './answers.ts';

/** A form of a flow. */
export interface FlowForm {
  kind: FlowKind;
  /** The flow's id. */
  flow: string;
  fields: FormFields;
}

const provingKinds: ReadonlySet<FlowKind> = new Set(['login', 'recovery', 'verification']);

/** Makes a call to the upstream on behalf of the browser. @param headers sent to the upstream */
export type Send = (request: BuiltRequest, headers: OutgoingHttpHeaders) => Promise<HeldAnswer>;

/** The fields and nodes that name the address of a code, or of an account that signs in with one. */
const addressNames: Record<string, ReadonlySet<string>> = {
  login: new Set([nodeName.identifier, nodeName.address]),
  recovery: new Set([nodeName.email, nodeName.recoveryAddress, nodeName.recoveryConfirmAddress]),
  verification: new Set([nodeName.email, nodeName.sms]),
};

/** The maximum number of addresses to look up: more than any real form names. */
export const maxAddresses = 4;

/** Reads the flow that a form belongs to, with the browser's rights, and the status of that answer. */
export async function readFlow(
  { kind, flow }: Pick<FlowForm, 'kind' | 'flow'>,
  { cookie }: IncomingHttpHeaders,
  send: Send,
): Promise<{ status: number; fields: Fields }> {
  const answer = await send(fetchFlow[kind](flow), {
    accept: 'application/json',
    ...(cookie !== undefined && { cookie }),
  });
  return { status: answer.statusCode, fields: answer.statusCode === 200 ? fieldsIn(answer) : {} };
}

/** Reads the flow that a form belongs to; no fields if the browser may not see it. */
export const flowOf = async (...of: Parameters<typeof readFlow>): Promise<Fields> =>
  (await readFlow(...of)).fields;

const namesAddress = ({ kind }: FlowForm, name: string): boolean => addressNames[kind]?.has(name) === true;

const typedAddresses = (form: FlowForm): string[] =>
  [...form.fields].flatMap(([name, values]) => (namesAddress(form, name) ? values : []));

const shownAddresses = (form: FlowForm, flow: Fields): string[] =>
  objectsIn(fieldsOf(flow.ui).nodes).flatMap(({ attributes }) => {
    const { name, value } = fieldsOf(attributes);
    return namesAddress(form, textIn(name) ?? '') ? [textIn(value) ?? ''] : [];
  });

/** Whether a form submits a mailed code or the token of a mailed link. A link with a code only fills the form in. */
export const isProof = (form: FlowForm, method: string): boolean =>
  provingKinds.has(form.kind) &&
  (form.fields.has(nodeName.token) || (method === 'POST' && form.fields.has(nodeName.code)));

/**
 * Returns the addresses that a form may prove. In a verification it is the one that the flow has mailed a code to:
 * the provider ignores an address sent with a code there.
 *
 * @param headers those that the upstream gets
 * @throws PortalError 400 for a form that names more than any real one
 */
export async function provedAddresses(
  form: FlowForm,
  { headers, send }: { headers: IncomingHttpHeaders; send: Send },
): Promise<string[]> {
  const typed = form.kind === 'verification' ? [] : typedAddresses(form);
  const shown = form.kind === 'login' ? [] : shownAddresses(form, await flowOf(form, headers, send));
  const named = distinct([...typed, ...shown].filter((address) => address.trim() !== ''));
  if (named.length > maxAddresses) throw malformedRequest('The form names several accounts.');
  // Kratos finds a telephone number in international form alone
  return distinct(named.map(codeAccountKey));
}

/** Finds the accounts that sign in with one of these addresses. */
export async function accountsWith(
  addresses: readonly string[],
  identities: Identities,
): Promise<StoredIdentity[]> {
  const found = await Promise.all(addresses.map((address) => identities.find(address)));
  const accounts = found.filter((one) => one !== undefined);
  return [...new Map(accounts.map((one) => [one.id, one])).values()];
}

/** Whether an address of an account is not verified. */
export const isUnproved = (account: StoredIdentity): boolean => addressesOf(account, false).length > 0;
