import type { AuditWriter } from '../gateway/auditWriter.ts';
import type { CountConnection } from '../http/limitConnections.ts';
import type { Snapshot } from '../metrics/sumSnapshots.ts';
import type { LimitStores } from '../security/limits/stores.ts';
import type { ToPrimary, ToWorker } from './messages.ts';
import { primaryStores } from './primaryStores.ts';

/** The parts that a worker shares with the others, through the primary process. */
interface Shared {
  limitStores: LimitStores;
  countConnection: CountConnection;
  audit: AuditWriter;
}

/** The primary process' requests to a worker. */
interface WorkerParts {
  /** Returns the values of its metrics; undefined if it has none. */
  snapshot: () => Promise<Snapshot | undefined>;
  /** Stops listening, and leaves the port to the other workers. */
  retire: () => void;
}

/** A worker's connection to the primary process. Node ends the worker when it breaks. */
export interface PrimaryLink extends Shared {
  /** Begins to serve the primary process' requests. */
  serve: (parts: WorkerParts) => void;
  /** Sends the last metrics. Resolves when the worker may exit: Node has then given back connections that came too late. */
  leave: (snapshot: Snapshot | undefined) => Promise<void>;
}

const send = (message: ToPrimary, sent?: () => void): void =>
  void process.send?.(message, undefined, undefined, sent);

/** Connects this worker to the primary process. */
export function joinPrimary(): PrimaryLink {
  const stores = primaryStores(send);
  const refusals = new Map<number, () => void>();
  let lastConnection = 0;
  let parts: WorkerParts | undefined;
  const mayLeave = Promise.withResolvers<undefined>();

  process.on('message', (message: ToWorker) => {
    switch (message.type) {
      case 'answers':
        stores.take(message.id, message.answers);
        break;
      case 'refuse':
        refusals.get(message.id)?.();
        break;
      case 'askMetrics':
        void parts?.snapshot().then((snapshot) => {
          if (snapshot) send({ type: 'metrics', snapshot });
        });
        break;
      case 'ping':
        send({ type: 'pong' });
        break;
      case 'retire':
        parts?.retire();
        break;
      case 'mayLeave':
        mayLeave.resolve(undefined);
        break;
    }
  });

  return {
    limitStores: stores,
    countConnection: (network, refuse) => {
      const id = (lastConnection += 1);
      refusals.set(id, refuse);
      send({ type: 'opened', id, network });
      return () => {
        refusals.delete(id);
        send({ type: 'closed', id });
      };
    },
    audit: { write: (entry) => send({ type: 'audit', entry }), close: () => undefined },
    serve: (given) => {
      parts = given;
    },
    leave: async (snapshot) => {
      send({ type: 'leaving', snapshot });
      await mayLeave.promise;
      await new Promise<void>((resolve) => {
        send({ type: 'left' }, resolve);
      });
    },
  };
}
