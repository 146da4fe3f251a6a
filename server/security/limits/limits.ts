import type { Guess, Mail } from './submission.ts';

/** How often something may happen within a window. */
export interface Limit {
  most: number;
  /** The window, from the first hit. */
  seconds: number;
}

/**
 * What hits are counted by: an account at one client address (`here`), an account at any address (`account`), a client
 * address, a flow, or a session.
 */
export type Scope = 'here' | 'account' | 'address' | 'flow' | 'session';

const minutes = 60;
const hours = 60 * minutes;

/** Every limit on forms. docs/security.md gives the reasons. */
export const limits: Record<Guess | Mail['kind'] | 'form', Partial<Record<Scope, readonly Limit[]>>> = {
  password: {
    here: [{ most: 10, seconds: 15 * minutes }],
    account: [{ most: 100, seconds: hours }],
    address: [{ most: 100, seconds: 15 * minutes }],
  },
  factor: {
    account: [
      { most: 10, seconds: 15 * minutes },
      { most: 30, seconds: 6 * hours },
    ],
    session: [{ most: 10, seconds: 15 * minutes }],
    address: [{ most: 50, seconds: 15 * minutes }],
  },
  code: {
    flow: [{ most: 10, seconds: 15 * minutes }],
    here: [{ most: 10, seconds: 15 * minutes }],
    account: [{ most: 50, seconds: hours }],
    address: [{ most: 50, seconds: 15 * minutes }],
  },
  link: {
    address: [{ most: 30, seconds: 15 * minutes }],
  },
  mail: {
    here: [
      { most: 6, seconds: hours },
      { most: 20, seconds: 24 * hours },
    ],
    account: [
      { most: 12, seconds: hours },
      { most: 40, seconds: 24 * hours },
    ],
    address: [{ most: 60, seconds: hours }],
  },
  maybe: {
    here: [{ most: 20, seconds: hours }],
    account: [{ most: 40, seconds: hours }],
  },
  form: {
    flow: [{ most: 30, seconds: 15 * minutes }],
    session: [{ most: 60, seconds: 15 * minutes }],
  },
};
