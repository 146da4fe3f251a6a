import type { IncomingHttpHeaders } from 'node:http';
import type { Store } from 'express-rate-limit';
import { rateLimited } from '../../http/errors.ts';
import type { ClientLimit } from '../../operations/operation.ts';
import { clientId } from './clientId.ts';
import { addressKey, keysWith } from './keys.ts';
import type { MakeStore } from './stores.ts';

const minuteMs = 60_000;
const secretsWindowMs = 15 * minuteMs;
/** How many wrong secrets one address may send within the window: for one client, and for all clients together. */
const wrongSecrets = { client: 10, address: 50 };

/** A call that an OAuth2 client authenticates. */
interface ClientCall {
  limit: ClientLimit;
  headers: IncomingHttpHeaders;
  /** The raw form. */
  body: Buffer;
  /** The client's address. */
  address: string | undefined;
  isFromOtherSite?: boolean | undefined;
}

/** Call it with the answer's status, or undefined if there was no answer. It never rejects. */
type SettleClientCall = (status: number | undefined) => Promise<void>;

/**
 * Counts a call before the OAuth2 server sees it. Rejects when a store fails.
 *
 * @throws PortalError 429 when a limit is reached
 */
export type CountClientCall = (call: ClientCall) => Promise<SettleClientCall>;

interface ClientLimitsOptions {
  /** COOKIE_SECRET. */
  secret: string;
  makeStore: MakeStore;
  /** How many device authorisations one client may begin from one address in a minute; all clients together twice as many. */
  devicesPerMinute: number;
}

/** One counter and its limit. */
interface Counter {
  store: Store;
  max: number;
  windowMs: number;
  key: string;
}

const waitOf = ({ windowMs }: Counter, resetTime: Date | undefined): number =>
  Math.max(1, Math.ceil((resetTime ? resetTime.getTime() - Date.now() : windowMs) / 1000));

/** Refuses if a counter is full, without counting. */
async function refuseIfFull(counter: Counter): Promise<void> {
  const { store, key, max } = counter;
  // synchronously, so that concurrently counted calls do not see each other
  const [{ totalHits, resetTime }] = await Promise.all([store.increment(key), store.decrement(key)]);
  if (totalHits > max) throw rateLimited(waitOf(counter, resetTime));
}

/** Counts a hit, or refuses if the counter is full. */
async function hit(counter: Counter): Promise<void> {
  const { store, key, max } = counter;
  const { totalHits, resetTime } = await store.increment(key);
  if (totalHits <= max) return;
  await store.decrement(key);
  throw rateLimited(waitOf(counter, resetTime));
}

/**
 * Creates the limits on the calls of OAuth2 clients: on wrong secrets, and on device authorisations (RFC 8628,
 * section 5.1). Each counts for a client at one address, and for the address: nobody can keep a client from its
 * tokens at another address. Wrong secrets count once they are known to be wrong, so that right ones are free,
 * however many are in flight.
 */
export function createClientLimits({
  secret,
  makeStore,
  devicesPerMinute,
}: ClientLimitsOptions): CountClientCall {
  const keyOf = keysWith(secret);
  const counters = (name: string, max: { client: number; address: number }, windowMs: number) => ({
    client: { store: makeStore(`${name}-client`, windowMs), max: max.client, windowMs },
    address: { store: makeStore(`${name}-address`, windowMs), max: max.address, windowMs },
  });
  const secrets = counters('clientSecrets', wrongSecrets, secretsWindowMs);
  const devices = counters('devices', { client: devicesPerMinute, address: 2 * devicesPerMinute }, minuteMs);

  return async ({ limit, headers, body, address: clientAddress, isFromOtherSite }) => {
    const address = addressKey(keyOf, clientAddress, isFromOtherSite);
    const client = clientId(headers, body);
    // addresses first: a limited one adds no client keys, which would evict those of others
    const countersOf = (kind: typeof secrets): Counter[] => [
      { ...kind.address, key: address },
      ...(client === undefined ? [] : [{ ...kind.client, key: keyOf('client', client, address) }]),
    ];
    const undo = async (hits: readonly Counter[]): Promise<void> => {
      await Promise.allSettled(hits.map(async ({ store, key }) => store.decrement(key)));
    };

    for (const counter of countersOf(secrets)) await refuseIfFull(counter);
    const counted: Counter[] = [];
    try {
      for (const counter of limit === 'devices' ? countersOf(devices) : []) {
        await hit(counter);
        counted.push(counter);
      }
    } catch (error) {
      await undo(counted);
      throw error;
    }
    return async (status) => {
      if (status !== 200) await undo(counted);
      if (status === 401)
        await Promise.allSettled(countersOf(secrets).map(async ({ store, key }) => store.increment(key)));
    };
  };
}
