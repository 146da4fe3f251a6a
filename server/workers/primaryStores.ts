import type { LimitStores } from '../security/limits/stores.ts';
import type { StoreAnswer, StoreCall, ToPrimary } from './messages.ts';

/** The stores of the primary process, as a worker reaches them. */
export interface PrimaryStores extends LimitStores {
  /** Takes the answers to calls. */
  take: (id: number, answers: readonly StoreAnswer[]) => void;
}

/**
 * Creates stores whose calls the primary process makes, so that all workers count together. Calls of the same moment
 * travel together.
 *
 * @param send sends them
 */
export function primaryStores(send: (message: ToPrimary) => void): PrimaryStores {
  type Resolve = (answer: StoreAnswer) => void;
  const sent = new Map<number, Resolve[]>();
  let waiting: { call: StoreCall; resolve: Resolve }[] = [];
  let lastId = 0;

  const sendWaiting = (): void => {
    lastId += 1;
    sent.set(
      lastId,
      waiting.map(({ resolve }) => resolve),
    );
    send({ type: 'calls', id: lastId, calls: waiting.map(({ call }) => call) });
    waiting = [];
  };
  const ask = (call: StoreCall): Promise<StoreAnswer> =>
    new Promise((resolve) => {
      if (waiting.length === 0) void Promise.resolve().then(sendWaiting);
      waiting.push({ call, resolve });
    });

  return {
    take: (id, answers) => {
      for (const [at, resolve] of (sent.get(id) ?? []).entries()) resolve(answers[at] ?? null);
      sent.delete(id);
    },
    counter: (counter, ms) => ({
      increment: async (key) => {
        const { hits, endsAt } = (await ask({ counter, ms, method: 'increment', key })) as {
          hits: number;
          endsAt: number;
        };
        return { totalHits: hits, resetTime: new Date(endsAt) };
      },
      decrement: async (key) => {
        await ask({ counter, ms, method: 'decrement', key });
      },
      resetKey: async (key) => {
        await ask({ counter, ms, method: 'resetKey', key });
      },
    }),
    memory: (memory, ms) => ({
      get: async (key) =>
        ((await ask({ memory, ms, method: 'get', key, text: '' })) as string | null) ?? undefined,
      set: async (key, text) => {
        await ask({ memory, ms, method: 'set', key, text });
      },
      add: async (key, text) => (await ask({ memory, ms, method: 'add', key, text })) as boolean,
      delete: async (key) => {
        await ask({ memory, ms, method: 'delete', key, text: '' });
      },
    }),
  };
}
