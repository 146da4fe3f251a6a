import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { codeUsed, malformedRequest, rateLimited } from '../../http/errors.ts';
import type { ProviderCookies } from '../providerCookies.ts';
import { createCounters, type Charge } from './counters.ts';
import type { FormFields } from './fields.ts';
import { addressKey, keysWith } from './keys.ts';
import { limits, type Scope } from './limits.ts';
import { createMemory } from './memory.ts';
import { sessionsGiven, sessionsIn } from './sessions.ts';
import { tokenIn } from './sessionToken.ts';
import type { LimitStores } from './stores.ts';
import { readSubmission, type Submission } from './submission.ts';
import type { FlowKind } from '../../../shared/page.ts';

export interface FormLimitsOptions {
  /** COOKIE_SECRET. */
  secret: string;
  /** Knows the session cookie. */
  cookies: ProviderCookies;
  /** Where the limits count and remember. */
  stores: LimitStores;
}

/**
 * Call it with the provider's answer to the form, before its body is read; undefined if there was none. It never
 * rejects: what a store fails to undo stays counted, and what it fails to remember is not known to later forms.
 */
export type Settle = (answer: IncomingMessage | undefined) => Promise<void>;

/**
 * Counts a form of a flow before the provider sees it. Rejects when a store fails, so that what cannot be limited is
 * refused.
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
}) => Promise<Settle>;

/**
 * How many of each a form may name. A recovery with a choice of addresses names two accounts; a browser may have
 * session cookies of other Ory projects on the same site.
 */
const most = { accounts: 3, sessions: 8 };

const settled = async (work: readonly Promise<void>[]): Promise<void> => {
  await Promise.allSettled(work);
};

const distinct = (keys: readonly string[]): string[] => [...new Set(keys)];

/**
 * Creates the limits on guessing and on mail. Only failures count: a form that yields a session, or that the provider
 * fails to answer, is undone. An account's limits across addresses do not apply at addresses from which its owner has
 * signed in before, so that strangers cannot lock the owner out there.
 */
export function createFormLimits({ secret, cookies, stores }: FormLimitsOptions): CountForm {
  const keyOf = keysWith(secret);
  const counters = createCounters(stores.counter);
  const memory = createMemory(stores.memory);

  const sessionKeys = (sessions: readonly string[]): string[] => sessions.map((one) => keyOf('session', one));

  return async ({ kind, fields, headers, address }) => {
    const form = readSubmission(kind, fields);
    const carried = sessionsIn(headers, cookies);
    if (!form.isClear || form.accounts.length > most.accounts || carried.length > most.sessions)
      throw malformedRequest('The form can be understood in more than one way.');
    const here = addressKey(keyOf, address);
    const flows = form.flows.map((id) => keyOf('flow', id));
    const sessions = sessionKeys(carried);
    const named = form.accounts.map((account) => keyOf('account', account));
    const accounts = distinct([...named, ...(await memory.accountsOf([...flows, ...sessions]))]);
    // a second factor counts for the session's accounts only: otherwise strangers could name an account and use up its
    // attempts
    const factorAccounts = distinct(await memory.accountsOf(sessions));
    const place = (account: string): string => keyOf('place', account, here);
    const mails = await dueMails(form);
    const recipients = mails.map(({ to }) => keyOf('account', to));
    const homes = await memory.homesAmong(distinct([...accounts, ...recipients]).map(place));

    const keysFor = (scope: Scope, whose: readonly string[], isOwnerExempt: boolean): readonly string[] => {
      switch (scope) {
        case 'here':
          return whose.map(place);
        case 'account':
          return isOwnerExempt ? whose.filter((account) => !homes.has(place(account))) : whose;
        case 'address':
          return [here];
        case 'flow':
          return flows;
        case 'session':
          return sessions;
      }
    };
    const chargesFor = (what: keyof typeof limits, whose: readonly string[]): Charge[] =>
      (Object.keys(limits[what]) as Scope[]).flatMap((scope) =>
        keysFor(scope, whose, what !== 'factor').map((key) => ({ kind: what, scope, key })),
      );

    const tries = [
      ...chargesFor('form', accounts),
      ...form.guesses.flatMap((guess) => chargesFor(guess, guess === 'factor' ? factorAccounts : accounts)),
    ];
    const counted = await counters.count([
      ...tries,
      ...mails.flatMap(({ kind: what, to }) => chargesFor(what, [keyOf('account', to)])),
    ]);
    if ('waitSeconds' in counted) throw rateLimited(counted.waitSeconds);

    const codes = form.totpCodes.flatMap((code) =>
      [...factorAccounts, ...sessions].map((subject) => keyOf('totp', subject, code)),
    );
    if (!(await memory.takeCodes(codes))) throw codeUsed();
    await memory.addSent(sentKeys(form, mails));
    await memory.link(flows, named);

    return (answer) => {
      const failed = answer === undefined || (answer.statusCode ?? 0) >= 500;
      const begun = answer ? sessionsGiven(answer.headers, cookies) : [];
      const isSignIn = kind === 'login' && answer?.statusCode === 200;
      if (failed) return settled([counted.undo(), memory.returnCodes(codes)]);
      if (!isSignIn && begun.length === 0) return settled([memory.returnCodes(codes)]);
      const isProof =
        named.length === 1 &&
        (form.proves === 'always' || (form.proves === 'withoutSession' && carried.length === 0));
      // otherwise the account that a form names need not be the owner of the session that it creates or completes
      const owners = isProof
        ? named
        : kind === 'login'
          ? factorAccounts
          : accounts.length === 1
            ? accounts
            : [];
      if (isSignIn && begun.length === 0)
        tokenIn(answer, (token) => void settled([memory.link(sessionKeys([token]), owners)]));
      return settled([
        counted.undo(tries),
        memory.link(sessionKeys(begun), owners),
        memory.addHomes(isProof ? named.map(place) : []),
      ]);
    };
  };

  function sentKeys(form: Submission, mails: Submission['mails']): string[] {
    return mails.flatMap(({ to }) => form.flows.map((flow) => keyOf('sent', flow, to)));
  }

  /** The mails that a form causes, except those that its flow has sent already. */
  async function dueMails(form: Submission): Promise<Submission['mails']> {
    const isSent = async (mail: Submission['mails'][number]): Promise<boolean> =>
      mail.once && form.flows.length > 0 && (await memory.areSent(sentKeys(form, [mail])));
    const sent = await Promise.all(form.mails.map(isSent));
    return form.mails.filter((_mail, at) => !sent[at]);
  }
}
