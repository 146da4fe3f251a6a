import { afterAll, beforeAll } from '@jest/globals';
import { attacker } from './attacker.ts';
import { createIdentity, type TestIdentity } from './identities.ts';
import { startStack, type Stack } from './stack.ts';

/** The reads that an address may make in a minute: fewer than usual, so that a test uses them up well within it. */
export const readsPerMinute = 40;

/** A client with cookies and an address of its own. */
type LimitedClient = ReturnType<typeof attacker>;

/** The fixtures of a test file about the rate limits of a portal in production. */
export interface LimitedPortal {
  /** The running stack; available from the first test on. */
  stack: () => Stack;
  /** An address that no other client has had. */
  newAddress: () => string;
  /** A client at a new address, or at the given one. */
  client: (address?: string) => LimitedClient;
  account: () => Promise<TestIdentity>;
  /** Signs a client in with a password. @returns the status */
  signIn: (who: LimitedClient, account: TestIdentity) => Promise<number>;
}

/** Starts a portal with rate limits for a test file, and stops it afterwards. */
export function useLimitedPortal(): LimitedPortal {
  let stack: Stack;
  let clients = 0;

  beforeAll(async () => {
    stack = await startStack({
      portal: {
        NODE_ENV: 'production',
        RATE_LIMIT: 'on',
        RATE_LIMIT_READS_PER_MINUTE: String(readsPerMinute),
        TRUST_PROXY: 'loopback',
      },
    });
  }, 240_000);

  afterAll(() => stack.stop());

  const newAddress = (): string => `198.51.100.${(clients += 1)}`;
  return {
    stack: () => stack,
    newAddress,
    client: (address = newAddress()) => attacker(stack.url, address),
    account: () => createIdentity(stack.kratos.adminUrl),
    signIn: async (who, { email, password }) => {
      const fields = { method: 'password', identifier: email, password };
      return (await who.submit('login', await who.start('login'), fields)).status;
    },
  };
}
