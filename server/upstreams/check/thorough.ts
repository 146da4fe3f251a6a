import { randomBytes } from 'node:crypto';
import { fieldsOf, textIn } from '../../../shared/fields.ts';
import { isHttps } from '../../http/isHttps.ts';
import { isSecure } from '../../security/cookies/cookieHeaders.ts';
import { askedHooks } from './askedHooks.ts';
import type { Check } from './checkProvider.ts';
import type { CheckCall } from './checkedKratos.ts';
import { danger, notice, type Finding } from './finding.ts';
import { identitiesOf, remove } from './identities.ts';
import { mailedCodes } from './mailedCodes.ts';
import { recoveryAddresses } from './recoveryAddresses.ts';
import { returnUrls } from './returnUrls.ts';
import { frontendRequests, identityRequests } from '../requests.ts';
import { throwawayTraits } from './throwawayTraits.ts';

/** Whether a registration has created an account, and opened a session. */
interface Registered {
  status: number;
  account: boolean;
  session: boolean;
  /** Whether the portal was asked, and has marked the account. */
  marked?: boolean;
}

/** Registers as an app does. @returns undefined if nobody can register */
async function register(call: CheckCall, traits: object, password: string): Promise<Registered | undefined> {
  const started = await call(frontendRequests.createNativeRegistrationFlow());
  const flow = textIn(fieldsOf(started.body).id);
  if (started.status !== 200 || flow === undefined) return undefined;
  const form = { method: 'password', traits, password } as const;
  const { status, body } = await call(frontendRequests.updateRegistrationFlow(flow, form));
  const { identity, session, session_token: token } = fieldsOf(body);
  return {
    status,
    account: status === 200 && textIn(fieldsOf(identity).id) !== undefined,
    session: textIn(token) !== undefined || textIn(fieldsOf(session).id) !== undefined,
  };
}

/** Passwords that Kratos must refuse; random unless they are common. */
const weakPasswords = (): [what: string, password: string][] => [
  ['of 7 characters', randomBytes(6).toString('base64url').slice(0, 7)],
  ['that is among the most common ones (password123)', 'password123'],
];

/** Checks whether a registration opens a session before the address is proved, and which passwords it accepts. */
const registration: Check = async ({ callPublic, callAdmin }, address) => {
  if (!callAdmin) return [];
  const schemas = await callPublic(identityRequests.listIdentitySchemas());
  const findings: Finding[] = [];
  const attempt = async (what: string, password: string): Promise<Registered | undefined> => {
    const own = `${what}-${address}`;
    const throwaway = throwawayTraits(schemas.body, own);
    if (!throwaway) return undefined;
    let registered: Registered | undefined;
    try {
      registered = await register(callPublic, throwaway.traits, password);
      return registered;
    } finally {
      for (const { id, hasRecord } of await identitiesOf(callAdmin, own)) {
        if (registered) registered.marked = hasRecord;
        if (!(await remove(callAdmin, id)))
          findings.push(notice(`The identity ${id} of this check could not be deleted.`));
      }
    }
  };
  for (const [at, [what, password]] of weakPasswords().entries()) {
    const answer = await attempt(`weak${at}`, password);
    if (answer?.account) findings.push(danger(`Kratos accepts a password ${what}.`));
  }
  const answer = await attempt('new', randomBytes(24).toString('base64url'));
  if (answer?.account && !answer.marked)
    findings.push(
      danger(
        'Kratos does not ask the portal about registrations: put its web hook, with `response: { parse: true }`, first into selfservice.flows.registration.after.password.hooks, and of each other method.',
      ),
    );
  if (answer?.session)
    findings.push(
      danger(
        'A registration opens a session before its address is proved. Remove Kratos’ session hook after registration.',
      ),
    );
  else if (answer && !answer.account)
    findings.push(notice(`Whether a registration gives a session could not be checked (${answer.status}).`));
  return findings;
};

/** Checks whether Kratos sends cookies over plain http although the portal is on https. */
const secureCookies: Check = async ({ callPublic }, _address, { PORTAL_URL }) => {
  if (!isHttps(PORTAL_URL)) return [];
  const { headers } = await callPublic(frontendRequests.createBrowserLoginFlow());
  return [headers['set-cookie'] ?? []].flat().every(isSecure)
    ? []
    : [
        danger(
          'Kratos’ cookies are not Secure: it runs in development mode (--dev, or dev in its configuration). The portal adds Secure, but clients that call Kratos directly get them without it.',
        ),
      ];
};

/** The checks that only an operator starts: their registrations may make Kratos try to mail a reserved domain. */
export const thorough: Check[] = [
  registration,
  askedHooks,
  mailedCodes,
  recoveryAddresses,
  returnUrls,
  secureCookies,
];
