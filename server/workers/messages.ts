import type { AuditEntry } from '../gateway/auditWriter.ts';
import type { Snapshot } from '../metrics/sumSnapshots.ts';

/** A call of one of the stores that the primary process keeps: its name and time, in milliseconds, and the arguments. */
export type StoreCall =
  | { counter: string; ms: number; method: 'increment' | 'decrement' | 'resetKey'; key: string }
  | { memory: string; ms: number; method: 'get' | 'set' | 'add' | 'delete'; key: string; text: string };

/** The answer to a `StoreCall`; null for none. A counter answers its hits and the end of its window. */
export type StoreAnswer = { hits: number; endsAt: number } | string | boolean | null;

/** A message from a worker to the primary process. Ids are numbers that the sender chooses, unique among its own. */
export type ToPrimary =
  | { type: 'calls'; id: number; calls: StoreCall[] }
  | { type: 'opened'; id: number; network: string }
  | { type: 'closed'; id: number }
  | { type: 'audit'; entry: AuditEntry }
  | { type: 'metrics'; snapshot: Snapshot }
  /** The answer to `ping`. */
  | { type: 'pong' }
  /** The worker has closed all connections; with its last metrics if it counts any. */
  | { type: 'leaving'; snapshot: Snapshot | undefined }
  /** The worker's last message. */
  | { type: 'left' };

/** A message from the primary process to a worker. */
export type ToWorker =
  | { type: 'answers'; id: number; answers: StoreAnswer[] }
  | { type: 'refuse'; id: number }
  | { type: 'askMetrics' }
  /** A worker that hangs does not answer it. */
  | { type: 'ping' }
  | { type: 'retire' }
  /** The answer to `leaving`: the worker will be given no more connections. */
  | { type: 'mayLeave' };
