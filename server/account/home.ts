import type { Session } from '@ory/client';
import { classify } from '../../shared/flow/classify.ts';
import { fetchFlow } from '../upstreams/flows.ts';
import { forgetChange, readChange, sentChange } from '../security/cookies/changeCookie.ts';
import { alreadyVerified, signedInAlready } from '../security/cookies/notices.ts';
import { ownCookie } from '../security/cookies/ownCookie.ts';
import * as nodeGroup from '../../shared/flow/nodeGroup.ts';
import { identifiersOf, signInAddress, unverifiedAddress, type Visitor } from '../upstreams/session.ts';
import { fieldsOf, objectsIn, textIn } from '../../shared/fields.ts';
import { isSocial } from '../../shared/flow/methods.ts';
import type { BrowserCookies } from '../security/cookies/browserCookies.ts';
import { saysLink } from '../../shared/flow/lasting.ts';
import type { OwnCredentials } from '../../shared/credentials.ts';
import type { ReadCredentials } from '../upstreams/credentials.ts';
import type { Provider } from '../upstreams/provider.ts';
import { isRecovery } from '../upstreams/trust.ts';
import { codeUrl } from './codeUrl.ts';
import { ownCredentials } from './ownCredentials.ts';
import { mailForm } from './mailForm.ts';
import { passkeyOffer } from './passkeyOffer.ts';
import type { PageProps } from '../../shared/page.ts';
import { secondsAfterSignIn } from '../../shared/sessions.ts';
import type { Loader, Visit } from '../pages/loader.ts';
import { pageUrl } from '../urls/paths.ts';

/** Whether the visitor has just created the passkey that this page offered. */
async function hasAddedPasskey({ kratos, cookie, settings: { PORTAL_URL } }: Visit): Promise<boolean> {
  const sent = sentChange(cookie, PORTAL_URL);
  if (sent?.change !== 'passkey' || sent.stage !== 'answered') return false;
  const outcome = classify('settings', await kratos.answer(fetchFlow.settings(sent.flow), { cookie }));
  return outcome.kind === 'flow' && readChange(cookie, outcome.flow, PORTAL_URL) !== undefined;
}

/** Whether a second factor was used to sign in. */
const usedSecondFactor = (session: Session): boolean =>
  session.authenticator_assurance_level === 'aal2' &&
  // one that was set up later raises the level, too
  objectsIn(session.authentication_methods).some(
    (given) => given.aal === 'aal2' && !(secondsAfterSignIn(given, session) > 0),
  );

/** Whether an account has no second factor. */
const hasNoSecondFactor = ({ totpSince, backupCodes, securityKeys }: OwnCredentials): boolean =>
  totpSince === undefined && backupCodes === undefined && securityKeys === 0;

/** Returns what a session says about itself, and what its account has. @param has its credentials, if they are known */
function sessionFacts(session: Session, has: OwnCredentials | undefined): PageProps['home']['session'] {
  const address = signInAddress(session);
  const verifiable = session.identity?.verifiable_addresses ?? [];
  const isUsed = usedSecondFactor(session);
  // a session keeps its level
  const isOff = isUsed && has !== undefined && hasNoSecondFactor(has);
  return {
    isVerified: verifiable.find(({ value }) => value === address)?.verified,
    secondFactor: isOff ? 'off' : isUsed ? 'used' : 'unused',
    signedInAt: session.authenticated_at,
  };
}

/** Returns the service whose account the visitor has just linked by signing in: the session then has both. */
function linkedService(
  who: Visitor,
  lasting: BrowserCookies['lasting'],
  header: string | undefined,
): string | undefined {
  const methods = who.kind === 'signedIn' ? (who.session.authentication_methods ?? []) : [];
  const isLinked = methods.length > 1 && methods.some(({ method }) => method && isSocial(method));
  const { provider, duplicateIdentifier } = fieldsOf(lasting.read(header)?.messages.find(saysLink)?.context);
  // somebody else may have begun to link theirs in this browser
  const isOwn =
    who.kind === 'signedIn' && identifiersOf(who.session).some((one) => one === duplicateIdentifier);
  return isLinked && isOwn ? textIn(provider) : undefined;
}

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;

/** Says that a new account has been welcomed: longer than its session is new. */
const welcomed = ownCookie('portal_welcomed', minute / second);

/** How long Kratos takes from creating an account to beginning its session, at most. */
const signUpMs = 5 * second;

/**
 * How long somebody takes from a sign-up to the first sign-in, at most: as long as the verification of the address may take.
 */
const firstSignInMs = hour;

/** Returns how old an account was when its session began, in milliseconds; undefined if that was more than a moment ago. */
function ageAtSignIn({ authenticated_at = '', identity }: Session): number | undefined {
  const begunAt = Date.parse(authenticated_at);
  return Date.now() - begunAt < minute ? begunAt - Date.parse(identity?.created_at ?? '') : undefined;
}

/** Whether a sign-up may itself begin a session: by a mailed code or with a social account. */
const maySignUp = ({ authentication_methods = [] }: Session): boolean =>
  authentication_methods.some(({ method }) => method && (method === nodeGroup.code || isSocial(method)));

/**
 * Whether a session is the first one of a new account, and whether it has just begun with the sign-up itself: Kratos tells
 * neither, so their times do.
 */
function welcomeOf(who: Visitor, cookie: string | undefined, portalUrl: string) {
  if (who.kind !== 'signedIn' || welcomed.read(cookie, portalUrl) !== undefined) return {};
  const age = ageAtSignIn(who.session) ?? Infinity;
  return {
    ...(age < firstSignInMs && { isNew: true }),
    ...(age < signUpMs && maySignUp(who.session) && { registered: true }),
  };
}

/** Whether a session's user has just given a backup code. */
function usedBackupCode({ authentication_methods = [] }: Session): boolean {
  const last = objectsIn(authentication_methods).at(-1);
  return (
    last?.method === nodeGroup.lookupSecret &&
    Date.now() - Date.parse(textIn(last.completed_at) ?? '') < minute
  );
}

/** Reads the visitor's credentials if the page has to say something of them; most visits need no further call. */
async function credentialsOf(
  who: Visitor,
  read: ReadCredentials | undefined,
): Promise<OwnCredentials | undefined> {
  if (who.kind !== 'signedIn' || !read) return undefined;
  const { session } = who;
  return usedSecondFactor(session) || usedBackupCode(session) ? ownCredentials(read, who) : undefined;
}

/** Whether the visitor has just set the new password that a recovery asks for. */
function hasNewPassword(who: Visitor, { cookie, settings: { PORTAL_URL } }: Visit): boolean {
  const { change, stage } = sentChange(cookie, PORTAL_URL) ?? {};
  const methods = who.kind === 'signedIn' ? (who.session.authentication_methods ?? []) : [];
  const isRecovered = methods.some(({ method }) => method && isRecovery(method));
  return isRecovered && change === 'password' && stage === 'seen';
}

/**
 * `GET /`: links to the apps and the customer portal, signed in or not, and the next step of a signed-in user: to verify the
 * address, or else to create a passkey.
 */
export const home =
  ({
    lasting,
    awaitedCode,
    credentials,
  }: Pick<BrowserCookies, 'lasting' | 'awaitedCode'> & Pick<Provider, 'credentials'>): Loader =>
  async (visit) => {
    const { settings, visitor, url } = visit;
    const who = await visitor();
    const { kind } = who;
    const unverified = visit.flowsOff.isOff('verification') ? undefined : unverifiedAddress(who);
    if (kind === 'secondFactor') return { redirect: pageUrl('/login', { aal: 'aal2', return_to: url }) };
    const passkeyAdded = kind === 'signedIn' && (await hasAddedPasskey(visit));
    const linked = linkedService(who, lasting, visit.cookie);
    const already = kind === 'signedIn' && signedInAlready.isIn(visit.cookie, settings.PORTAL_URL);
    const isVerified = kind === 'signedIn' && alreadyVerified.isIn(visit.cookie, settings.PORTAL_URL);
    const newPassword = hasNewPassword(who, visit);
    const has = await credentialsOf(who, credentials);
    const isBackupCode = who.kind === 'signedIn' && usedBackupCode(who.session);
    const welcome = welcomeOf(who, visit.cookie, settings.PORTAL_URL);
    const mail = await mailForm(visit, unverified === undefined ? [] : [unverified]);
    // one step at a time: the address comes first
    const passkey = mail.form ? {} : await passkeyOffer(visit);
    const props = {
      ...(settings.ANDROID_APP_URL !== undefined && { androidAppUrl: settings.ANDROID_APP_URL }),
      ...(settings.IOS_APP_URL !== undefined && { iosAppUrl: settings.IOS_APP_URL }),
      ...(kind === 'unknown' && { unreachable: true }),
      ...(visit.flowsOff.isOff('registration') && { signUpOff: true }),
      ...(unverified !== undefined &&
        mail.form && {
          unverified: {
            address: unverified,
            form: mail.form,
            ...(await codeUrl('verification', undefined, visit, { awaitedCode })),
          },
        }),
      ...(who.kind === 'signedIn' && { session: sessionFacts(who.session, has) }),
      ...(passkey.offer && { passkeyOffer: passkey.offer }),
      ...(passkeyAdded && { passkeyAdded }),
      ...(linked !== undefined && { linked }),
      ...(already && { already }),
      ...(isVerified && { isVerified }),
      ...(newPassword && { hasNewPassword: true }),
      ...(isBackupCode && { backupCode: { left: has?.backupCodes?.left } }),
      ...welcome,
    };
    const cookies = [
      ...(mail.setCookie ?? passkey.setCookie ?? []),
      ...(passkeyAdded || newPassword ? [forgetChange(settings.PORTAL_URL)] : []),
      ...(linked === undefined ? [] : [lasting.expired]),
      ...(already ? [signedInAlready.clear(settings.PORTAL_URL)] : []),
      ...(isVerified ? [alreadyVerified.clear(settings.PORTAL_URL)] : []),
      ...(welcome.isNew ? [welcomed.keep('1', settings.PORTAL_URL)] : []),
    ];
    return { page: { name: 'home', props }, setCookie: cookies };
  };
