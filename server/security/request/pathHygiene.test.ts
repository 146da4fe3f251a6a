import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { catalogue } from '../../operations/catalogue.ts';
import { costOf } from '../../../test/support/cost.ts';
import { isCleanTarget } from './pathHygiene.ts';

const encode = (text: string): string =>
  Array.from(text, (one) => `%${one.charCodeAt(0).toString(16).padStart(2, '0')}`).join('');

/** Percent-encodes a text repeatedly. */
const encodedAgain = (text: string, times: number): string =>
  times === 0 ? text : encodedAgain(text.replaceAll('%', '%25'), times - 1);

const segment = fc.stringMatching(/^[\w~!$&'()*+,;=:@-]{1,12}$/);
const plainPath = fc.array(segment, { maxLength: 6 }).map((segments) => `/${segments.join('/')}`);

describe('ordinary targets pass', () => {
  test.each(
    `/ /login /login?flow=5a3b
  /self-service/login/browser?return_to=https%3A%2F%2Fexample.org%2F..%2Fa%5Cb&aal=aal2
  /self-service/login/browser?return_to=https://example.org//a/../b /.well-known/ory/webauthn.js
  /v2alpha1/admin/issuedApiKeys/k:revoke /admin/keys/a%20b/%C3%A9 /admin/keys/..a/a..b/...
  /assets/App.module-1f.css /admin/keys/100%25 /admin/keys/100%2525 /a/%252561
  /admin/keys/%2525C3%2525A9
  /login?return_to=%2Flogin%3Freturn_to%3D%25252Fa%2525252e%2525252e%2525252Fb
  /login?return_to=%25ff /a/`.split(/\s+/),
  )('%s', (target) => expect(isCleanTarget(target)).toBe(true));

  test('every path of the catalogue', () => {
    for (const { path } of catalogue) expect(isCleanTarget(path.replaceAll(/\{\w+\}/g, 'x'))).toBe(true);
  });

  test('any path of unreserved characters, and any component that is encoded once and hides no path', () => {
    fc.assert(fc.property(plainPath, (path) => isCleanTarget(path)));
    fc.assert(
      fc.property(fc.string({ minLength: 1, unit: 'grapheme' }), (text) => {
        fc.pre(text.isWellFormed() && !/[\p{Cc}/\\%]|^\.{1,2}(;|$)/u.test(text));
        return isCleanTarget(`/admin/keys/${encodeURIComponent(text)}`);
      }),
    );
  });
});

describe('hostile targets are refused', () => {
  test.each([
    ...`* login http://example.org/login //example.org/login /a//b /. /.. /../admin /a/./b /a/..
  /a/..;/b /a/..;x=1/b /a/%2e%2e/b /a/.%2E/b /a/%252e%252e/b /a/%25252e%25252e/b /a/%2e%2e%3b/b
  /a%2fb /a%2Fb /a%252fb /a%5cb /a%255Cb /a%00 /a%2500 /a?q=%00 /a%7f /é /a?q=é /a#b /a% /a%2
  /a%zz /a%u0041 /a%c0%ae%c0%ae/b /a%ff /a%25ff /a%2525ff /a%25c3%25 /a%25c0%25ae%25c0%25ae/b
  /schemas/%25ff%252f..%252f.. /schemas/%25ff%252f..%252f..?a=b /a/%25252561
  /a/%252525252525252561 /a?q=% /a?q=%ff`.split(/\s+/),
    '',
    '/a\\b',
    '/a?q=\\',
    '/a\0',
    '/a b',
    '/a\tb',
    '/a%0d%0aX: y',
  ])('%j', (target) => expect(isCleanTarget(target)).toBe(false));

  test('a dot segment, slash, backslash or control character anywhere in a path, however often encoded', () => {
    const hostile = fc.constantFrom(
      '.',
      '..',
      'a/b',
      '/',
      '\\',
      'a\\',
      '\0',
      '\r\n',
      '..;',
      '..;a=b',
      '\x7f',
    );
    fc.assert(
      fc.property(plainPath, hostile, plainPath, fc.nat({ max: 4 }), (before, text, after, times) => {
        const prefix = before === '/' ? '' : before;
        return !isCleanTarget(`${prefix}/${encodedAgain(encode(text), times)}${after}`);
      }),
    );
  });

  test('any character outside printable ASCII', () => {
    fc.assert(
      fc.property(
        plainPath,
        fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }),
        (path, one) => /[!-~]/.test(one) || !isCleanTarget(`${path}${one}`),
      ),
    );
  });

  test('invalid UTF-8, however often encoded, anywhere in a path', () => {
    const invalid = fc.constantFrom('%ff', '%c0%ae', '%e2%82', '%ed%a0%80', '%f8%88%80%80%80', '%80');
    fc.assert(
      fc.property(segment, invalid, segment, fc.nat({ max: 5 }), (before, bytes, after, times) => {
        const text = encodedAgain(`${before}${bytes}${after}`, times);
        return !isCleanTarget(`/${text}`) && !isCleanTarget(`/a/${text}/b?c=d`);
      }),
    );
  });
});

test('no target of 8 KB takes far longer than a plain one', () => {
  const of8Kb = (unit: string): string => `/${unit.repeat(8191 / unit.length)}`;
  const costPerByte = (target: string): number =>
    costOf(() => {
      for (let count = 0; count < 10; count += 1) isCleanTarget(target);
    }) / target.length;
  const plain = of8Kb('a');
  const costly = [
    `/%${'25'.repeat(4095)}`,
    of8Kb('%25'),
    of8Kb('%2525'),
    of8Kb('%25a'),
    of8Kb('%61'),
    of8Kb('%61b'),
    of8Kb('%C3%A9'),
    of8Kb('a%2561/'),
    of8Kb('%252561/'),
    of8Kb('a/'),
    `${of8Kb('a').slice(0, -1)}%`,
    `/?${'%25'.repeat(2700)}`,
    `/?${'a'.repeat(8000)}%61`,
  ];
  costPerByte(plain);
  const ratios = costly.map((target) => costPerByte(target) / costPerByte(plain));
  expect(Math.max(...ratios)).toBeLessThan(50);
});
