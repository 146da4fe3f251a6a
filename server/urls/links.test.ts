import { describe, expect, test } from '@jest/globals';
import type { Settings } from '../settings/config.ts';
import { linkTo, purposeOf } from './links.ts';

const settings = { PORTAL_URL: 'https://portal.example' } as Settings;
const visit = (url: string) => ({ url, settings });
const more = { login_challenge: 'c', organization: 'o', identity_schema: 's', return_to: '/app' };
const query = new URLSearchParams(more).toString();

/** Returns the path and the parameters of a link. */
const read = (link: string): [path: string, parameters: object] => {
  const { pathname, searchParams } = new URL(link, settings.PORTAL_URL);
  return [pathname, Object.fromEntries(searchParams)];
};

describe('a link to another flow', () => {
  test.each(['login', 'registration'] as const)('to %s carries what the flow was started for', (kind) => {
    const here = visit('/login?flow=f&utm=1');
    const flow = {
      request_url: `https://portal.example/self-service/login/browser?${query}&aal=aal2&refresh=true&via=v`,
    };
    expect(read(linkTo(kind, purposeOf(flow, here), here))).toEqual([`/${kind}`, more]);
  });

  test('prefers the flow’s parameters to those of the URL', () => {
    const here = visit('/login?return_to=/other&login_challenge=other');
    const flow = { request_url: '', return_to: '/app', oauth2_login_challenge: 'c' };
    expect(purposeOf(flow, here)).toMatchObject({ return_to: '/app', login_challenge: 'c' });
  });

  test('to a recovery returns to a sign-in that keeps all its parameters', () => {
    const here = visit(`/login?${query}`);
    const [path, { return_to }] = read(linkTo('recovery', purposeOf({}, here), here)) as [
      string,
      { return_to: string },
    ];
    expect(path).toBe('/recovery');
    expect(return_to.startsWith('https://portal.example/login?')).toBe(true);
    expect(read(return_to)).toEqual(['/login', more]);

    const recovery = { request_url: '', return_to };
    for (const kind of ['login', 'registration'] as const)
      expect(read(linkTo(kind, purposeOf(recovery, visit('/recovery')), here))).toEqual([`/${kind}`, more]);
  });

  test('to a recovery passes a plain return_to on unchanged', () => {
    const here = visit('/login?return_to=https://app.example/');
    expect(linkTo('recovery', purposeOf({}, here), here)).toBe(
      '/recovery?return_to=https%3A%2F%2Fapp.example%2F',
    );
    expect(linkTo('recovery', purposeOf({}, visit('/login')), here)).toBe('/recovery');
  });

  test('takes no parameters from a sign-in page of another site', () => {
    const here = visit('/recovery?return_to=https://evil.example/login?login_challenge=c');
    expect(purposeOf({}, here).login_challenge).toBeUndefined();
  });
});
