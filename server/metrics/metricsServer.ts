import { createServer, type Server } from 'node:http';
import type { Exposition } from './exposition.ts';

/** Time limits of a scrape, in milliseconds. */
const headersMs = 5_000;
const requestMs = 10_000;
/** Without progress in an answer that the scraper does not read. */
const idleMs = 10_000;

/** Prometheus needs one connection, or a few if there are several; the rest are refused. */
const maxConnections = 64;

/** The longest headers of a scrape, in bytes. */
const maxHeaderBytes = 8192;

const common = { 'Cache-Control': 'no-store', 'X-Content-Type-Options': 'nosniff' };

/**
 * Creates a server that answers GET and HEAD of `/metrics`, and nothing else.
 *
 * @param timeoutMs how long a connection stays open without progress, in milliseconds
 */
export function metricsServer(read: Exposition['read'], timeoutMs = idleMs): Server {
  const server = createServer(
    {
      headersTimeout: headersMs,
      requestTimeout: requestMs,
      connectionsCheckingInterval: 1_000,
      maxHeaderSize: maxHeaderBytes,
    },
    (request, response) => {
      const refuse = (status: number, headers: Record<string, string> = {}): void => {
        // a body is not read
        response.writeHead(status, { ...common, ...headers, Connection: 'close' }).end();
      };
      if (request.url !== '/metrics') {
        refuse(404);
        return;
      }
      if (request.method !== 'GET' && request.method !== 'HEAD') {
        refuse(405, { Allow: 'GET, HEAD' });
        return;
      }
      read(request.headers.accept).then(
        ({ contentType, text }) => {
          response.writeHead(200, { ...common, 'Content-Type': contentType }).end(text);
        },
        () => refuse(500),
      );
    },
  );
  server.maxConnections = maxConnections;
  server.timeout = timeoutMs;
  return server;
}
