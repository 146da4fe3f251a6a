import type { NewEvent } from '../../server/store/events.ts';
import type { Store } from '../../server/store/store.ts';
import type { Express } from 'express';
import request from 'supertest';
import { appInProcess, portalUrl } from './appInProcess.ts';
import { fakeUpstream, type FakeUpstream } from './gatewayHarness.ts';
import { cookieSecret, getPage, sessionCookie } from './servedPage.ts';

/** An upstream's answers by method and path, as in `GET /sessions/whoami`. */
export type Answers = Record<string, [status: number, body?: object]>;

/** A whoami of a user with a verified address. */
export const session = {
  id: 's1',
  active: true,
  authenticator_assurance_level: 'aal1',
  identity: {
    id: 'ada',
    traits: { email: 'ada@example.org', name: { first: 'Ada', last: 'Byron' } },
    verifiable_addresses: [{ value: 'ada@example.org', via: 'email', verified: true }],
  },
};

/** A consent request for `session`'s identity, as Hydra sends it. */
export const consentRequest = {
  challenge: 'c1',
  subject: 'ada',
  skip: false,
  client: {
    client_id: 'harbor',
    client_name: 'Harbor Clinic',
    redirect_uris: ['https://harbor.example/cb'],
  },
  requested_scope: ['openid', 'profile', 'email', 'offline_access'],
  requested_access_token_audience: ['https://api.example'],
  request_url: `${portalUrl}/oauth2/auth?client_id=harbor&redirect_uri=https://harbor.example/cb`,
};

/** Hydra's answer about the consent request of `consentPath`. @param more overrides of `consentRequest` */
export const askedFor = (more: object): Answers => ({
  'GET /admin/oauth2/auth/requests/consent': [200, { ...consentRequest, ...more }],
});

/** Kratos' answer to whoami. */
export const whoami = (status: number, body: object = {}): Answers => ({
  'GET /sessions/whoami': [status, body],
});

/** The page of `consentRequest`. */
export const consentPath = '/consent?consent_challenge=c1';

/** The fields of that page's form, with some of the scopes granted. */
export const allowConsent = {
  consent_challenge: 'c1',
  consent_action: 'accept',
  grant_scope: ['openid', 'email'],
};

/** A portal between a browser and fakes of Kratos and Hydra. */
export interface OAuth2Harness {
  portal: Express;
  hydra: FakeUpstream;
  kratos: FakeUpstream;
  /** What it has added to histories. */
  happened: NewEvent[];
  /** Visits a page as the signed-in user, with further cookies. */
  visit: (path: string, cookies?: string[]) => request.Test;
  /** Posts a form of a page as the signed-in user, with a valid CSRF token unless the fields have another. */
  post: (path: string, fields: object, cookies?: string[]) => Promise<request.Response>;
}

/** A store of nothing. */
const noStore: Store = {
  record: () => Promise.resolve(),
  history: () => Promise.resolve({ events: [], next: undefined, isFirst: true }),
  muted: () => Promise.resolve([]),
  mute: () => Promise.resolve(),
  sendNotices: () => undefined,
  mails: { keep: () => Promise.resolve(), read: () => Promise.resolve({ mails: [], next: undefined }) },
  deletions: {
    plan: () => Promise.resolve(),
    take: () => Promise.resolve([]),
    cancel: () => Promise.resolve(),
    end: () => Promise.resolve(),
  },
  eventCounts: () => ({ waiting: 0, lost: 0 }),
  backlog: () => Promise.resolve({ notices: 0, oldestNoticeMs: 0, overdueDeletions: 0 }),
  inTurn: (_key, work) => work(),
  people: {
    put: () => Promise.resolve(),
    remove: () => Promise.resolve(),
    signedIn: () => Promise.resolve(false),
    find: () => Promise.resolve({ people: [], next: undefined, isFirst: true }),
    count: () => Promise.resolve(0),
    takeRound: () => Promise.resolve(undefined),
    advance: () => Promise.resolve(false),
    state: () => Promise.resolve({ finishedAt: null, isRunning: false, people: 0 }),
    rebuild: () => Promise.resolve(),
    clear: () => Promise.resolve(),
  },
  acts: {
    record: () => Promise.resolve({ id: '' }),
    read: () => Promise.resolve({ acts: [], next: undefined, isFirst: true }),
    newest: () => Promise.resolve({ hash: '', count: 0 }),
    deleteBefore: () => Promise.resolve(),
  },
  log: () => Promise.resolve({ events: [], next: undefined, isFirst: true }),
  counts: () => Promise.resolve({}),
  limitedNow: () => Promise.resolve([]),
  watch: () => undefined,
  forget: () => Promise.resolve(),
  close: () => Promise.resolve(),
};

async function upstreamWith(answers: Answers): Promise<FakeUpstream> {
  return fakeUpstream((received, response) => {
    const [status, body] = answers[`${received.method} ${received.url?.split('?')[0]}`] ?? [404, {}];
    response.writeHead(status, { 'Content-Type': 'application/json' });
    response.end(status === 204 ? undefined : JSON.stringify(body ?? {}));
  });
}

const accept = 'PUT /admin/oauth2/auth/requests/consent/accept';
const reject = 'PUT /admin/oauth2/auth/requests/consent/reject';

/**
 * Starts the harness; end it with `closeHarness`.
 *
 * @param hydra Hydra's answers, in addition to those about `consentRequest`, accepting it and rejecting it
 * @param kratos Kratos' answers, in addition to `session`; the portal has its admin API if there are any of it
 * @param settings further settings
 */
export async function oauth2Harness(
  hydra: Answers = {},
  kratos: Answers = {},
  settings: Record<string, string> = {},
): Promise<OAuth2Harness> {
  const upstreams = {
    kratos: await upstreamWith({ 'GET /sessions/whoami': [200, session], ...kratos }),
    hydra: await upstreamWith({
      'GET /admin/oauth2/auth/requests/consent': [200, consentRequest],
      'GET /admin/oauth2/auth/sessions/consent': [200, []],
      [accept]: [200, { redirect_to: `${portalUrl}/oauth2/auth?consent_verifier=v` }],
      [reject]: [200, { redirect_to: `${portalUrl}/oauth2/auth?consent_verifier=r` }],
      ...hydra,
    }),
  };
  const isAdmin = Object.keys(kratos).some((call) => call.includes(' /admin/'));
  const happened: NewEvent[] = [];
  const portal = appInProcess(
    {
      KRATOS_PUBLIC_URL: upstreams.kratos.url,
      HYDRA_ADMIN_URL: upstreams.hydra.url,
      ...(isAdmin && { KRATOS_ADMIN_URL: upstreams.kratos.url }),
      COOKIE_SECRET: cookieSecret,
      ...settings,
    },
    undefined,
    { ...noStore, record: (event) => Promise.resolve(void happened.push(event)) },
  );
  const post = async (path: string, fields: object, more: string[] = []): Promise<request.Response> => {
    const given = await request(portal).get('/api/csrf').set('Cookie', sessionCookie);
    const cookies = [
      sessionCookie,
      ...more,
      ...[given.headers['set-cookie'] ?? []].flat().map((line) => line.split(';')[0]),
    ];
    return request(portal)
      .post(path)
      .set({ Cookie: cookies.join('; '), Origin: portalUrl, Accept: 'text/html' })
      .type('form')
      .send({ _csrf: (given.body as { token: string }).token, ...fields });
  };
  const visit: OAuth2Harness['visit'] = (path, more = []) =>
    getPage(portal, path, [sessionCookie, ...more].join('; '));
  return { portal, ...upstreams, happened, visit, post };
}

/** The body with which the portal accepted or rejected a consent; undefined if it did neither. */
export function decision({ received }: FakeUpstream): Record<string, unknown> | undefined {
  const sent = received.find(
    ({ method, url }) => method === 'PUT' && url.startsWith('/admin/oauth2/auth/requests/consent/'),
  );
  return sent && (JSON.parse(sent.body) as Record<string, unknown>);
}
