import type { Guess } from './formContent.ts';

/** How often something may happen within a window. */
export interface Limit {
  max: number;
  /** The window, from the first hit. */
  seconds: number;
}

/**
 * The key that hits are counted by: an account at one client address, an account at any address, a client address, a
 * flow, or a session.
 */
export type Scope = 'accountAtAddress' | 'account' | 'address' | 'flow' | 'session';

const minutes = 60;
const hours = 60 * minutes;

/** Every limit on forms. docs/security.md gives the reasons. */
export const limits: Record<
  Guess | 'mail' | 'possibleMail' | 'anyMail' | 'stranger' | 'strangerADay' | 'stepUp' | 'form',
  Partial<Record<Scope, readonly Limit[]>>
> = {
  password: {
    accountAtAddress: [{ max: 10, seconds: 15 * minutes }],
    account: [{ max: 100, seconds: hours }],
    address: [{ max: 100, seconds: 15 * minutes }],
  },
  factor: {
    account: [
      { max: 10, seconds: 15 * minutes },
      { max: 30, seconds: 6 * hours },
    ],
    session: [{ max: 10, seconds: 15 * minutes }],
    address: [{ max: 50, seconds: 15 * minutes }],
  },
  code: {
    flow: [{ max: 10, seconds: 15 * minutes }],
    accountAtAddress: [{ max: 10, seconds: 15 * minutes }],
    account: [{ max: 50, seconds: hours }],
    address: [{ max: 50, seconds: 15 * minutes }],
  },
  link: {
    address: [{ max: 30, seconds: 15 * minutes }],
  },
  mail: {
    accountAtAddress: [
      { max: 6, seconds: hours },
      { max: 20, seconds: 24 * hours },
    ],
    account: [
      { max: 12, seconds: hours },
      { max: 40, seconds: 24 * hours },
    ],
  },
  possibleMail: {
    accountAtAddress: [{ max: 20, seconds: hours }],
    account: [{ max: 40, seconds: hours }],
  },
  anyMail: {
    address: [{ max: 180, seconds: hours }],
    session: [{ max: 30, seconds: hours }],
  },
  stranger: {
    address: [{ max: 60, seconds: hours }],
    session: [{ max: 10, seconds: hours }],
  },
  strangerADay: {
    address: [{ max: 300, seconds: 24 * hours }],
  },
  stepUp: {
    account: [{ max: 30, seconds: hours }],
    session: [{ max: 30, seconds: hours }],
  },
  form: {
    flow: [{ max: 30, seconds: 15 * minutes }],
    session: [{ max: 60, seconds: 15 * minutes }],
  },
};
