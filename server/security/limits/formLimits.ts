import type { FlowKind } from '../../../shared/page.ts';
import { malformedRequest } from '../../http/errors.ts';
import type { FormFields } from '../submission/submission.ts';
import type { Keys } from './limiter.ts';
import { addressKey, type CallSource, type LimitParts, type Settle } from './limitParts.ts';
import { createOutgoingMails } from './outgoingMails.ts';
import { distinct, readForm } from '../submission/readForm.ts';
import { newSessions, sessionsIn, startedSessions } from '../submission/sessions.ts';
import type { LimitedAccount, Lockouts } from '../lockouts.ts';
import { known } from './stores.ts';

/**
 * Counts a flow's form before the provider sees it. Rejects when a store fails, so that a form that cannot be limited
 * is refused.
 *
 * @throws PortalError 429 when a limit is reached, 400 for a used code of an authenticator app, or for a form that
 *   names more accounts, flows, methods, codes or sessions than a real one
 */
export type CountForm = (
  form: CallSource & {
    kind: FlowKind;
    fields: FormFields;
    /** Gets the accounts that a limit refuses, once in each of its windows. */
    onLimited?: ((account: LimitedAccount) => void) | undefined;
  },
) => Promise<Settle>;

const monthMs = 30 * 24 * 60 * 60_000;

/** The most that a form may name: a recovery names two accounts; other Ory projects of the site may have session cookies. */
const max = { accounts: 3, sessions: 8 };

/** How many accounts one session or flow counts for. */
const maxLinked = 4;

/**
 * Creates the limits on guessing and on mail. An account's limits elsewhere do not apply at addresses from which its
 * owner has signed in before, so that strangers cannot lock the owner out there.
 */
export function createFormLimits(parts: LimitParts & { lockouts: Lockouts }): CountForm {
  const { keyOf, cookies, makeStore, limiter, lockouts } = parts;
  const { hits } = limiter;
  const outgoingMails = createOutgoingMails(parts);
  /** Accounts at addresses from which their owner has signed in. */
  const trusted = makeStore('trusted', monthMs);
  /** The accounts of sessions and flows, as far as forms have named them. */
  const linked = makeStore('accounts', monthMs);

  const accountsOf = async (keys: readonly string[]): Promise<string[]> => {
    const lists = await Promise.all(keys.map(async (key) => linked.get(key)));
    return distinct(lists.flatMap((list) => list?.split(' ') ?? []));
  };
  const link = async (keys: readonly string[], accounts: readonly string[]): Promise<void> => {
    const add = async (key: string): Promise<void> => {
      const all = distinct([...accounts, ...(await accountsOf([key]))]);
      await linked.set(key, all.slice(0, maxLinked).join(' '));
    };
    if (accounts.length > 0) await Promise.all(keys.map(add));
  };

  return async ({ kind, fields, headers, address, isFromOtherSite = false, onLimited }) => {
    const form = readForm(kind, fields);
    // following another site's link must not use up one's own tries
    const requestSessions = isFromOtherSite ? [] : sessionsIn(headers, cookies);
    if (!form.isClear || form.accounts.length > max.accounts || requestSessions.length > max.sessions)
      throw malformedRequest('The form can be understood in more than one way.');

    const here = addressKey(keyOf, address, isFromOtherSite);
    const place = (account: string): string => keyOf('place', account, here);
    const sessionKeys = (some: readonly string[]): string[] => some.map((one) => keyOf('session', one));
    const session = sessionKeys(requestSessions);
    const flow = form.flows.map((id) => keyOf('flow', id));
    const names = new Map(
      [...form.accounts, ...form.mails.map(({ to }) => to)].map((name) => [keyOf('account', name), name]),
    );
    const named = form.accounts.map((account) => keyOf('account', account));
    // a second factor only counts for these: otherwise strangers could name an account and use up its attempts
    const own = await accountsOf(session);
    const accounts = distinct([...named, ...(await accountsOf(flow)), ...own]);
    const affected = distinct([...accounts, ...names.keys()]);
    const owners = await known(trusted, affected.map(place));
    const keysFor = (some: readonly string[]): Keys => ({
      address: isFromOtherSite ? [] : [here],
      flow,
      session,
      account: some,
      'account at address': some.map(place),
      'account elsewhere': some.filter((account) => !owners.has(place(account))),
    });
    const mails = await outgoingMails(form, { keysFor, place, own, owners });
    const subjects = [...own, ...session];
    const codes = form.totpCodes.flatMap((code) => subjects.map((one) => keyOf('totp', one, code)));

    const settle = await limiter.admit(
      [
        ...hits('form', keysFor([])),
        ...form.guesses.flatMap((guess) => hits(guess, keysFor(guess === 'factor' ? own : accounts))),
        ...hits('used code', { code: codes }),
        ...(form.startsStepUp ? hits('step-up', keysFor(own)) : []),
        ...mails.hits,
      ],
      async (refused) => {
        for (const account of affected) {
          const its = refused.filter(({ key }) => key === account || key === place(account));
          const limited = await lockouts.note(account, its, names.get(account));
          if (limited) onLimited?.(limited);
        }
      },
    );
    await Promise.all([link(flow, named), lockouts.keepNames(names)]);

    /** Remembers who has signed in, and where. @param settled resolves once the form's mails are settled */
    const noteSignIn = async (started: readonly string[], settled: Promise<void>): Promise<void> => {
      const isWithoutSession = requestSessions.length === 0;
      const provesAccount =
        named.length === 1 &&
        (form.proves === 'always' || (form.proves === 'without session' && isWithoutSession));
      const otherOwners = kind === 'login' ? own : accounts.length === 1 ? accounts : [];
      // otherwise the account named by a form may not own the session that the form creates or completes
      const sessionOwners = provesAccount ? named : otherOwners;
      const [owner] = sessionOwners;
      const isReceived = form.provesMailbox && sessionOwners.length === 1 && isWithoutSession;
      await Promise.allSettled([
        link(sessionKeys(started), sessionOwners),
        ...(provesAccount ? named.map(async (account) => trusted.set(place(account), '')) : []),
        ...(isReceived && owner !== undefined ? [settled.then(() => mails.arrived(owner))] : []),
      ]);
    };

    return async (answer) => {
      if (answer === 'unsent') return settle('unsent');
      if (answer === undefined || (answer.statusCode ?? 0) >= 500) {
        await Promise.allSettled([settle('unknown'), mails.settle(undefined)]);
        return;
      }
      const started =
        kind === 'login' ? startedSessions(answer, cookies) : newSessions(answer.headers, cookies);
      const isRight = started.length > 0 || (kind === 'login' && answer.statusCode === 200);
      const settled = mails.settle(answer);
      await Promise.allSettled([
        settle(isRight ? 'right' : 'wrong'),
        isRight ? noteSignIn(started, settled) : settled,
      ]);
    };
  };
}
