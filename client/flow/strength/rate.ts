import { ZxcvbnFactory } from '@zxcvbn-ts/core';
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common';

/** How many characters are looked at: what is longer is at least as strong, and more would take too long. */
const maxLength = 64;

const zxcvbn = new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs, maxLength });

/** What a weak password should do without, or needs. */
type Advice = 'common' | 'pattern' | 'dates' | 'own' | 'longer';

/** The advice for each of zxcvbn's warnings. */
const adviceFor: Partial<Record<string, Advice>> = {
  topTen: 'common',
  topHundred: 'common',
  common: 'common',
  similarToCommon: 'common',
  wordByItself: 'common',
  straightRow: 'pattern',
  keyPattern: 'pattern',
  simpleRepeat: 'pattern',
  extendedRepeat: 'pattern',
  sequences: 'pattern',
  dates: 'dates',
  recentYears: 'dates',
  userInputs: 'own',
  namesByThemselves: 'own',
  commonNames: 'own',
};

/** How hard a password is to guess. */
export interface Rating {
  /** From 1, weak, to 4, strong. */
  level: number;
  /** What would help; undefined for a password that is good enough. */
  advice?: Advice;
}

/**
 * Rates a password.
 *
 * @param known texts that are easy to guess here, such as the account's address and the product's name
 */
export function rate(password: string, known: string[]): Rating {
  const parts = known.flatMap((text) => [text, ...text.split('@'), ...text.split(/[^\p{L}\d]+/u)]);
  const { score, feedback } = zxcvbn.check(
    password,
    parts.filter((part) => part.length > 2),
  );
  const level = Math.max(score, 1);
  return level > 2 ? { level } : { level, advice: adviceFor[feedback.warning ?? ''] ?? 'longer' };
}
