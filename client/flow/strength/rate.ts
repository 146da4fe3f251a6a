import { ZxcvbnFactory } from '@zxcvbn-ts/core';
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common';

/** How many characters are looked at: what is longer is at least as strong, and more would take too long. */
const maxLength = 64;

const zxcvbn = new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs, maxLength });

/** What makes a password weak, by zxcvbn's warning. */
const advices: Partial<Record<string, string>> = {
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
  /** What would help, by the last part of a text's key; undefined for a password that is good enough. */
  advice?: string;
}

/**
 * Rates a password.
 *
 * @param known what others know of the account, such as its address, and the product's name
 */
export function rate(password: string, known: string[]): Rating {
  const parts = known.flatMap((text) => [text, ...text.split('@'), ...text.split(/[^\p{L}\d]+/u)]);
  const { score, feedback } = zxcvbn.check(
    password,
    parts.filter((part) => part.length > 2),
  );
  const level = Math.max(score, 1);
  return level > 2 ? { level } : { level, advice: advices[feedback.warning ?? ''] ?? 'longer' };
}
