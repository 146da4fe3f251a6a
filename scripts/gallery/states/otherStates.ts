import type { ErrorDetails, Page, PageProps } from '../../../shared/page.ts';
import { rateLimited } from '../../../shared/flow/errorId.ts';
import { input } from '../../../test/support/flows/flowParts.ts';
import { long, mailForm, signedIn, type State } from './state.ts';

const home = { androidAppUrl: 'https://apps.example/android', iosAppUrl: 'https://apps.example/ios' };

const session = { isVerified: true, secondFactor: 'unused', signedInAt: '2026-11-05T08:00:00Z' } as const;

const passkeyOffer: PageProps['home']['passkeyOffer'] = {
  ui: {
    action: '/self-service/settings?flow=f1',
    method: 'POST',
    nodes: [
      input('passkey', 'passkey_register_trigger', 'button', {
        onclickTrigger: 'oryPasskeySettingsRegistration',
      }),
    ],
  },
};

const client = {
  name: 'Lab Results',
  url: 'https://lab.example/',
  policyUrl: 'https://lab.example/privacy',
  termsUrl: 'https://lab.example/terms',
};

const consent: PageProps['consent'] = {
  challenge: 'challenge',
  client,
  scopes: ['openid', 'profile', 'email', 'offline_access'],
  receiver: 'lab.example',
  rememberDays: 30,
  switchUrl: '/logout',
};

const chosen: PageProps['chooseAccount'] = {
  challenge: 'challenge',
  client,
  asked: 'grace@example.org',
  next: '/login',
  stayUrl: '/login',
};

const chooseState = (
  name: string,
  more: Partial<PageProps['chooseAccount']> = {},
  context = signedIn,
): State => ({
  name: `chooseAccount/${name}`,
  page: { name: 'chooseAccount', props: { ...chosen, ...more } },
  context,
});

const choices: State[] = [
  chooseState('first'),
  chooseState('must-change', { asked: undefined, stayUrl: undefined }),
  chooseState(
    'long-names',
    { client: { ...client, name: long.name }, asked: long.address },
    { signedInAs: long.name, signedInAddress: long.address },
  ),
];

const consentState = (name: string, more: Partial<PageProps['consent']> = {}, context = signedIn): State => ({
  name: `consent/${name}`,
  page: { name: 'consent', props: { ...consent, ...more } },
  context,
});

const consents: State[] = [
  consentState('first'),
  consentState('no-scopes', { scopes: [], rememberDays: 0 }),
  consentState('unnamed-application', { client: {} }),
  consentState('other-account', { otherAccount: true }),
  consentState('former-account', { otherAccount: true, formerAccount: long.address }),
  consentState('self-registered', {
    client: { ...client, isSelfRegistered: true },
    scopes: ['openid', 'lab:results:read', 'offline_access'],
    receiver: 'device',
  }),
  consentState('introduced-by-document', { client: { ...client, introducedBy: 'agents.example' } }),
  consentState(
    'long-names',
    {
      client: { ...client, name: long.name },
      scopes: [...consent.scopes, 'address', 'phone', 'lab:results:read', `urn:${'scope:'.repeat(12)}read`],
    },
    { signedInAs: long.name, signedInAddress: long.address },
  ),
];

const application = { requestUrl: '/oauth2/auth?client_id=c1', name: 'Lab Results', url: client.url };

const error = (code: number, id: string, reason?: string): ErrorDetails => ({
  code,
  ...(reason !== undefined && { reason }),
  details: { code, id, ...(reason !== undefined && { reason }), message: 'The request failed.' },
});

const errors: Record<string, Omit<PageProps['error'], 'retryUrl'>> = {
  'not-found': { error: error(404, 'not_found', 'There is nothing at this address.'), backUrl: '/' },
  'server-fault': { error: error(500, 'internal'), backUrl: '/' },
  'bad-gateway': { error: error(502, 'upstream_failed'), backUrl: '/' },
  'no-answer': { error: error(0, 'upstream_unreachable'), backUrl: '/' },
  csrf: {
    error: error(403, 'security_csrf_violation', 'A security violation was detected.'),
    backUrl: '/login',
  },
  cookies: { error: { ...error(403, 'csrf'), cause: 'cookies_needed' }, backUrl: '/login' },
  'too-many': {
    error: { code: 429, details: { code: 429, id: rateLimited, retry_after: 90 } },
    backUrl: '/login',
  },
  gone: {
    error: error(410, 'challenge_over', 'The application’s request is no longer valid.'),
    backUrl: '/',
  },
  'unknown-reason': {
    error: error(400, 'unknown', `The request was malformed: ${'field/'.repeat(30)}`),
    backUrl: '/',
  },
  'fault-for-an-application': { error: error(503, 'upstream_busy'), backUrl: client.url, application },
  'for-an-application': {
    error: { ...error(400, 'login_challenge'), title: 'error.title.oauth2', cause: 'login_challenge' },
    backUrl: client.url,
    application,
  },
};

const device = (name: string, props: Partial<PageProps['device']> = {}): State => ({
  name: `device/${name}`,
  page: { name: 'device', props: { challenge: 'challenge', userCode: '', ...props } },
  context: signedIn,
});

const plain = (name: string, page: Page, context: State['context'] = {}): State => ({ name, page, context });

const opened = (name: string, address?: string, context: State['context'] = {}): State[] =>
  (['recovery', 'verification'] as const).map((kind) => {
    const props = { action: `/self-service/${kind}?flow=f1`, token: 'token', ...(address && { address }) };
    return plain(`${kind}Link/${name}`, { name: `${kind}Link`, props }, context);
  });

/** The pages without a flow. */
export const otherStates: State[] = [
  plain('home/signed-out', { name: 'home', props: home }),
  plain('home/sign-up-off', { name: 'home', props: { ...home, signUpOff: true } }),
  plain(
    'home/without-a-name',
    { name: 'home', props: { ...home, session } },
    { signedInAs: long.address, signedInAddress: long.address },
  ),
  plain('home/signed-in', { name: 'home', props: { ...home, session } }, signedIn),
  plain(
    'home/address-not-verified',
    {
      name: 'home',
      props: {
        ...home,
        session: { ...session, isVerified: false },
        unverified: { address: long.address, form: mailForm, codeUrl: '/verification?flow=f' },
      },
    },
    { signedInAs: long.name, signedInAddress: long.address },
  ),
  plain('home/passkey-offered', { name: 'home', props: { ...home, session, passkeyOffer } }, signedIn),
  plain('home/passkey-added', { name: 'home', props: { ...home, session, passkeyAdded: true } }, signedIn),
  plain('home/account-linked', { name: 'home', props: { ...home, session, linked: 'Acme' } }, signedIn),
  plain(
    'home/registered',
    { name: 'home', props: { ...home, session, isNew: true, registered: true } },
    signedIn,
  ),
  plain(
    'home/first-sign-in',
    { name: 'home', props: { ...home, session, isNew: true, passkeyOffer } },
    signedIn,
  ),
  plain('home/already-verified', { name: 'home', props: { ...home, session, isVerified: true } }, signedIn),
  plain('home/new-password', { name: 'home', props: { ...home, session, hasNewPassword: true } }, signedIn),
  plain(
    'home/backup-code',
    { name: 'home', props: { ...home, session, backupCode: { left: 11 } } },
    signedIn,
  ),
  plain('home/signed-in-already', { name: 'home', props: { ...home, session, already: true } }, signedIn),
  plain('home/provider-unreachable', { name: 'home', props: { ...home, unreachable: true } }),
  plain('accessibility/statement', { name: 'accessibility', props: {} }),
  plain('logout/first', { name: 'logout', props: {} }, signedIn),
  plain('logout/signed-out', { name: 'logout', props: { signedOut: true } }),
  plain(
    'logout/for-an-application',
    { name: 'logout', props: { challenge: 'c', clientName: long.name } },
    signedIn,
  ),
  plain(
    'logout/to-recover',
    { name: 'logout', props: { next: 'http://localhost:3000/recovery' } },
    { awaitsSecondFactor: true },
  ),
  ...opened('own', 'ada@portal.example'),
  ...opened('elsewhere'),
  ...opened('signed-in', undefined, signedIn),
  ...opened('long-names', long.address, { signedInAs: long.name }),
  ...choices,
  ...consents,
  device('first'),
  device('filled-in', { userCode: 'ABCD-EFGH' }),
  device('empty', { problem: 'empty' }),
  device('wrong', { userCode: 'ABCD-EFGX', problem: 'wrong' }),
  plain('device/done', { name: 'deviceDone', props: {} }, signedIn),
  plain('device/denied', { name: 'deviceDenied', props: {} }, signedIn),
  ...Object.entries(errors).map(([name, props]) =>
    plain(`error/${name}`, { name: 'error', props: { ...props, retryUrl: '/login' } }),
  ),
];
