/**
 * Counts what a page and a gateway call cost wherever they run: calls of the provider, bytes, files and memory
 * allocations. `npm run bench` measures the time.
 */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { recordedFlow } from '../support/flows/recordedFlow.ts';
import { closeHarness, fakeUpstream, type FakeUpstream } from '../support/gatewayHarness.ts';
import { consentRequest, session } from '../support/oauth2Harness.ts';
import { startPortal, type RunningPortal } from '../support/portal.ts';
import { sessionCookie } from '../support/servedPage.ts';

/** The budget of a request. Each number leaves a tenth of room; lower it when a change makes room. */
interface Budget {
  path: string;
  /** Whether somebody is signed in. */
  member?: boolean;
  /** The calls of the provider, in alphabetical order. */
  calls: string[];
  /** The size of the answer's body, decoded. */
  bytes: number;
  /** The scripts, stylesheets and other files of the portal that the page names. */
  files: number;
  /** The bytes that the portal allocates for it, in unoptimised code. */
  allocated: number;
}

const budgets: Record<string, Budget> = {
  'a sign-in page, from the cache': {
    path: '/login?flow=f1',
    calls: ['GET /self-service/login/flows'],
    bytes: 15_700,
    files: 4,
    allocated: 255_000,
  },
  'the settings': {
    path: '/settings?flow=f1',
    member: true,
    calls: [
      'GET /admin/identities/ada',
      'GET /admin/oauth2/auth/sessions/consent',
      'GET /self-service/settings/flows',
      'GET /sessions',
      'GET /sessions/whoami',
    ],
    bytes: 40_000,
    files: 9,
    allocated: 2_200_000,
  },
  'the home page': {
    path: '/',
    member: true,
    calls: ['GET /sessions/whoami'],
    bytes: 10_000,
    files: 7,
    // the browser gets the cookie by which it is known to the account
    allocated: 410_000,
  },
  'a consent': {
    path: '/consent?consent_challenge=c1',
    member: true,
    calls: [
      'GET /admin/oauth2/auth/requests/consent',
      'GET /admin/oauth2/auth/sessions/consent',
      'GET /sessions/whoami',
    ],
    bytes: 12_900,
    files: 7,
    allocated: 650_000,
  },
  'a gateway call': {
    path: '/sessions/whoami',
    member: true,
    calls: ['GET /sessions/whoami'],
    bytes: 300,
    files: 0,
    allocated: 150_000,
  },
};

/** A flow that has just begun, with a token in the provider's form: such a page comes from the cache. */
const signIn = JSON.parse(
  JSON.stringify(recordedFlow('login')).replaceAll('csrf-of-login', `${'a'.repeat(86)}==`),
) as object;

const answers: Record<string, object> = {
  'GET /self-service/login/flows': signIn,
  'GET /self-service/settings/flows': recordedFlow('settings'),
  'GET /self-service/logout/browser': { logout_token: 'a', logout_url: 'http://localhost/logout?token=a' },
  'GET /sessions/whoami': session,
  'GET /sessions': [],
  'GET /admin/oauth2/auth/requests/consent': consentRequest,
  'GET /admin/oauth2/auth/sessions/consent': [],
};

let provider: FakeUpstream;
let portal: RunningPortal;

beforeAll(async () => {
  provider = await fakeUpstream(({ method, url }, response) => {
    const answer = answers[`${method} ${url?.split('?', 1)[0]}`];
    response.writeHead(answer ? 200 : 404, { 'Content-Type': 'application/json' });
    response.end(JSON.stringify(answer ?? {}));
  });
  const { url } = provider;
  portal = await startPortal(
    { KRATOS_PUBLIC_URL: url, KRATOS_ADMIN_URL: url, HYDRA_PUBLIC_URL: url, HYDRA_ADMIN_URL: url },
    allocationFlags,
  );
});

afterAll(async () => {
  await portal.stop();
  closeHarness();
});

async function visit({ path, member }: Budget): Promise<string> {
  const answer = await fetch(portal.url + path, {
    headers: { Accept: 'text/html', ...(member && { Cookie: sessionCookie }) },
    redirect: 'manual',
  });
  expect([path, answer.status]).toEqual([path, 200]);
  return answer.text();
}

/**
 * Node's flags with which V8 logs what was allocated: collections are small and frequent, and nothing is optimised,
 * because optimised code allocates less and V8 decides in each run when to optimise.
 */
const allocationFlags = ['--trace-gc-nvp', '--max-semi-space-size=1', '--no-opt', '--no-maglev'];

/** Returns how many bytes the portal has allocated up to its last garbage collection. */
const allocatedBytes = (): number =>
  Array.from(portal.log().matchAll(/ allocated=(\d+) /g)).reduce((sum, [, bytes]) => sum + Number(bytes), 0);

/** How much is allocated to make collections of a megabyte a fine enough measure. */
const measuredBytes = 30_000_000;
const atOnce = 5;

/** Returns the bytes that the portal allocates for a request. */
async function allocatedFor(budget: Budget): Promise<number> {
  const rounds = Math.ceil(measuredBytes / budget.allocated / atOnce);
  const before = allocatedBytes();
  for (let round = 0; round < rounds; round += 1)
    await Promise.all(Array.from({ length: atOnce }, () => visit(budget)));
  return (allocatedBytes() - before) / rounds / atOnce;
}

test.each(Object.entries(budgets))('%s costs no more than its budget', async (_name, budget) => {
  // the second visit may fill the cache of pages
  await visit(budget);
  await visit(budget);
  provider.received.length = 0;
  const body = await visit(budget);
  const calls = provider.received.map(({ method, url }) => `${method} ${url.split('?', 1)[0]}`).toSorted();
  const cost = {
    bytes: Buffer.byteLength(body),
    files: new Set(body.match(/"\/assets\/[^"]+"/g)).size,
    allocated: Math.round(await allocatedFor(budget)),
  };
  const grown = (Object.keys(cost) as (keyof typeof cost)[])
    .filter((what) => cost[what] > budget[what])
    .map((what) => `${what}: ${cost[what]} of ${budget[what]}`);
  expect({ calls, grown }).toEqual({ calls: budget.calls, grown: [] });
});
