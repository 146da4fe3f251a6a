import * as z from 'zod';
import { createSeal } from './seal.ts';

/** For how long the link of a mail works, in seconds: a week. */
const linkSeconds = 7 * 24 * 3600;

/** The longest link that is read, in characters. */
const longest = 2000;

const content = z.object({
  /** The id of the identity. */
  identity: z.string(),
  /** The address that the mail was sent to. */
  address: z.string(),
  /** When the event happened, in milliseconds since 1970. */
  at: z.number(),
  /** Whether the event took the address from the account: the link then puts it back. */
  isFormer: z.boolean(),
  /** Where the profile had that address: a JSON pointer. */
  place: z.string().optional(),
});

/** What the link of a mail about an event says. */
export type NotMe = z.output<typeof content>;

/**
 * Creates and reads the links 'This was not me' of mails. Each is sealed: whoever opens one got a mail of the portal's.
 *
 * @param formerDays for how many days the link of a mail to a former address works
 */
export function createNotMeLinks({
  COOKIE_SECRET: secret,
  ADDRESS_RETURN_DAYS: formerDays,
}: {
  COOKIE_SECRET: string;
  ADDRESS_RETURN_DAYS: number;
}) {
  const usual = createSeal(secret, 'not me', linkSeconds);
  const former = createSeal(secret, 'not me, former address', formerDays * 24 * 3600);
  return {
    /** Returns the token of a link. */
    seal: (told: NotMe): string => (told.isFormer ? former : usual).seal(JSON.stringify(told)),
    /** Reads a token; undefined if it was forged or has expired. */
    open: (token: string): NotMe | undefined => {
      if (token.length > longest) return undefined;
      const text = usual.open(token) ?? former.open(token);
      return text === undefined ? undefined : content.safeParse(JSON.parse(text)).data;
    },
  };
}

/** The links 'This was not me' of mails. */
export type NotMeLinks = ReturnType<typeof createNotMeLinks>;
