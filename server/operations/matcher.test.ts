import { expect, test } from '@jest/globals';
import { catalogue } from './catalogue.ts';
import { matcher } from './matcher.ts';

const find = matcher(catalogue);
const found = (method: string, path: string): string | undefined => find(method, path)?.operation;

test('a fixed segment wins over a template', () => {
  expect(found('GET', '/sessions/whoami')).toBe('toSession');
  expect(found('DELETE', '/sessions/whoami')).toBe('disableMySession');
});

test('a template matches one segment, whatever is in it', () => {
  expect(found('GET', '/schemas/a%20b;c=d')).toBe('getIdentitySchema');
  expect(found('GET', '/schemas/a/b')).toBeUndefined();
  expect(found('GET', '/schemas/')).toBeUndefined();
});

test('a template may end in a verb', () => {
  expect(found('POST', '/v2alpha1/admin/issuedApiKeys/k1:revoke')).toBe('adminRevokeIssuedApiKey');
  expect(found('POST', '/v2alpha1/admin/issuedApiKeys/k1:rotate')).toBe('adminRotateIssuedApiKey');
  expect(found('POST', '/v2alpha1/admin/issuedApiKeys/:revoke')).toBeUndefined();
  expect(found('POST', '/v2alpha1/admin/issuedApiKeys/k1:other')).toBeUndefined();
});

test.each([
  ['GET', '/Sessions/whoami'],
  ['get', '/sessions/whoami'],
  ['GET', '/sessions/whoami/'],
  ['GET', '//sessions/whoami'],
  ['GET', 'sessions/whoami'],
  ['GET', '/sessions;a=b'],
  ['GET', '/self-service/login/browser;a=b'],
  ['GET', '/admin'],
  ['GET', '/admin/unknown'],
  ['OPTIONS', '/sessions'],
  ['HEAD', '/sessions'],
  ['GET', ''],
  ['GET', '/'],
  ['GET', '/__proto__'],
  ['GET', '/constructor/prototype'],
])('%s %j matches no operation', (method, path) => expect(found(method, path)).toBeUndefined());

test('an encoded path is not the path that it decodes to', () => {
  expect(found('GET', '/%61dmin/identities')).toBeUndefined();
  expect(found('GET', '/sessions/who%61mi')).toBeUndefined();
  expect(found('DELETE', '/sessions/who%61mi')).toBe('disableMySession');
});
