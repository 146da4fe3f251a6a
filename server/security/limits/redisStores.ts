import { Redis, ReplyError } from 'ioredis';
import type { Logger } from 'pino';
import { limitsUnavailable } from '../../http/errors.ts';
import { inMemory, type LimitStores, type MakeMemory, type MakeStore } from './stores.ts';

/** How long a command may take, in milliseconds: a request waits for several. */
const commandMs = 500;
/** The longest pause between two attempts to connect, in milliseconds. */
const longestPauseMs = 2000;
/** How long commands must succeed, in milliseconds, before a Redis that stayed connected is considered to work again. */
const recoveryMs = 60_000;

/** Counts a hit; the first one begins the window. Returns the hits, and how long the window lasts, in milliseconds. */
const countHit = `
local left = redis.call('PTTL', KEYS[1])
if left <= 0 then
  redis.call('SET', KEYS[1], 1, 'PX', ARGV[1])
  return { 1, tonumber(ARGV[1]) }
end
return { redis.call('INCR', KEYS[1]), left }`;

/**
 * Undoes a hit, unless its window is over: a key without an expiry would stay for ever. Hits from before a failure may
 * be counted elsewhere: fewer than none would allow more than the limit.
 */
const undoHit = `
if redis.call('PTTL', KEYS[1]) > 0 and tonumber(redis.call('GET', KEYS[1])) > 0 then
  redis.call('DECR', KEYS[1])
end`;

/** Reads a text. Returns whether there is one, and the text. */
const readText = `
local text = redis.call('GET', KEYS[1])
if text then return { 1, text } end
return { 0, '' }`;

/** Keeps a text unless the key has one. Returns whether it did, and the text that the key has now. */
const addText = `
if redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2], 'NX') then return { 1, ARGV[1] } end
return { 0, redis.call('GET', KEYS[1]) }`;

/** Redis, or a server in its place, sends an answer that the command cannot have. */
class UnexpectedAnswer extends Error {
  constructor() {
    super('unexpected answer');
  }
}

const isPositive = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) > 0;

/** Checks the answer of `countHit`. @throws UnexpectedAnswer */
function hitsIn(answer: unknown): [hits: number, leftMs: number] {
  const [hits, left, ...more] = Array.isArray(answer) ? (answer as unknown[]) : [];
  if (isPositive(hits) && isPositive(left) && more.length === 0) return [hits, left];
  throw new UnexpectedAnswer();
}

/** Checks the answer of `readText` and `addText`. @throws UnexpectedAnswer */
function textIn(answer: unknown): [isDone: boolean, text: string] {
  const [done, text, ...more] = Array.isArray(answer) ? (answer as unknown[]) : [];
  if ((done === 0 || done === 1) && typeof text === 'string' && more.length === 0) return [done === 1, text];
  throw new UnexpectedAnswer();
}

/** Returns the function that makes the keys of one store. */
const keysOf =
  (name: string) =>
  (key: string): string =>
    `${name}:${key}`;

/** Stores that replicas share. */
export interface RedisStores extends LimitStores {
  /** Ends the connection. */
  close: () => void;
}

/** Where the shared stores are, and what happens while they cannot be reached. */
export interface RedisStoresOptions {
  /** REDIS_URL. */
  url: string;
  /** REDIS_FAILURE: whether this replica counts for itself, or limited requests are refused. */
  failure: 'count' | 'refuse';
  log: Pick<Logger, 'error' | 'info'>;
}

/**
 * Creates stores in Redis, which all replicas share. Each key expires. The log says once when Redis stops
 * answering, and once when it answers again; until then, and from the start if it does not answer then, every call does
 * what `failure` says. An answer of another shape than the command's is a failure as well.
 */
export function redisStores({ url, failure, log }: RedisStoresOptions): RedisStores {
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
  const noteFailure = ({ message, code }: NodeJS.ErrnoException): void => {
    failedAt = performance.now();
    if (!answers) return;
    answers = false;
    const consequence =
      failure === 'count' ? 'this replica counts limits for itself' : 'limited requests are refused';
    // not the whole error: it may quote a key or a command; not as `code`, which the log redacts
    log.error({ reason: code ?? message.slice(0, 60) }, `Redis does not answer: ${consequence}`);
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

  /** Runs a command in Redis; if that fails, refuses, or runs its counterpart in the replica's own store. */
  const run = async <Result>(
    command: () => Promise<Result>,
    inReplica: () => Promise<Result> | Result,
  ): Promise<Result> => {
    try {
      const result = await command();
      // while Redis is full it still answers what only reads
      if (performance.now() - failedAt > recoveryMs) noteAnswer();
      return result;
    } catch (error) {
      noteFailure(error as Error);
      // a connection without answers is no better than none
      if (isOpen && !(error instanceof ReplyError || error instanceof UnexpectedAnswer)) {
        isOpen = false;
        redis.disconnect(true);
      }
      if (failure === 'refuse') throw limitsUnavailable(error);
      return inReplica();
    }
  };

  const counter: MakeStore = (name, windowMs) => {
    const own = inMemory.counter(name, windowMs);
    const keyOf = keysOf(name);
    return {
      increment: (key) =>
        run(
          async () => {
            const [totalHits, left] = hitsIn(await redis.eval(countHit, 1, keyOf(key), windowMs));
            return { totalHits, resetTime: new Date(Date.now() + left) };
          },
          () => own.increment(key),
        ),
      decrement: (key) =>
        run(
          async () => {
            await redis.eval(undoHit, 1, keyOf(key));
          },
          () => own.decrement(key),
        ),
      resetKey: (key) =>
        run(
          async () => {
            await redis.del(keyOf(key));
          },
          () => own.resetKey(key),
        ),
      // each store has keys of its own: several may count one request by the same key
      localKeys: true,
    };
  };

  const memory: MakeMemory = (name, ttlMs) => {
    const own = inMemory.memory(name, ttlMs);
    const keyOf = keysOf(name);
    return {
      get: (key) =>
        run(
          async () => {
            const [isPresent, text] = textIn(await redis.eval(readText, 1, keyOf(key)));
            return isPresent ? text : undefined;
          },
          () => own.get(key),
        ),
      set: (key, text) =>
        run(
          async () => {
            await redis.set(keyOf(key), text, 'PX', ttlMs);
          },
          () => own.set(key, text),
        ),
      add: (key, text) =>
        run(
          async () => textIn(await redis.eval(addText, 1, keyOf(key), text, ttlMs))[0],
          () => own.add(key, text),
        ),
      delete: (key) =>
        run(
          async () => {
            await redis.del(keyOf(key));
          },
          () => own.delete(key),
        ),
    };
  };

  return { counter, memory, close: () => redis.disconnect() };
}
