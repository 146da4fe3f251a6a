import { randomBytes } from 'node:crypto';
import { fieldsOf, objectsIn, textIn } from '../../../shared/fields.ts';
import { addressNotVerified, confirmByCode } from '../../../shared/flow/messageId.ts';
import type { CheckCall, CheckedKratos } from './checkedKratos.ts';
import { danger, notice, type Finding } from './finding.ts';
import { identitiesOf, remove } from './identities.ts';
import { frontendRequests, identityRequests } from '../requests.ts';
import type { ProviderAnswer } from '../transport.ts';
import { throwawayTraits } from './throwawayTraits.ts';

/** An older identity, in milliseconds, was left by an unfinished check; a younger one may belong to a running one. */
const leftoverMs = 10 * 60 * 1000;

/** The error with which Kratos refuses a user whose address is unproved. */
const addressRequired = 'session_verified_address_required';

/** How the reasons begin that only a Kratos gives that requires a proved address: about `nowhere`, or no address at all. */
const reasonsToRefuse = ['Requested return_to URL', 'A misconfiguration prevents login.'];

/**
 * The verification's `return_to`, which Kratos must refuse. From v25 on, a Kratos that requires a proved address
 * mails a code to anybody who signs in without one; this `return_to` makes it refuse the verification before anything
 * is mailed, and does not affect the sign-in itself.
 */
const nowhere = 'https://portal-check.invalid/';

/** Who has decided about a sign-in: the portal, nobody, Kratos by itself, or somebody who gives no usable answer. */
type Decider = 'portal' | 'nobody' | 'kratos' | 'unanswered' | 'unknown';

function deciderOf({ status, body }: ProviderAnswer): Decider {
  const { session, session_token: token, error, ui } = fieldsOf(body);
  if (status === 200 && (textIn(token) !== undefined || textIn(fieldsOf(session).id) !== undefined))
    return 'nobody';
  if (status < 400) return 'unknown';
  const { id, reason } = fieldsOf(error);
  const messages = objectsIn(fieldsOf(ui).messages);
  if (messages.some((message) => message.id === confirmByCode)) return 'portal';
  const reasons = [reason, ...messages.map(({ context }) => fieldsOf(context).reason)];
  const isKratos =
    id === addressRequired ||
    messages.some((message) => message.id === addressNotVerified) ||
    reasons.some((text) => reasonsToRefuse.some((start) => textIn(text)?.startsWith(start)));
  if (isKratos) return 'kratos';
  return status >= 500 ? 'unanswered' : 'unknown';
}

const unchecked = (why: string, atStart?: 'undecided'): Finding =>
  notice(`Whether Kratos asks the portal before a sign-in could not be checked: ${why}.`, atStart);

/** The finding of a call that the check needs. Errors of the server may pass. */
const failed = (call: string, { status }: ProviderAnswer): Finding =>
  unchecked(`${call} answered ${status}`, status >= 500 ? 'undecided' : undefined);

const where = 'docs/operating.md lists the web hooks that it needs';

/** What is wrong with a decision; nothing if it is the portal's. */
const findingsOf: Record<Decider, (status: number) => Finding[]> = {
  portal: () => [],
  nobody: () => [
    danger(
      `An unproved address signs in: whoever registers somebody else’s address first keeps access to the account. Kratos does not ask the portal: ${where}.`,
      'refused',
    ),
  ],
  kratos: () => [
    notice(
      `Kratos refuses an unproved address by itself, before it asks the portal, so that nobody can confirm it: remove require_verified_address from its hooks after a login; ${where}.`,
      'refused',
    ),
  ],
  unanswered: (status) => [
    notice(
      `A sign-in was answered with ${status}: Kratos gets no answer from the portal, and signs nobody in. Check the URLs of its web hooks, and that their key is KRATOS_HOOKS_KEY.`,
      'undecided',
    ),
  ],
  unknown: (status) => [unchecked(`the sign-in was answered with ${status}`)],
};

/** Signs in as an app does. @returns what is wrong with the answer */
async function signIn(call: CheckCall, identifier: string, password: string): Promise<Finding[]> {
  const started = await call(frontendRequests.createNativeLoginFlow());
  const flow = textIn(fieldsOf(started.body).id);
  if (flow === undefined) return [failed('GET /self-service/login/api', started)];
  const [token, cookie]: undefined[] = [];
  const form = { method: 'password', identifier, password } as const;
  const options = { params: { return_to: nowhere } };
  const answer = await call(frontendRequests.updateLoginFlow(flow, form, token, cookie, options));
  return findingsOf[deciderOf(answer)](answer.status);
}

/** Deletes the leftovers of an earlier check with this address. @returns whether another check may be running */
async function hasRival(callAdmin: CheckCall, address: string): Promise<boolean> {
  const found = await identitiesOf(callAdmin, address);
  const isLeft = ({ createdAt }: { createdAt: number }): boolean => Date.now() - createdAt > leftoverMs;
  for (const { id } of found.filter(isLeft)) await remove(callAdmin, id);
  return !found.every(isLeft);
}

/**
 * Checks whether Kratos asks the portal before it signs somebody in: creates an identity with an unproved address and a
 * password that nobody knows, tries to sign in, which the portal must refuse, and deletes it. Nothing is mailed.
 *
 * @param address in a reserved domain (RFC 2606, section 2); the same one for checks that must not run concurrently
 * @returns the findings; none if all is well
 * @throws PortalError 502 or 504 if Kratos does not answer
 */
export async function unprovedSignIn(
  { callPublic, callAdmin }: CheckedKratos,
  address: string,
): Promise<Finding[]> {
  if (!callAdmin)
    return [
      notice(
        'KRATOS_ADMIN_URL is not set: the portal cannot decide who is signed in, and whether Kratos asks it cannot be checked.',
      ),
    ];
  const schemas = await callPublic(identityRequests.listIdentitySchemas());
  if (schemas.status !== 200) return [failed('GET /schemas', schemas)];
  const throwaway = throwawayTraits(schemas.body, address);
  if (!throwaway)
    return [
      unchecked('no identity schema has an address that is verified by mail and signs in with a password'),
    ];

  const rival = notice('Another check of the provider is running.', 'busy');
  if (await hasRival(callAdmin, address)) return [rival];
  const password = randomBytes(24).toString('base64url');
  const made = await callAdmin(
    identityRequests.createIdentity({
      schema_id: throwaway.schemaId,
      traits: throwaway.traits,
      credentials: { password: { config: { password } } },
    }),
  );
  if (made.status === 409) return [rival];
  const id = textIn(fieldsOf(made.body).id);
  if (made.status !== 201 || id === undefined) return [failed('POST /admin/identities', made)];

  const findings: Finding[] = [];
  try {
    findings.push(...(await signIn(callPublic, address, password)));
  } finally {
    if (!(await remove(callAdmin, id)))
      findings.push(notice(`The identity ${id} of this check could not be deleted.`));
  }
  return findings;
}
