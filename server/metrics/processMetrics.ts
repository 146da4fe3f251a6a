import { collectDefaultMetrics, Gauge, type OpenMetricsContentType, type Registry } from 'prom-client';
import type { ServerLoad } from '../http/portalServer.ts';

/**
 * Adds the metrics of the process: prom-client's own (processor time, memory, garbage collection, event loop, file
 * descriptors), and what the portal's HTTP server is doing.
 */
export function processMetrics(registers: [Registry<OpenMetricsContentType>], load: () => ServerLoad): void {
  const [register] = registers;
  collectDefaultMetrics({ register });
  new Gauge({
    name: 'portal_open_connections',
    help: 'Open connections of browsers and proxies.',
    registers,
    collect() {
      this.set(load().connections);
    },
  });
  new Gauge({
    name: 'portal_running_requests',
    help: 'Requests that are being answered.',
    registers,
    collect() {
      this.set(load().requests);
    },
  });
}
