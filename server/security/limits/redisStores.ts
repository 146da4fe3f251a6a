import { Redis, ReplyError } from 'ioredis';
import type { Logger } from 'pino';
import * as z from 'zod';
import { limitsUnavailable } from '../../http/errors.ts';
import { inMemory, type MakeStore, type Store } from './stores.ts';

/** How long a command may take, in milliseconds: a request waits for several. */
const commandMs = 500;
/** The longest pause between two attempts to connect, in milliseconds. */
const longestPauseMs = 2000;
/** How long commands must succeed, in milliseconds, before a Redis that stayed connected is considered to work again. */
const recoveryMs = 60_000;

/**
 * Changes the hits of a key; the first one begins its window. Returns the hits, and how long the window lasts, in
 * milliseconds. A window that is over has no hits to undo: its key would have no expiry, and stay for ever. Hits from
 * before a failure may be counted elsewhere: fewer than none would allow more than the limit.
 */
const changeHits = `
local left = redis.call('PTTL', KEYS[1])
local hits = math.max(0, (left > 0 and tonumber(redis.call('GET', KEYS[1])) or 0) + ARGV[1])
if left <= 0 then
  left = tonumber(ARGV[2])
  if hits == 0 then return { 0, left } end
end
redis.call('SET', KEYS[1], hits, 'PX', left)
return { hits, left }`;

/** Reads a text, in a list: unlike a bare text, no answer to another command looks like it. */
const readText = "return { redis.call('GET', KEYS[1]) }";

/** The answers to the two; that of a server in the place of Redis, say, is another one. */
const anyHits = z.tuple([z.int().nonnegative(), z.int().positive()]);
const someHits = z.tuple([z.int().positive(), z.int().positive()]);
const oneText = z.tuple([z.string().nullable()]);
const isUnexpected = (error: unknown): boolean => error instanceof z.ZodError;

/**
 * Creates stores in Redis, which all replicas share. Each key expires. The log says once when Redis stops
 * answering, and once when it answers again; until then, and from the start if it does not answer then, every call does
 * what `failure` says. An answer of another shape than the command's is a failure as well.
 *
 * @param options.failure REDIS_FAILURE: whether this replica counts for itself, or limited requests are refused
 */
export function redisStores({
  url,
  failure,
  log,
}: {
  url: string;
  failure: 'count' | 'refuse';
  log: Pick<Logger, 'error' | 'info'>;
}) {
  const redis = new Redis(url, {
    keyPrefix: 'portal:',
    connectionName: 'portal',
    commandTimeout: commandMs,
    connectTimeout: longestPauseMs,
    // commands fail at once while there is no connection
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    enableAutoPipelining: true,
    retryStrategy: (attempts) => Math.min(100 * attempts, longestPauseMs),
    // after a failover the name leads to the new primary
    reconnectOnError: ({ message }) => message.startsWith('READONLY'),
  });

  let isOpen = false;
  let answers = true;
  let failedAt = 0;
  const noteFailure = (error: NodeJS.ErrnoException): void => {
    failedAt = performance.now();
    if (!answers) return;
    answers = false;
    const consequence =
      failure === 'count' ? 'this replica counts limits for itself' : 'limited requests are refused';
    // not the whole error: it may quote a key or a command; not as `code`, which the log redacts
    const reason = isUnexpected(error) ? 'unexpected answer' : (error.code ?? error.message.slice(0, 60));
    log.error({ reason }, `Redis does not answer: ${consequence}`);
  };
  const noteAnswer = (): void => {
    if (!answers) log.info('Redis answers again: the limits are shared');
    answers = true;
  };
  redis.on('error', noteFailure);
  redis.on('close', () => (isOpen = false));
  redis.on('ready', () => {
    isOpen = true;
    noteAnswer();
  });

  /** Calls the store in Redis; if that fails, refuses, or calls the replica's own. */
  const call = async <Result>(
    shared: Store,
    own: Store,
    command: (store: Store) => Promise<Result> | Result,
  ): Promise<Result> => {
    try {
      const result = await command(shared);
      // while Redis is full it still answers what only reads
      if (performance.now() - failedAt > recoveryMs) noteAnswer();
      return result;
    } catch (error) {
      noteFailure(error as Error);
      // a connection without answers is no better than none
      if (isOpen && !(error instanceof ReplyError || isUnexpected(error))) {
        isOpen = false;
        redis.disconnect(true);
      }
      if (failure === 'refuse') throw limitsUnavailable(error);
      return command(own);
    }
  };

  const makeStore: MakeStore = (name, keptMs) => {
    const own = inMemory(name, keptMs);
    const at = (key: string): string => `${name}:${key}`;
    const shared: Store = {
      count: async (key, change) => {
        const answer = await redis.eval(changeHits, 1, at(key), change, keptMs);
        const [hits, leftMs] = (change > 0 ? someHits : anyHits).parse(answer);
        return { hits, leftMs };
      },
      get: async (key) => oneText.parse(await redis.eval(readText, 1, at(key)))[0] ?? undefined,
      set: async (key, text) => {
        await redis.set(at(key), text, 'PX', keptMs);
      },
      delete: async (key) => {
        await redis.del(at(key));
      },
    };
    return {
      count: (key, change) => call(shared, own, (store) => store.count(key, change)),
      get: (key) => call(shared, own, (store) => store.get(key)),
      set: (key, text) => call(shared, own, (store) => store.set(key, text)),
      delete: (key) => call(shared, own, (store) => store.delete(key)),
    };
  };

  return {
    makeStore,
    /** Ends the connection. */
    close: () => redis.disconnect(),
  };
}

/** Stores that replicas share. */
export type RedisStores = ReturnType<typeof redisStores>;
