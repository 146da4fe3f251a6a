import {
  createServer,
  request as ask,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import sirv from 'sirv';
import { buildsPath, buildTiming, stylesEvent } from './buildsPath.ts';

/** How soon a page reconnects after `npm run dev` has ended, in milliseconds. */
const retryMs = 500;

/** The server that browsers talk to while the portal behind it restarts. */
export interface FrontServer {
  server: Server;
  /** Switches to another portal and reloads the open pages. @param port its port on loopback */
  switchTo(port: number): void;
  /** Lets the open pages load their stylesheets again. */
  restyle(): void;
}

/** Proxies a request unchanged. The answer gets a header that tells the page which build it is of. */
function forward(request: IncomingMessage, response: ServerResponse, port: number): void {
  const { method, url: path, rawHeaders: headers } = request;
  const forwarded = ask({ host: '127.0.0.1', port, method, path, headers }, (answer) => {
    const build = ['Server-Timing', `${buildTiming};desc="${port}"`];
    response.writeHead(answer.statusCode ?? 502, answer.statusMessage, [...answer.rawHeaders, ...build]);
    answer.pipe(response);
  });
  forwarded.on('error', (cause) => {
    if (response.headersSent) response.destroy();
    else response.writeHead(502).end(`The portal does not answer (${cause.message}); its log says why.\n`);
  });
  response.on('close', () => forwarded.destroy());
  request.pipe(forwarded);
}

/**
 * Creates the server that browsers talk to. Only it knows about reloading: the portal behind it is as in production, except
 * that built files are served here, uncached, because a running portal would not notice that they have changed.
 *
 * @param firstPort the port of the first portal on loopback
 * @param directory contains the built `assets`
 */
export function frontServer(firstPort: number, directory: string): FrontServer {
  const files = sirv(directory, { dev: true });
  const pages = new Set<ServerResponse>();
  let port = firstPort;
  // every portal has its own port, which therefore identifies its build
  const announce = (page: ServerResponse): boolean => page.write(`data: ${port}\n\n`);
  const restyle = (page: ServerResponse): boolean => page.write(`event: ${stylesEvent}\ndata:\n\n`);
  let isRestyled = false;
  const server = createServer((request, response) => {
    if (request.url?.startsWith('/assets/')) {
      files(request, response, () => forward(request, response, port));
      return;
    }
    if (request.url !== buildsPath) {
      forward(request, response, port);
      return;
    }
    response.writeHead(200, { 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-store' });
    response.write(`retry: ${retryMs}\n\n`);
    announce(response);
    // the page may have loaded its stylesheets before the change
    if (isRestyled) restyle(response);
    pages.add(response);
    response.on('close', () => pages.delete(response));
  });
  return {
    server,
    switchTo(next) {
      port = next;
      isRestyled = false;
      for (const page of pages) announce(page);
    },
    restyle() {
      isRestyled = true;
      for (const page of pages) restyle(page);
    },
  };
}
