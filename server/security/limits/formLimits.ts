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
import { readSubmission, type Submission } from './submission.ts';
import type { FlowKind } from '../../../shared/page.ts';

export interface FormLimitsOptions {
  /** COOKIE_SECRET. */
  secret: string;
  /** Knows the session cookie. */
  cookies: ProviderCookies;
}

/** Call it with the provider's answer to the form; undefined if there was none. */
export type Settle = (answer: IncomingMessage | undefined) => void;

/**
 * Counts a form of a flow before the provider sees it.
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

const distinct = (keys: readonly string[]): string[] => [...new Set(keys)];

/**
 * Creates the limits on guessing and on mail. Only failures count: a form that yields a session, or that the provider
 * fails to answer, is undone. An account's limits across addresses do not apply at addresses from which its owner has
 * signed in before, so that strangers cannot lock the owner out there.
 */
export function createFormLimits({ secret, cookies }: FormLimitsOptions): CountForm {
  const keyOf = keysWith(secret);
  const counters = createCounters();
  const memory = createMemory();

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
    const accounts = distinct([...named, ...memory.accountsOf([...flows, ...sessions])]);
    // a second factor counts for the session's accounts only: otherwise strangers could name an account and use up its
    // attempts
    const factorAccounts = distinct(memory.accountsOf(sessions));
    const place = (account: string): string => keyOf('place', account, here);

    const keysFor = (scope: Scope, whose: readonly string[], isOwnerExempt: boolean): readonly string[] => {
      switch (scope) {
        case 'here':
          return whose.map(place);
        case 'account':
          return isOwnerExempt ? whose.filter((account) => !memory.places.has(place(account))) : whose;
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

    const mails = dueMails(form);
    const tries = [
      ...chargesFor('form', accounts),
      ...form.guesses.flatMap((guess) => chargesFor(guess, guess === 'factor' ? factorAccounts : accounts)),
    ];
    const counted = await counters.count([
      ...tries,
      ...mails.flatMap((mail) => chargesFor(mail.kind, [keyOf('account', mail.to)])),
    ]);
    if ('waitSeconds' in counted) throw rateLimited(counted.waitSeconds);

    const codes = form.totpCodes.flatMap((code) =>
      [...factorAccounts, ...sessions].map((subject) => keyOf('totp', subject, code)),
    );
    if (codes.some((code) => memory.used.has(code))) throw codeUsed();
    for (const code of codes) memory.used.set(code, true);
    for (const sent of sentKeys(form, mails)) memory.sent.set(sent, true);
    memory.link(flows, named);

    return (answer) => {
      const failed = answer === undefined || (answer.statusCode ?? 0) >= 500;
      const begun = answer ? sessionsGiven(answer.headers, cookies) : [];
      const isSignIn = kind === 'login' && answer?.statusCode === 200;
      if (failed) counted.undo();
      if (!failed && (isSignIn || begun.length > 0)) {
        counted.undo(tries);
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
        memory.link(sessionKeys(begun), owners);
        if (isSignIn && begun.length === 0)
          tokenIn(answer, (token) => memory.link(sessionKeys([token]), owners));
        if (isProof) for (const account of named) memory.places.set(place(account), true);
      } else for (const code of codes) memory.used.delete(code);
    };
  };

  function sentKeys(form: Submission, mails: Submission['mails']): string[] {
    return mails.flatMap(({ to }) => form.flows.map((flow) => keyOf('sent', flow, to)));
  }

  /** The mails that a form causes, except those that its flow has sent already. */
  function dueMails(form: Submission): Submission['mails'] {
    const isSent = (mail: Submission['mails'][number]): boolean =>
      form.flows.length > 0 && sentKeys(form, [mail]).every((key) => memory.sent.has(key));
    return form.mails.filter((mail) => !mail.once || !isSent(mail));
  }
}
