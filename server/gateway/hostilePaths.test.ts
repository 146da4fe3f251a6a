import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { catalogue } from '../operations/catalogue.ts';
import { upstreamSettings, type Upstream } from '../operations/operation.ts';
import { fakeUpstream, gatewayHarness, sendRaw } from '../../test/support/selfClosingGateway.ts';

const paths = catalogue.map(({ path }) => path.replaceAll(/\{\w+\}/g, 'x1'));
const prefixes = [
  ...'/schemas /sessions /self-service/login /.well-known/ory /health /assets /a'.split(' '),
  '',
];
const climbs = [
  ...`/.. /../ /./ /%2e%2e/ /%2E%2e /.%2e/ /%252e%252e/ /%25252e%25252e/ /..;/ /..;a=b/ /%2e%2e%3b/
  /..%2f /..%5c %2f %5c / // /%00/ /%c0%ae%c0%ae/ /%u002e%u002e/ /%ef%bc%8e%ef%bc%8e/ ; ;a=b %3b
  ? %3f # %23 %20 %09 %0d%0a * @ :80`.split(/\s+/),
  '/..\\',
  '\0',
  '/\u00a0/',
];

const upperCase = (path: string): string => path.toUpperCase();
const encodedLetter = (path: string): string =>
  path.replace(/[a-z]/, (one) => `%${one.charCodeAt(0).toString(16)}`);

const target = fc.oneof(
  fc
    .tuple(fc.constantFrom(...prefixes), fc.constantFrom(...climbs), fc.constantFrom(...paths))
    .map((parts) => parts.join('')),
  fc
    .tuple(fc.constantFrom(...paths), fc.constantFrom(...climbs, '/', '.json', '%', '%zz', '/.', '/..'))
    .map((parts) => parts.join('')),
  fc.constantFrom(...paths).map(upperCase),
  fc.constantFrom(...paths).map(encodedLetter),
  fc.constantFrom(...paths).map((path) => `http://localhost${path}`),
  fc.constantFrom(...paths).map((path) => `/${path}`),
  fc
    .tuple(fc.constantFrom(...paths), fc.string({ unit: 'binary', maxLength: 8 }))
    .map((parts) => parts.join('')),
);
const method = fc.constantFrom(...'GET POST PUT PATCH DELETE HEAD OPTIONS TRACE get PROPFIND'.split(' '));

/** Patterns of the calls that may arrive without an admin: the non-admin operations, spelt exactly as in the catalogue. */
const allowed = catalogue
  .filter(({ access }) => access !== 'admin')
  .map(({ method, path, head }) => {
    const verb = head ? '(?:GET|HEAD)' : method;
    const literal = path.replaceAll(/[.*+?^$()|[\]\\]/g, '\\$&').replaceAll(/\{\w+\}/g, '[^/?]+');
    return new RegExp(`^${verb} ${literal}(\\?.*)?$`);
  });

test('however a path is spelt, no admin operation reaches an upstream, and forwarded paths are unchanged', async () => {
  const upstream = await fakeUpstream();
  const everywhere = Object.keys(upstreamSettings).map((name) => [name, upstream.url]);
  const { port } = await gatewayHarness(Object.fromEntries(everywhere) as Record<Upstream, string>);
  const head =
    'Host: a\r\nCookie: ory_kratos_session=s\r\nX-CSRF-Token: good\r\nContent-Type: application/json\r\n';
  await fc.assert(
    fc.asyncProperty(method, target, async (verb, path) => {
      const answer = await sendRaw(
        port,
        `${verb} ${path} HTTP/1.1\r\n${head}Content-Length: 2\r\nConnection: close\r\n\r\n{}`,
      );
      expect(answer).not.toMatch(/HTTP\/1.1 5\d\d|127\.0\.0\.1|node:/);
      for (const arrived of upstream.received.splice(0)) {
        const moved = catalogue.find(({ forwardAs }) => forwardAs === arrived.url);
        const got = { method: arrived.method, url: moved?.path ?? arrived.url };
        expect(Buffer.from(path, 'latin1').toString('latin1')).toContain(got.url);
        expect(allowed.some((call) => call.test(`${got.method} ${got.url}`))).toBe(true);
      }
    }),
    { numRuns: 600 },
  );
});
