import path from 'node:path';
import { nodeEnvironment, nodeFlags } from '../provider/local/nodeFlags.ts';
import { startServer, type Server } from './startServer.ts';

/** A sign-in page with a flow, as the portal and Express with the flow's fetch alone serve it. */
export const signInPage = '/login?flow=3ff9a25a-5109-4bbf-a40c-80d1d7921d9b';

/** A browser's headers at a first visit, after Kratos has set its cookie. */
export const pageHeaders = {
  accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8',
  'accept-encoding': 'gzip, deflate, br, zstd',
  'accept-language': 'en-GB,en;q=0.9,de;q=0.8',
  cookie: `csrf_token_${'a'.repeat(64)}=${'b'.repeat(86)}==`,
  'sec-fetch-dest': 'document',
  'sec-fetch-mode': 'navigate',
  'sec-fetch-site': 'none',
  'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
};

/**
 * Starts a server that is a file of this folder.
 *
 * @param probe a path that it answers once it is ready
 */
export const startScript = (
  name: string,
  file: string,
  probe: string,
  environment: Record<string, string> = {},
): Promise<Server> =>
  startServer({
    name,
    command: process.execPath,
    args: () => [path.join(import.meta.dirname, file)],
    environment,
    probe,
  });

/** Starts an upstream that answers every call with a sign-in flow. */
export const startFlowUpstream = (): Promise<Server> => startScript('upstream', 'flowUpstream.ts', '/');

/** Starts an upstream that answers calls by their paths. @param sizes the bytes of each answer */
export const startSizedUpstream = (sizes: Record<string, number>): Promise<Server> =>
  startScript('upstream', 'nodeUpstream.ts', '/', { SIZES: JSON.stringify(sizes) });

/** Starts Express with the flow's fetch alone. @param target the URL of its upstream */
export const startBarePage = (target: string): Promise<Server> =>
  startScript('Express and the fetch', 'barePage.ts', signInPage, { TARGET: target });

/**
 * Starts Ory's reference UI, [kratos-selfservice-ui-node](https://github.com/ory/kratos-selfservice-ui-node), on the same Node.
 *
 * @param directory a checkout of it that has been built
 * @param upstream the URL of its identity service
 */
export const startReferenceUi = (directory: string, upstream: string): Promise<Server> =>
  startServer({
    name: 'reference UI',
    command: process.execPath,
    args: () => ['lib/index.js'],
    directory,
    environment: {
      KRATOS_PUBLIC_URL: upstream,
      KRATOS_BROWSER_URL: upstream,
      COOKIE_SECRET: 'a secret of thirty-two characters or more',
      CSRF_COOKIE_NAME: 'csrf',
      CSRF_COOKIE_SECRET: 'a secret of thirty-two characters or more',
    },
    probe: '/health/alive',
  });

/** Starts a plain http-proxy-middleware. @param target the URL of its upstream */
export const startBareProxy = (target: string): Promise<Server> =>
  startScript('http-proxy-middleware', 'bareProxy.ts', '/', { TARGET: target });

/**
 * Starts the built portal without rate limits.
 *
 * @param upstream the URL of its identity service
 * @param options.name its name in the figures
 * @param options.build another build's `dist/server/main.mjs`; this one's by default
 * @param options.environment further settings
 */
export const startBuiltPortal = (
  upstream: string,
  {
    build,
    name = build === undefined ? 'portal' : 'other build',
    environment,
  }: { build?: string; name?: string; environment?: Record<string, string> } = {},
): Promise<Server> =>
  startServer({
    name,
    command: process.execPath,
    args: () => [...nodeFlags, path.resolve(import.meta.dirname, build ?? '../dist/server/main.mjs')],
    environment: {
      ...nodeEnvironment,
      // a portal at localhost would redirect away from the measured address
      PORTAL_URL: 'http://127.0.0.1',
      KRATOS_PUBLIC_URL: upstream,
      COOKIE_SECRET: 'a secret of thirty-two characters or more',
      RATE_LIMIT: 'off',
      KRATOS_HOOKS: 'off',
      ...environment,
    },
    probe: '/health/alive',
  });
