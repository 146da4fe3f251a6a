import { describe, expect, test } from '@jest/globals';
import { adminId, cookie, refused, session, adminHarness } from '../../test/support/adminHarness.ts';

const minute = 60_000;
const hour = 60 * minute;
const change = { ...cookie, 'X-CSRF-Token': 'good' };
const html = { Accept: 'text/html,application/xhtml+xml' };
const list = '/admin/identities?page_size=5';

/** A portal whose admin signed in the given number of milliseconds ago, or at the given time. */
const signedIn = (ago: number | string | null | undefined, more: object = {}) => {
  const authenticated_at = typeof ago === 'number' ? new Date(Date.now() - ago).toISOString() : ago;
  return adminHarness({ whoami: { status: 200, body: { ...session, authenticated_at, ...more } } });
};

describe('a change by an admin', () => {
  test.each(['DELETE', 'PATCH', 'PUT'])('with a sign-in 14 minutes ago is made: %s', async (method) => {
    const { call, target } = await signedIn(14 * minute);
    const path = '/admin/identities/i1';
    const headers = { ...change, 'Content-Type': 'application/json' };
    expect((await call(headers, path, method)).status).toBe(200);
    expect(target.received).toHaveLength(1);
  });

  test.each([
    ['16 minutes ago', 16 * minute],
    ['at a time that Kratos leaves out', undefined],
    ['at the time null', null],
    ['at an invalid time', 'yesterday'],
  ])('with a sign-in %s is refused, and says how to renew it', async (_what, ago) => {
    const { call, target, audited } = await signedIn(ago);
    const answer = await call(change, '/admin/identities/i1', 'DELETE');
    expect(answer.status).toBe(403);
    expect(await answer.json()).toMatchObject({
      error: {
        id: 'session_refresh_required',
        redirect_browser_to: 'https://portal.example/login?refresh=true&aal=aal2',
      },
    });
    expect(target.received).toEqual([]);
    expect(audited).toMatchObject([{ caller: { id: adminId }, outcome: 'session_refresh_required' }]);
  });

  test('that accepts HTML is refused in the same way, because a redirect could not repeat it', async () => {
    const { call, target } = await signedIn(16 * minute);
    const answer = call({ ...change, ...html }, '/admin/identities/i1', 'DELETE');
    await refused(answer, 403, 'session_refresh_required', target);
  });
});

describe('reading by an admin', () => {
  test('is allowed with a sign-in 11 hours ago', async () => {
    const { call } = await signedIn(11 * hour);
    expect((await call(cookie, list)).status).toBe(200);
  });

  test('is refused with a sign-in 13 hours ago, and the renewal returns to the requested URL', async () => {
    const { call, target } = await signedIn(13 * hour);
    const answer = await call(cookie, list);
    expect(answer.status).toBe(403);
    const { error } = (await answer.json()) as { error: { id: string; redirect_browser_to: string } };
    expect(error.id).toBe('session_refresh_required');
    const back = new URL(error.redirect_browser_to).searchParams.get('return_to');
    expect(back).toBe(`https://portal.example${list}`);
    expect(target.received).toEqual([]);
  });

  test.each([
    ['the sign-in can be confirmed', 13 * hour, {}, { refresh: 'true', aal: 'aal2' }],
    ['the second factor can be given', 0, { authenticator_assurance_level: 'aal1' }, { aal: 'aal2' }],
  ])('in a browser redirects to where %s, and back', async (_what, ago, more, parameters) => {
    const { call, target } = await signedIn(ago, more);
    const answer = await call({ ...cookie, ...html }, list);
    expect(answer.status).toBe(303);
    const url = new URL(answer.headers.get('location') ?? '');
    expect(url.origin + url.pathname).toBe('https://portal.example/login');
    expect(Object.fromEntries(url.searchParams)).toEqual({
      ...parameters,
      return_to: `https://portal.example${list}`,
    });
    expect(target.received).toEqual([]);
  });
});

test('a caller who is not an admin does not learn that the sign-in is too old', async () => {
  const body = { ...session, authenticated_at: new Date(0).toISOString() };
  const { call, target } = await adminHarness({ whoami: { status: 200, body }, admins: [] });
  await refused(call(cookie), 403, 'forbidden', target);
});
