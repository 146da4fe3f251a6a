import { expect, test } from '@jest/globals';
import { clientId } from './clientId.ts';

const basic = (text: string): string => `Basic ${Buffer.from(text).toString('base64')}`;
const jwt = (claims: object): string => `a.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.c`;
const assertion = 'client_assertion_type=urn%3Aietf%3Aparams%3Aoauth%3Aclient-assertion-type%3Ajwt-bearer';

test.each([
  ['in the body', undefined, 'grant_type=a&client_id=app&client_secret=b', 'app'],
  ['in the body, encoded', undefined, 'client%5Fid=%61pp', 'app'],
  ['twice in the body', undefined, 'client_id=app&client_id=other', 'app'],
  ['in the header', basic('app:secret'), 'grant_type=a', 'app'],
  [
    'in the header, with the scheme in another case',
    basic('app:secret').replace('Basic', 'bASIC'),
    '',
    'app',
  ],
  ['in the header, encoded like a form', basic('my+app%3A1:secret'), '', 'my app:1'],
  ['in the header, with a literal percent sign', basic('50%:secret'), '', '50%'],
  ['in both, of which Hydra takes the header', basic('app:secret'), 'client_id=other', 'app'],
  ['in a header that Hydra cannot read, and in the body', 'Basic a=b', 'client_id=app', 'app'],
  ['in a header without a colon, and in the body', basic('other'), 'client_id=app', 'app'],
  ['in a bearer token’s request', 'Bearer a', 'client_id=app', 'app'],
  ['in an assertion', undefined, `${assertion}&client_assertion=${jwt({ sub: 'app' })}`, 'app'],
  [
    'in an assertion and in the body',
    basic('a:b'),
    `${assertion}&client_assertion=${jwt({ sub: 'a' })}&client_id=app`,
    'app',
  ],
  ['in an invalid assertion', undefined, `${assertion}&client_assertion=a`, undefined],
  [
    'in the header, behind an assertion’s type that is empty at first',
    basic('app:secret'),
    `client_assertion_type=&${assertion}&client_id=&client_id=decoy`,
    'app',
  ],
  ['nowhere, because the first of several is empty', undefined, 'client_id=&client_id=decoy', undefined],
  ['nowhere', undefined, 'grant_type=a', undefined],
])('a client’s id %s is read as Hydra reads it', (_where, authorization, body, id) => {
  expect(clientId({ authorization }, [...new URLSearchParams(body)])).toBe(id);
});
