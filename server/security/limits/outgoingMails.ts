import { fieldsOf, textIn } from '../../../shared/fields.ts';
import { shownVerification } from '../../../shared/flow/shownVerification.ts';
import { jsonIn } from '../../http/jsonIn.ts';
import type { LimitParts, SettledAnswer } from './limitParts.ts';
import type { Hit, Keys } from './limiter.ts';
import { flowKey, type Mail, type SubmittedForm } from '../submission/readForm.ts';
import { known } from './stores.ts';

/** Where a form comes from, for the limits on the mails that it may cause. */
interface Sender {
  /** Returns the keys of the form's request, and those of some accounts. */
  keysFor: (accounts: readonly string[]) => Keys;
  /** Returns the key of an account at the client's address. */
  place: (account: string) => string;
  /** The accounts of the form's session. */
  own: readonly string[];
  /** The accounts at the client's address, by that key, whose owner has signed in there. */
  owners: ReadonlySet<string>;
}

const hourMs = 60 * 60_000;
const dayMs = 24 * hourMs;

/** Whether a registration has certainly mailed nothing: it failed, and its JSON still asks how to register. */
const hasNotMailed = (answer: SettledAnswer | undefined): boolean =>
  answer?.statusCode === 400 && fieldsOf(jsonIn(answer.body)).state === 'choose_method';

/** Returns the flow that an answer leads to or shows: another one where too many wrong codes were sent. */
const shownFlow = ({ headers, body }: SettledAnswer): string | undefined =>
  /[?&]flow=([\w-]+)/.exec(headers.location ?? '')?.[1] ?? textIn(fieldsOf(jsonIn(body)).id);

/** Whether a form has certainly mailed a code: a new account's or address' verification has begun. */
const beginsVerification = ({ headers, body }: SettledAnswer): boolean =>
  (headers.location ?? '').includes('/verification?') || shownVerification(jsonIn(body)) !== undefined;

/**
 * Creates the function that finds the mails that a form may cause. In addition to each recipient's own limit, a client
 * address or session may only cause mail to a number of strangers: recipients who have not signed in at that address, and
 * whose mailed codes have not come back from there. Each counts once an hour, however often they are mailed.
 */
export function createOutgoingMails({ keyOf, makeStore, limiter }: LimitParts) {
  /** The mails that a flow has sent, for longer than any flow lasts. */
  const sent = makeStore('sent', dayMs);
  /** Counts the mails to strangers at an address: only the first one counts. */
  const mailed = makeStore('mailed', hourMs);
  const isMailed = async (at: string): Promise<boolean> => (await mailed.count(at, 0)).hits > 0;

  /** The mails that one form may cause. */
  return async ({ kind, flows, mails: all }: SubmittedForm, { keysFor, place, own, owners }: Sender) => {
    const accountOf = ({ to }: Mail): string => keyOf('account', to);
    const sentIn = (mail: Mail, ...ids: string[]): string => keyOf('sent', ...ids, mail.to);
    const sentKey = (mail: Mail): string => sentIn(mail, ...flows);
    const before = await known(sent, all.filter(({ once }) => once && flows.length > 0).map(sentKey));
    const mails = all.filter((mail) => !mail.once || !before.has(sentKey(mail)));

    const toOthers = mails.filter((mail) => !mail.isRare && !own.includes(accountOf(mail)));
    const places = toOthers.map((mail) => place(accountOf(mail)));
    const areMailed = await Promise.all(places.map(isMailed));
    const strangers = places.filter((at, index) => !owners.has(at) && !areMailed[index]);
    // counted once it is certain that a mail was sent
    const possible = toOthers.filter((mail) => mail.kind === 'possible mail');
    const looks = possible.flatMap((mail) => limiter.hits('mail', keysFor([accountOf(mail)])));
    const request = keysFor([]);
    const hits: Hit[] = [
      ...mails.flatMap((mail) => limiter.hits(mail.kind, keysFor([accountOf(mail)]))),
      ...looks.map(({ limit, key }) => ({ limit: { ...limit, counts: 'none' as const }, key })),
      ...toOthers.flatMap(() => limiter.hits('any mail', request)),
      ...strangers.flatMap(() => limiter.hits('stranger', request)),
    ];

    return {
      hits,
      /** Call it with the provider's answer: undoes mails that were certainly not sent, and remembers the others. */
      settle: async (answer: SettledAnswer | undefined): Promise<void> => {
        if (kind === 'registration' && hasNotMailed(answer)) {
          await limiter.undo(hits);
          return;
        }
        if (flows.length > 0) await Promise.all(mails.map(async (mail) => sent.set(sentKey(mail), '')));
        const shown = answer && shownFlow(answer);
        if (shown !== undefined)
          await Promise.all(mails.map(async (mail) => sent.set(sentIn(mail, flowKey(shown)), '')));
        if (answer && beginsVerification(answer)) {
          const others = mails.filter((mail) => mail.kind === 'possible mail');
          await limiter.count(others.flatMap((mail) => limiter.hits('mail', keysFor([accountOf(mail)]))));
        }
        // only now: a form that sent nothing must not make another one free
        const counts = await Promise.all(strangers.map(async (at) => mailed.count(at, 1)));
        const again = counts.filter((count) => count.hits > 1);
        await limiter.undo(again.flatMap(() => limiter.hits('stranger', request)));
      },
      /** Undoes the count of a mail whose code came back to the address that asked for it: it did not go to a stranger. */
      arrived: async (account: string): Promise<void> => {
        const address = { address: request.address ?? [] };
        const names = (await isMailed(place(account)))
          ? (['any mail', 'stranger'] as const)
          : ['any mail' as const];
        await mailed.delete(place(account));
        await limiter.undo(names.flatMap((name) => limiter.hits(name, address)));
      },
    };
  };
}
