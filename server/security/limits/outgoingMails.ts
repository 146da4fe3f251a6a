import type { Charge, Counters } from './counters.ts';
import { chargesFor, type FormKeys } from './charges.ts';
import type { FormMemory } from './formMemory.ts';
import type { KeyOf } from './keys.ts';
import { hasNotMailed, type SettledAnswer } from './mailedAnswer.ts';
import type { Submission } from './submission.ts';

type Mail = Submission['mails'][number];

/** The mails that one form may cause. */
interface OutgoingMails {
  /** The hits that they count as. */
  charges: Charge[];
  /** Call it with the provider's answer: undoes mails that were certainly not sent, and remembers the rest. */
  settle: (answer: SettledAnswer | undefined) => Promise<void>;
}

/** The limits on the mails that forms cause. */
export interface MailLimits {
  /** Returns the mails of a form that its flow has not sent yet. */
  due: (form: Submission) => Promise<Mail[]>;
  /** Returns the mails of a form, for counting. @param own the accounts of the form's session */
  outgoing: (
    form: Submission,
    mails: Mail[],
    keys: FormKeys,
    own: readonly string[],
  ) => Promise<OutgoingMails>;
  /**
   * Undoes the count of a mail whose code came back to the address that requested it: it did not go to a stranger.
   */
  arrived: (accounts: readonly string[], keys: FormKeys) => Promise<void>;
}

/**
 * Creates the limits on mail. In addition to each recipient's own limit, a client address or session may only cause
 * mail to a number of strangers: recipients who have not signed in at that address, and whose mailed codes have not
 * come back from there. Each counts once an hour, however often they are mailed.
 */
export function createMailLimits({
  keyOf,
  memory,
  counters,
}: {
  keyOf: KeyOf;
  memory: FormMemory;
  counters: Counters;
}): MailLimits {
  const accountOf = ({ to }: Mail): string => keyOf('account', to);
  const sentKeys = (form: Submission, mails: readonly Mail[]): string[] =>
    mails.flatMap(({ to }) => form.flows.map((flow) => keyOf('sent', flow, to)));
  const strangerCharges = (keys: FormKeys): Charge[] => [
    ...chargesFor('stranger', [], keys),
    ...chargesFor('strangerADay', [], keys),
  ];

  return {
    due: async (form) => {
      const isSent = async (mail: Mail): Promise<boolean> =>
        mail.once && form.flows.length > 0 && (await memory.areSent(sentKeys(form, [mail])));
      const sent = await Promise.all(form.mails.map(isSent));
      return form.mails.filter((_mail, at) => !sent[at]);
    },

    outgoing: async (form, mails, keys, own) => {
      const place = (mail: Mail): string => keys.accountAtAddress(accountOf(mail));
      const toOthers = mails.filter((mail) => !mail.isRare && !own.includes(accountOf(mail)));
      const mailed = await memory.mailedAmong(toOthers.map(place));
      const strangers = toOthers.map(place).filter((at) => !keys.trusted.has(at) && !mailed.has(at));
      const charges = [
        ...mails.flatMap((mail) => chargesFor(mail.kind, [accountOf(mail)], keys)),
        ...toOthers.flatMap(() => chargesFor('anyMail', [], keys)),
        ...strangers.flatMap(() => strangerCharges(keys)),
      ];
      return {
        charges,
        settle: async (answer) => {
          if (form.kind === 'registration' && hasNotMailed(answer)) {
            await counters.undo(charges);
            return;
          }
          await memory.addSent(sentKeys(form, mails));
          // only now: a form that sent nothing must not make another one free
          const added = await memory.addMailed(strangers);
          const counted = strangers.filter((at) => !added.has(at));
          await counters.undo(counted.flatMap(() => strangerCharges(keys)));
        },
      };
    },

    arrived: async (accounts, keys) => {
      const mailed = [...(await memory.mailedAmong(accounts.map(keys.accountAtAddress)))];
      await memory.forgetMailed(mailed);
      const charges = [
        ...accounts.flatMap(() => chargesFor('anyMail', [], keys)),
        ...mailed.flatMap(() => strangerCharges(keys)),
      ];
      await counters.undo(charges.filter(({ scope }) => scope === 'address'));
    },
  };
}
