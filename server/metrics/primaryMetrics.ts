import { collectDefaultMetrics, Counter, Registry } from 'prom-client';
import type { Snapshot } from './sumSnapshots.ts';

/** The metrics of a process that keeps workers running. */
export interface PrimaryMetrics {
  /** Counts a worker that exited unexpectedly. */
  countReplaced: () => void;
  snapshot: () => Promise<Snapshot>;
}

/** Creates the metrics of a process that keeps workers running: prom-client's own, and how often it replaced one. */
export function createPrimaryMetrics(): PrimaryMetrics {
  const register = new Registry();
  collectDefaultMetrics({ register });
  const replaced = new Counter({
    name: 'portal_workers_replaced_total',
    help: 'Workers that ended without being asked to, and were replaced.',
    registers: [register],
  });
  return { countReplaced: () => replaced.inc(), snapshot: () => register.getMetricsAsJSON() };
}
