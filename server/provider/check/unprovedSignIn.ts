import { randomBytes } from 'node:crypto';
import { fieldsOf, objectsIn, textIn } from '../../../shared/fields.ts';
import { addressNotVerified } from '../../../shared/flow/messageId.ts';
import type { CheckCall, CheckedKratos } from './checkedKratos.ts';
import { danger, notice, type Finding } from './finding.ts';
import { identitiesOf, remove } from './identities.ts';
import { frontendRequests, identityRequests } from '../requests.ts';
import type { ProviderAnswer } from '../transport.ts';
import { throwawayTraits } from './throwawayTraits.ts';

/**
 * An identity older than this, in milliseconds, was left over from an unfinished check; a younger one may belong to a
 * running check.
 */
const leftoverMs = 10 * 60 * 1000;

/** The error with which Kratos refuses a user whose address is unproved. */
const addressRequired = 'session_verified_address_required';

/**
 * The beginnings of the reasons given only by a Kratos that requires a proved address: about `nowhere`, and about an
 * identity without any address.
 */
const reasonsToRefuse = ['Requested return_to URL', 'A misconfiguration prevents login.'];

/**
 * The verification's `return_to`, which Kratos must refuse. From v25 on, a Kratos that requires a proved address
 * mails a code to anybody who signs in without one; this `return_to` makes it refuse the verification before anything
 * is mailed, and does not affect the sign-in itself.
 */
const nowhere = 'https://portal-check.invalid/';

/** Whether Kratos has opened a session, refused because of the address, or answered something else. */
function outcomeOf({ status, body }: ProviderAnswer): 'session' | 'refused' | 'unknown' {
  const { session, session_token: token, error, ui } = fieldsOf(body);
  if (status === 200 && (textIn(token) !== undefined || textIn(fieldsOf(session).id) !== undefined))
    return 'session';
  const { id, reason } = fieldsOf(error);
  const messages = objectsIn(fieldsOf(ui).messages);
  const reasons = [reason, ...messages.map(({ context }) => fieldsOf(context).reason)];
  const isRefused =
    id === addressRequired ||
    messages.some((message) => message.id === addressNotVerified) ||
    reasons.some((text) => reasonsToRefuse.some((start) => textIn(text)?.startsWith(start)));
  return status >= 400 && isRefused ? 'refused' : 'unknown';
}

/** Signs in as an app does. */
async function signIn(call: CheckCall, identifier: string, password: string): Promise<ProviderAnswer> {
  const started = await call(frontendRequests.createNativeLoginFlow());
  const flow = textIn(fieldsOf(started.body).id);
  if (flow === undefined) return started;
  const [token, cookie]: undefined[] = [];
  const form = { method: 'password', identifier, password } as const;
  const options = { params: { return_to: nowhere } };
  return call(frontendRequests.updateLoginFlow(flow, form, token, cookie, options));
}

/** Deletes the leftovers of an earlier check with this address. @returns whether another check may be running */
async function hasRival(callAdmin: CheckCall, address: string): Promise<boolean> {
  const found = await identitiesOf(callAdmin, address);
  const isLeft = ({ createdAt }: { createdAt: number }): boolean => Date.now() - createdAt > leftoverMs;
  for (const { id } of found.filter(isLeft)) await remove(callAdmin, id);
  return !found.every(isLeft);
}

const unchecked = (why: string): Finding =>
  notice(`Whether an unproved address signs in could not be checked: ${why}.`);

/**
 * Checks whether Kratos lets somebody sign in with an unproved address: creates an identity with such an address and
 * a password that nobody knows, tries to sign in, and deletes it. Nothing is mailed.
 *
 * @param address in a reserved domain (RFC 2606, section 2); the same one for checks that must not run concurrently
 * @returns the findings; none if all is well, or another replica is checking
 * @throws PortalError 502 or 504 if Kratos does not answer
 */
export async function unprovedSignIn(
  { callPublic, callAdmin }: CheckedKratos,
  address: string,
): Promise<Finding[]> {
  if (!callAdmin)
    return [
      notice(
        'KRATOS_ADMIN_URL is not set: whether an unproved address signs in cannot be checked, and credentials older than the proof of their address are not removed.',
      ),
    ];
  const schemas = await callPublic(identityRequests.listIdentitySchemas());
  if (schemas.status !== 200) return [unchecked(`GET /schemas answered ${schemas.status}`)];
  const throwaway = throwawayTraits(schemas.body, address);
  if (!throwaway) return [];

  if (await hasRival(callAdmin, address)) return [];
  const password = randomBytes(24).toString('base64url');
  const made = await callAdmin(
    identityRequests.createIdentity({
      schema_id: throwaway.schemaId,
      traits: throwaway.traits,
      credentials: { password: { config: { password } } },
    }),
  );
  if (made.status === 409) return [];
  const id = textIn(fieldsOf(made.body).id);
  if (made.status !== 201 || id === undefined)
    return [unchecked(`Kratos refused the identity for it (${made.status})`)];

  const findings: Finding[] = [];
  try {
    const answer = await signIn(callPublic, address, password);
    const outcome = outcomeOf(answer);
    if (outcome === 'session')
      findings.push(
        danger(
          'An unproved address signs in: whoever registers somebody else’s address first keeps access to the account. Kratos needs the hook require_verified_address after a sign-in, and no session hook before the address is proved.',
        ),
      );
    if (outcome === 'unknown') findings.push(unchecked(`the sign-in was answered with ${answer.status}`));
  } finally {
    if (!(await remove(callAdmin, id)))
      findings.push(notice(`The identity ${id} of this check could not be deleted.`));
  }
  return findings;
}
