import { describe, expect, test } from '@jest/globals';
import { providerCookies } from './providerCookies.ts';

const cookies = providerCookies('ory_kratos_session');
const project = 'ory_session_quiet';

describe('the session cookie', () => {
  test.each([
    ['ory_kratos_session', 'ory_kratos_session'],
    ['ory_kratos_session', '__Host-ory_kratos_session'],
    ['ory_kratos_session', '__Secure-ory_kratos_session'],
    ['ory_kratos_session', project],
    ['sid', '__Host-sid'],
    ['__Host-sid', '__Host-sid'],
  ])('configured as %s is found as %s', (setting, name) => {
    const { session, forUpstream } = providerCookies(setting);
    expect(session(`a=b; ${name}=x=y`)).toBe(`${name}=x=y`);
    expect(forUpstream(`a=b; ${name}=x=y`, 'kratosPublic')).toBe(`${name}=x=y`);
    expect(forUpstream(`${name}=x`, 'hydraPublic')).toBeUndefined();
  });

  test.each([
    ['ory_kratos_session', 'ory_kratos_continuity'],
    ['ory_kratos_session', 'ORY_KRATOS_SESSION'],
    ['ory_kratos_session', '\u00a0ory_kratos_session'],
    ['ory_kratos_session', '__host-ory_kratos_session'],
    ['ory_kratos_session', 'sid'],
    ['sid', 'ory_kratos_session'],
    // any host that can set cookies for a parent domain could set this one
    ['__Host-sid', 'sid'],
    ['__Host-sid', '__Secure-sid'],
  ])('configured as %s is not %s', (setting, name) => {
    expect(providerCookies(setting).session(`${name}=x`)).toBeUndefined();
  });
});

test('Kratos gets the cookies of the portal’s that its web hooks bring back, and no others', () => {
  const own = 'portal_sign_up=a; __Host-portal_browser=b; locale=de';
  expect(cookies.forUpstream(`theme=dark; ${own}; portal_methods=c`, 'kratosPublic')).toBe(own);
});

describe('a duplicate cookie', () => {
  test.each([
    ['a session', 'ory_kratos_session=a; ory_kratos_session=b', ['ory_kratos_session']],
    ['one of them empty', 'ory_kratos_session=; ory_kratos_session=b', ['ory_kratos_session']],
    ['one of them without a value', 'ory_kratos_session; ory_kratos_session=b', ['ory_kratos_session']],
    ['the same twice', 'ory_kratos_session=a;ory_kratos_session=a', ['ory_kratos_session']],
    ['with blanks in the name', 'ory_kratos_session =a;\tory_kratos_session\t=b', ['ory_kratos_session']],
    [
      'with a prefix and without',
      '__Host-ory_kratos_session=a; ory_kratos_session=b',
      ['__Host-ory_kratos_session', 'ory_kratos_session'],
    ],
    [
      'with either prefix',
      '__Secure-ory_kratos_session=a; __Host-ory_kratos_session=b',
      ['__Secure-ory_kratos_session', '__Host-ory_kratos_session'],
    ],
    ['a project’s session', `${project}=a; ${project}=b`, [project]],
    ['a CSRF token', 'csrf_token_1=a; csrf_token_1=b', ['csrf_token_1']],
    ['Hydra’s session', 'ory_hydra_session=a; ory_hydra_session=b', ['ory_hydra_session']],
  ])('%s is reported, and both copies are removed', (_what, header, names) => {
    expect(cookies.doubled(`x=1; ${header}; x=2`)).toEqual({ names, remaining: 'x=1; x=2' });
    expect(cookies.doubled(header).remaining).toBeUndefined();
  });

  test.each([
    'ory_kratos_session=a; csrf_token_1=b; csrf_token_2=c; ory_kratos_continuity=d',
    'ory_session_one=a; ory_session_two=b',
    'locale=fr; locale=de; portal_csrf=a; portal_csrf=b',
    '',
    ';;=;',
  ])('is not found in %j', (header) => {
    expect(cookies.doubled(header)).toEqual({ names: [], remaining: header });
  });

  test('does not count as one if the names differ in a prefix, because anybody could set the one without', () => {
    const header = 'sid=a; __Host-sid=b';
    expect(providerCookies('__Host-sid').doubled(header)).toEqual({ names: [], remaining: header });
  });
});
