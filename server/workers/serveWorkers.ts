import type { Worker } from 'node:cluster';
import type { AuditWriter } from '../gateway/auditWriter.ts';
import { countConnections } from '../http/limitConnections.ts';
import type { GatheredMetrics } from './gatherMetrics.ts';
import { keptStores } from './keptStores.ts';
import type { ToPrimary, ToWorker } from './messages.ts';

/** The state that the primary process keeps for its workers. */
export interface ServeOptions {
  /** CONNECTIONS_PER_ADDRESS. */
  maxPerAddress: number;
  audit: AuditWriter;
  /** Undefined without METRICS_PORT. */
  metrics: Pick<GatheredMetrics, 'keep' | 'end'> | undefined;
}

/** Answers the messages of workers. */
export interface WorkerService {
  start: (worker: Worker) => void;
  /** Forgets the connections of a worker that is gone, and keeps its totals. */
  end: (worker: Worker) => void;
}

/** Keeps for all workers together: the limits' counts, the connections of each address, the audit and the metrics. */
export function serveWorkers({ maxPerAddress, audit, metrics }: ServeOptions): WorkerService {
  const makeCall = keptStores();
  const countConnection = countConnections(maxPerAddress);
  /** The functions that end the count of each open connection. */
  const connections = new Map<Worker, Map<number, () => void>>();

  const answer = async (worker: Worker, message: ToPrimary): Promise<void> => {
    const reply = (text: ToWorker): void => void worker.send(text);
    const open = connections.get(worker);
    switch (message.type) {
      case 'calls':
        reply({ type: 'answers', id: message.id, answers: await Promise.all(message.calls.map(makeCall)) });
        break;
      case 'opened':
        open?.set(
          message.id,
          countConnection(message.network, () => reply({ type: 'refuse', id: message.id })),
        );
        break;
      case 'closed':
        open?.get(message.id)?.();
        open?.delete(message.id);
        break;
      case 'audit':
        audit.write(message.entry);
        break;
      case 'metrics':
        metrics?.keep(worker, message.snapshot);
        break;
      case 'leaving':
        if (message.snapshot) metrics?.keep(worker, message.snapshot);
        reply({ type: 'mayLeave' });
        break;
    }
  };

  return {
    start: (worker) => {
      connections.set(worker, new Map());
      worker.on('message', (message: ToPrimary) => void answer(worker, message));
    },
    end: (worker) => {
      for (const closed of connections.get(worker)?.values() ?? []) closed();
      connections.delete(worker);
      metrics?.end(worker);
    },
  };
}
