import type { IncomingHttpHeaders } from 'node:http';
import { codeUsed, mailLimited, malformedRequest, rateLimited } from '../../http/errors.ts';
import type { ProviderCookies } from '../cookies/providerCookies.ts';
import { chargesFor } from './charges.ts';
import { createCounters, type AddressLimits, type Charge } from './counters.ts';
import { distinct } from './distinct.ts';
import type { FormFields } from './formFields.ts';
import { addressKey, keysWith } from './keys.ts';
import { createFormMemory } from './formMemory.ts';
import type { SettledAnswer } from './mailedAnswer.ts';
import { newSessions, sessionsIn, sessionTokenIn } from './sessions.ts';
import type { LimitStores } from './stores.ts';
import { createMailLimits } from './outgoingMails.ts';
import { readSubmission } from './submission.ts';
import type { FlowKind } from '../../../shared/page.ts';

/** The stores of the limits of forms, and the addresses for which they differ. */
export interface FormLimitsOptions {
  /** COOKIE_SECRET. */
  secret: string;
  /** Knows the session cookie. */
  cookies: ProviderCookies;
  /** The stores in which the limits count and remember. */
  stores: LimitStores;
  /** The settings' overrides for the limits by address. */
  addressLimits?: AddressLimits;
}

/**
 * Call it with the provider's answer to the form before forwarding it; undefined if there was none. It never rejects:
 * hits that a store fails to undo stay counted, and facts that it fails to remember are unknown to later forms.
 */
export type Settle = (answer: SettledAnswer | undefined) => Promise<void>;

/**
 * Counts a flow's form before the provider sees it. Rejects when a store fails, so that a form that cannot be limited
 * is refused.
 *
 * @throws PortalError 429 when a limit is reached, 400 for a used code of an authenticator app, or for a form that
 *   names more accounts, flows, methods, codes or sessions than a real one
 */
export type CountForm = (form: {
  kind: FlowKind;
  fields: FormFields;
  headers: IncomingHttpHeaders;
  /** The client's address. */
  address: string | undefined;
  /** Whether a page of another site caused it: a link that submits a flow. */
  isFromOtherSite?: boolean | undefined;
}) => Promise<Settle>;

/**
 * The maximum number of each that a form may name. A recovery with a choice of addresses names two accounts; a
 * browser may have session cookies of other Ory projects on the same site.
 */
const max = { accounts: 3, sessions: 8 };

const guessKinds: ReadonlySet<Charge['kind']> = new Set([
  'password',
  'factor',
  'code',
  'link',
  'stepUp',
  'form',
]);

const settled = async (work: readonly Promise<void>[]): Promise<void> => {
  await Promise.allSettled(work);
};

/**
 * Creates the limits on guessing and on mail. Only failures count: a form that yields a session, or that the provider
 * fails to answer, is undone. An account's limits across addresses do not apply at addresses from which its owner has
 * signed in before, so that strangers cannot lock the owner out there.
 */
export function createFormLimits({ secret, cookies, stores, addressLimits }: FormLimitsOptions): CountForm {
  const keyOf = keysWith(secret);
  const counters = createCounters(stores.counter, addressLimits);
  const memory = createFormMemory(stores.memory);
  const mailLimits = createMailLimits({ keyOf, memory, counters });

  const sessionKeys = (sessions: readonly string[]): string[] =>
    sessions.map((session) => keyOf('session', session));

  return async ({ kind, fields, headers, address: clientAddress, isFromOtherSite = false }) => {
    const form = readSubmission(kind, fields);
    // following another site's link must not use up one's own tries
    const requestSessions = isFromOtherSite ? [] : sessionsIn(headers, cookies);
    if (!form.isClear || form.accounts.length > max.accounts || requestSessions.length > max.sessions)
      throw malformedRequest('The form can be understood in more than one way.');
    const address = addressKey(keyOf, clientAddress, isFromOtherSite);
    const accountAtAddress = (account: string): string => keyOf('place', account, address);
    const flows = form.flows.map((id) => keyOf('flow', id));
    const sessions = sessionKeys(requestSessions);
    const formAccounts = form.accounts.map((account) => keyOf('account', account));
    const accounts = distinct([...formAccounts, ...(await memory.accountsOf([...flows, ...sessions]))]);
    // a second factor only counts for the session's accounts: otherwise strangers could name an account and use up
    // its attempts
    const factorAccounts = distinct(await memory.accountsOf(sessions));
    const mails = await mailLimits.due(form);
    const recipients = mails.map(({ to }) => keyOf('account', to));
    const trusted = await memory.trustedAmong(distinct([...accounts, ...recipients]).map(accountAtAddress));
    const addresses = isFromOtherSite ? [] : [address];
    const keys = { addresses, flows, sessions, accountAtAddress, trusted };

    const attempts = [
      ...chargesFor('form', accounts, keys),
      ...form.guesses.flatMap((guess) =>
        chargesFor(guess, guess === 'factor' ? factorAccounts : accounts, keys),
      ),
    ];
    const outgoing = await mailLimits.outgoing(form, mails, keys, factorAccounts);
    const stepUp = form.startsStepUp ? chargesFor('stepUp', factorAccounts, keys) : [];
    const counted = await counters.count([...attempts, ...outgoing.charges, ...stepUp]);
    if ('waitSeconds' in counted)
      throw (guessKinds.has(counted.reached.kind) ? rateLimited : mailLimited)(counted.waitSeconds);

    const codes = form.totpCodes.flatMap((code) =>
      [...factorAccounts, ...sessions].map((subject) => keyOf('totp', subject, code)),
    );
    if (!(await memory.takeCodes(codes))) throw codeUsed();
    await memory.link(flows, formAccounts);

    return (answer) => {
      if (answer === undefined || (answer.statusCode ?? 0) >= 500)
        return settled([counted.undo(attempts), outgoing.settle(undefined), memory.returnCodes(codes)]);
      const token = kind === 'login' ? sessionTokenIn(answer.body) : undefined;
      const started = [...newSessions(answer.headers, cookies), ...(token === undefined ? [] : [token])];
      const isSignIn = kind === 'login' && answer.statusCode === 200;
      if (!isSignIn && started.length === 0)
        return settled([outgoing.settle(answer), memory.returnCodes(codes)]);
      const provesAccount =
        formAccounts.length === 1 &&
        (form.proves === 'always' || (form.proves === 'withoutSession' && requestSessions.length === 0));
      // otherwise the account named by a form may not own the session that the form creates or completes
      const owners = provesAccount
        ? formAccounts
        : kind === 'login'
          ? factorAccounts
          : accounts.length === 1
            ? accounts
            : [];
      const received = form.provesMailbox && owners.length === 1 && requestSessions.length === 0;
      return settled([
        counted.undo(attempts),
        outgoing.settle(answer).then(() => mailLimits.arrived(received ? owners : [], keys)),
        memory.link(sessionKeys(started), owners),
        memory.trust(provesAccount ? formAccounts.map(accountAtAddress) : []),
      ]);
    };
  };
}
