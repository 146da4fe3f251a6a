import { randomBytes } from 'node:crypto';
import { type Fields, fieldsOf, objectsIn, textIn } from '../../../shared/fields.ts';
import { isHttps } from '../../http/isHttps.ts';
import { isSecure } from '../../security/cookies/cookieHeaders.ts';
import { askedHooks } from './askedHooks.ts';
import type { Check } from './checkProvider.ts';
import type { CheckCall } from './checkedKratos.ts';
import { danger, type Finding, notice } from './finding.ts';
import { identitiesOf, remove } from './identities.ts';
import { frontendRequests, identityRequests } from '../requests.ts';
import { throwawayTraits } from './throwawayTraits.ts';
import { extensionOf, maxDepth, traitsIn } from '../identitySchema.ts';

/** Checks whether a mailed code can sign in: without it, nobody can go on after a sign-in that the portal refused. */
export const mailedCodes: Check = async ({ callPublic }) => {
  const { status, body } = await callPublic(frontendRequests.createNativeLoginFlow());
  const groups = objectsIn(fieldsOf(fieldsOf(body).ui).nodes).map(({ group }) => group);
  if (status !== 200) return [notice(`Whether mailed codes sign in could not be checked (${status}).`)];
  // the first of two steps shows no method
  if (groups.includes('code') || groups.includes('identifier_first')) return [];
  return [
    notice(
      'Mailed codes do not sign in: whoever has not proved their address cannot go on after a refused sign-in. Set selfservice.methods.code.enabled and passwordless_enabled to true, and `code: { identifier: true, via: email }` among the credentials of the address.',
    ),
  ];
};

/**
 * Made-up hosts that only a wildcard allows: Kratos compares the ends of hosts. The first is nobody's (RFC 2606, section 2).
 */
const madeUpHosts = (host: string): string[] => ['portal-check.invalid', `portal-check.${host}`];

/** Checks whether Kratos’ `allowed_return_urls` allows hosts that it does not name. */
export const returnUrls: Check = async ({ callPublic }, _address, { PORTAL_URL }) => {
  const { protocol, host } = new URL(PORTAL_URL);
  for (const madeUp of madeUpHosts(host)) {
    const returnTo = `${protocol}//${madeUp}/`;
    const { status, body } = await callPublic(
      frontendRequests.createBrowserLoginFlow(undefined, undefined, returnTo),
    );
    if (status === 200 && fieldsOf(body).return_to === returnTo)
      return [
        danger(
          `Kratos returns to ${returnTo} after a sign-in: whoever controls such a host can take over sign-ins of apps. Remove the wildcard from selfservice.allowed_return_urls, and name each host.`,
        ),
      ];
  }
  return [];
};

/** Finds the traits whose address recovers the account, and is never verified. */
function unverifiedIn(schema: Fields, place: string, depth = 0): string[] {
  if (depth > maxDepth) return [];
  const { recovery, verification } = extensionOf(schema);
  const own = fieldsOf(recovery).via !== undefined && fieldsOf(verification).via === undefined ? [place] : [];
  const inItems = schema.items === undefined ? [] : unverifiedIn(fieldsOf(schema.items), place, depth + 1);
  const inProperties = Object.entries(fieldsOf(schema.properties)).flatMap(([name, trait]) =>
    unverifiedIn(fieldsOf(trait), `${place}.${name}`, depth + 1),
  );
  return [...own, ...inItems, ...inProperties];
}

/** Checks whether an address can recover an account without ever having been verified. */
export const recoveryAddresses: Check = async ({ callPublic }) => {
  const { body } = await callPublic(identityRequests.listIdentitySchemas());
  return objectsIn(body).flatMap(({ id, schema }) =>
    unverifiedIn(traitsIn(schema), 'traits').map((place) =>
      danger(
        `An address in ${place} (identity schema ${textIn(id) ?? ''}) recovers an account, and nobody has to prove it: add \`verification: { via: email }\` beside its \`recovery\`.`,
      ),
    ),
  );
};

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
