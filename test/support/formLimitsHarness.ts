import type { IncomingHttpHeaders } from 'node:http';
import { afterEach, beforeEach, jest } from '@jest/globals';
import { PortalError } from '../../server/http/PortalError.ts';
import type { Settle, SettledAnswer } from '../../server/security/limits/limitParts.ts';
import { inMemory } from '../../server/security/limits/stores.ts';
import type { LimitedAccount } from '../../server/security/lockouts.ts';
import type { FlowKind } from '../../shared/page.ts';
import { testLimits } from './testLimits.ts';

/** Stops the clock at 0 for the tests of a file; they advance it with `jest.setSystemTime`. */
export function setUpClock(): void {
  beforeEach(() => {
    jest.useFakeTimers({ now: 0 });
  });
  afterEach(() => {
    jest.useRealTimers();
  });
}

/** An answer of the provider. */
export const answer = (statusCode: number, headers: IncomingHttpHeaders = {}, body = ''): SettledAnswer => ({
  statusCode,
  headers,
  body: Buffer.from(body),
});

/** The Cookie header of a session with this name. */
export const sessionCookie = (session: string): string =>
  `ory_kratos_session=${Buffer.from(session).toString('base64url')}`;

/** The provider's answer to a successful sign-in, with a session of this name. */
export const signedIn = (session: string): SettledAnswer =>
  answer(303, { 'set-cookie': ['csrf_token_a=b; Path=/', `${sessionCookie(session)}; Path=/; HttpOnly`] });

/** A submitted form. */
export interface Form {
  /** The flow's kind; a sign-in by default. */
  kind?: FlowKind;
  fields: Record<string, string | string[]>;
  /** The client's address. */
  address?: string;
  headers?: IncomingHttpHeaders;
  /** The provider's answer; undefined for none. It refuses the form by default. */
  answer?: () => SettledAnswer | undefined;
}

/** The fields of a sign-in with a wrong password. */
export const password = (identifier: string | string[]) => ({
  method: 'password',
  identifier,
  password: 'guess',
});

/** A different client address for each count. */
export const anywhere = (count: number): string => `198.51.100.${count}`;

/** More than any limit allows. */
const manyForms = 400;

let flows = 0;

/**
 * The portal's limits on forms. Each form belongs to a flow of its own, unless it names one.
 *
 * @param makeStore creates the stores in which the limits count
 */
export function limitedPortal(makeStore = inMemory) {
  const { countForm, lockouts } = testLimits({ makeStore });
  const limited: LimitedAccount[] = [];
  const onLimited = (account: LimitedAccount): void => void limited.push(account);
  /** Sends a form; returns `passed`, or the id of the error that refuses it. @throws any error but a PortalError */
  const send = async (form: Form): Promise<string> => {
    const { kind = 'login', fields, address = '192.0.2.1', headers = {} } = form;
    flows += 1;
    const values = Object.entries({ flow: `flow ${flows}`, ...fields }).map(
      ([name, value]) => [name, [value].flat()] as const,
    );
    let settle: Settle;
    try {
      settle = await countForm({ kind, fields: new Map(values), headers, address, onLimited });
    } catch (error) {
      if (!(error instanceof PortalError)) throw error;
      return error.id;
    }
    await settle(form.answer ? form.answer() : answer(400));
    return 'passed';
  };
  /** Sends 400 forms, or fewer if one is refused, and returns how many passed. */
  const passes = async (form: (count: number) => Form): Promise<number> => {
    for (let count = 0; count < manyForms; count += 1)
      if ((await send(form(count))) !== 'passed') return count;
    return manyForms;
  };
  return {
    send,
    passes,
    lockouts,
    /** The accounts that were reported as limited. */
    limited,
  };
}
