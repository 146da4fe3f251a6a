import { afterEach, describe, expect, test } from '@jest/globals';
import { closeHarness } from '../../../test/support/gatewayHarness.ts';
import {
  portalUrl,
  signUp,
  email,
  account,
  code,
  password,
  sessionOf,
  unproved,
  verified,
  setsSession,
  reviewHarness,
} from '../../../test/support/reviewHarness.ts';
import { upstreamFailed } from '../../http/upstreamErrors.ts';
import { lastMethods } from '../../security/cookies/lastMethods.ts';
import type { StoredIdentity } from '../../provider/identities.ts';

afterEach(closeHarness);

describe('a first proof of an address', () => {
  test('ends older credentials, the grants of applications, and all sessions but the new one', async () => {
    const { identities, post, revoke } = await reviewHarness({
      answer: { headers: setsSession },
      session: verified,
    });
    const answer = await post(code);
    expect(identities.endCredentials).toHaveBeenCalled();
    expect(identities.endSessions).toHaveBeenCalledWith('ada', 's');
    expect(answer.headers.getSetCookie().join()).toMatch(
      /ory_kratos_session=new.*portal_credentials_ended=1/,
    );
    expect(revoke).toHaveBeenCalledWith('ada', 'all');
  });

  test('leads to the sign-in if its own session lacked a second factor and was ended with the others', async () => {
    let hasEnded = false;
    const { post } = await reviewHarness({
      answer: { headers: setsSession },
      session: () => (hasEnded ? 'none' : 'secondFactor'),
      admin: { endSessions: () => Promise.resolve(void (hasEnded = true)) },
    });
    const answer = await post({ method: 'code', email, code: '123456' }, {}, 'recovery');
    expect([answer.status, await answer.json()]).toMatchObject([
      422,
      { redirect_browser_to: `${portalUrl}/login` },
    ]);
    const cookies = answer.headers.getSetCookie().join();
    expect(cookies).toContain('portal_credentials_ended=1');
    expect(cookies).not.toContain('ory_kratos_session');
  });

  test('ends credentials twice, in case a concurrent change of the settings restored them', async () => {
    const done: string[] = [];
    const note =
      <Value>(what: string, value: Value) =>
      (): Promise<Value> =>
        Promise.resolve(done.push(what)).then(() => value);
    const { post } = await reviewHarness({
      answer: { headers: setsSession },
      session: verified,
      admin: { endCredentials: note('credentials', []), endSessions: note('sessions', undefined) },
    });
    await post(code);
    expect(done).toEqual(['credentials', 'sessions', 'credentials', 'sessions']);
  });

  test('is undone if keys remain that cannot be removed', async () => {
    const { identities, post } = await reviewHarness({
      answer: { headers: setsSession },
      session: verified,
      admin: { endCredentials: () => Promise.resolve(['passkey']) },
    });
    expect((await post(code)).status).toBe(502);
    expect(identities.unverify).toHaveBeenCalled();
  });

  test.each([
    ['a sign-in, with scripts', 'login', 400, '{}', {}],
    ['a sign-in, without scripts', 'login', 303, '', { accept: 'text/html' }],
    ['a recovery, with scripts', 'recovery', 200, '{}', {}],
    ['a recovery, without scripts', 'recovery', 303, '', { accept: 'text/html' }],
  ])(
    'ends nothing because of a wrong code sent at the same time in %s',
    async (_what, kind, status, body, headers) => {
      const answer = { status, body, headers: { location: '/login?flow=f1' } };
      for (const flow of [{ id: 'f1', state: 'sent_email' }, undefined]) {
        const { identities, post } = await reviewHarness({ answer, ...(flow && { flow }) });
        await post({ ...code, email }, headers, kind);
        expect(identities.endCredentials).not.toHaveBeenCalled();
      }
      const { identities, post } = await reviewHarness({
        answer,
        flow: { id: 'f1', state: 'passed_challenge' },
      });
      await post({ ...code, email }, headers, kind);
      expect(identities.endCredentials).toHaveBeenCalled();
    },
  );

  test('ends nothing because of somebody who signs in to another account at the same time', async () => {
    const session = { ...verified, identity: { ...verified.identity, id: 'eve' } };
    const { identities, post } = await reviewHarness({ answer: { headers: setsSession }, session });
    await post({ ...code, address: 'eve@example.org' });
    expect(identities.endCredentials).not.toHaveBeenCalled();
  });

  test('does not count if the sign-in began before the account got the address, which starts over', async () => {
    const young = (): Promise<StoredIdentity> =>
      Promise.resolve({
        ...account(true),
        verifiable_addresses: [{ value: email, verified: true, created_at: '2026-01-01T12:00:00.5Z' }],
      });
    const admin = { find: young };
    for (const [issued_at, status, location] of [
      ['2026-01-01T12:00:00.4Z', 410, `${portalUrl}/login`],
      ['2026-01-01T12:00:00.6Z', 200, null],
      [undefined, 410, `${portalUrl}/login`],
    ] as const) {
      const { post } = await reviewHarness({ flow: { issued_at }, admin });
      expect((await post(code)).status).toBe(status);
      const native = await post(code, { accept: 'text/html' });
      expect(native.headers.get('location')).toBe(location);
    }
  });

  test('is undone if ending the older credentials fails, and the answer is withheld', async () => {
    const { identities, post } = await reviewHarness({
      answer: { headers: setsSession },
      admin: { endCredentials: () => Promise.reject(upstreamFailed()) },
    });
    const answer = await post(code);
    expect(answer.status).toBe(502);
    expect(answer.headers.getSetCookie()).toEqual([]);
    expect(identities.unverify).toHaveBeenCalledWith(expect.objectContaining({ id: 'ada' }), [email]);
    expect(identities.endSessions).toHaveBeenCalledWith('ada', undefined);
  });

  test('counts even if the provider’s answer is lost', async () => {
    const { identities, post } = await reviewHarness({
      answer: { headers: { 'Content-Encoding': 'gzip' }, body: 'not gzip' },
    });
    expect((await post(code)).status).toBe(502);
    expect(identities.endCredentials).toHaveBeenCalled();
  });

  test.each([
    ['a form that proves nothing', code, false, {}],
    ['a sign-in with a password', password, true, {}],
    ['the browser that presented the credential', code, true, { account: 'ada' }],
  ])('%s ends nothing', async (_what, fields, proves, presented) => {
    const { identities, post } = await reviewHarness({
      proves,
      answer: { headers: setsSession },
      session: verified,
    });
    const cookie = 'account' in presented ? signUp.keep(presented)?.split(';')[0] : undefined;
    await post(fields, cookie === undefined ? {} : { cookie });
    expect(identities.endCredentials).not.toHaveBeenCalled();
  });

  test.each<[string, StoredIdentity['credentials'], string[]]>([
    ['a social account', { oidc: { identifiers: ['google:1'] } }, ['oidc.google']],
    ['a passkey', { passkey: { config: { credentials: [{}] } } }, ['passkey']],
    ['two social accounts', { oidc: { identifiers: ['google:1', 'apple:1'] } }, []],
    [
      'two methods',
      { password: { config: { hashed_password: 'a' } }, oidc: { identifiers: ['google:1'] } },
      [],
    ],
  ])(
    'by the browser of a sign-up with %s remembers the method for its next sign-in, if it is the only one',
    async (_what, credentials, methods) => {
      const { post } = await reviewHarness({
        answer: { headers: setsSession },
        session: verified,
        admin: { get: () => Promise.resolve({ ...account(true), credentials }) },
      });
      const cookie = signUp.keep({ account: 'ada' })?.split(';')[0] ?? '';
      const { headers } = await post(code, { cookie });
      expect(lastMethods(headers.getSetCookie().join('; '), portalUrl)).toEqual(methods);
    },
  );

  test.each([
    ['without a session', 'none'],
    ['with a session of an account that has another address to verify', sessionOf([unproved])],
  ] as const)(
    'of an address that the provider does not name, %s, starts a verification in this browser',
    async (_what, session) => {
      const { post } = await reviewHarness({ session });
      const own = { cookie: 'ory_kratos_session=own' };
      const answer = await post({ method: 'code', code: '123456' }, own, 'verification');
      expect([answer.status, await answer.json()]).toMatchObject([
        422,
        { redirect_browser_to: `${portalUrl}/verification?elsewhere=true` },
      ]);
      const native = await post({ method: 'code', code: '123456' }, { accept: 'text/html' }, 'verification');
      expect([native.status, native.headers.get('location')]).toEqual([
        303,
        `${portalUrl}/verification?elsewhere=true`,
      ]);
      const link = await post({ token: 'of-a-link' }, own, 'verification');
      expect(await link.json()).toMatchObject({
        redirect_browser_to: `${portalUrl}/verification?elsewhere=link`,
      });
    },
  );

  test('in a verification that another tab has passed shows that one', async () => {
    const { post } = await reviewHarness({ flow: { state: 'passed_challenge', ui: { nodes: [] } } });
    const answer = await post({ method: 'code', code: '123456' }, {}, 'verification');
    expect([answer.status, await answer.json()]).toMatchObject([
      422,
      { redirect_browser_to: `${portalUrl}/verification?flow=f1` },
    ]);
    const native = await post({ method: 'code', code: '123456' }, { accept: 'text/html' }, 'verification');
    expect(native.headers.get('location')).toBe(`${portalUrl}/verification?flow=f1`);
  });
});
