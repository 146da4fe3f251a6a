import { ServerResponse, IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { Flow } from '../../../shared/page.ts';
import { allowFlowScripts } from './contentPolicy.ts';

const trusted = "require-trusted-types-for 'script';trusted-types";
const base = "default-src 'none';script-src 'self' 'nonce-x';connect-src 'self';img-src 'self'";
/** The policy of a page with a flow that loads nothing from other origins. */
const policy = `${base};${trusted} flow-scripts;report-uri /r`;

function policyFor(...sources: string[]): unknown {
  const response = new ServerResponse(new IncomingMessage(new Socket()));
  response.setHeader('Content-Security-Policy', `${base};${trusted} 'none';report-uri /r`);
  const nodes = sources.map((src) => ({ type: 'script', attributes: { node_type: 'script', src } }));
  allowFlowScripts(response, { ui: { nodes } } as unknown as Flow, [
    'https://portal.example',
    'https://id.example',
  ]);
  return response.getHeader('Content-Security-Policy');
}

test('a captcha may load scripts and frames from its own origin, and call it', () => {
  expect(policyFor('https://captcha.example/api.js', 'https://captcha.example/more.js')).toBe(
    "default-src 'none';script-src 'self' 'nonce-x' https://captcha.example;connect-src 'self' https://captcha.example;" +
      "img-src 'self';report-uri /r;frame-src https://captcha.example",
  );
});

test('a page with a flow may create the one trusted types policy that its scripts need', () => {
  expect(policyFor()).toContain("require-trusted-types-for 'script';trusted-types flow-scripts;");
});

test('trusted types are not required on a page with a captcha, which does not support them', () => {
  expect(policyFor('https://captcha.example/api.js')).not.toContain('trusted-types');
});

test('scripts of the portal or the identity service, over plain http or without a valid URL leave the policy unchanged', () => {
  expect(
    policyFor(
      'https://portal.example/.well-known/ory/webauthn.js',
      'https://id.example/.well-known/ory/webauthn.js',
      'http://evil.example/x.js',
      'data:text/javascript,1',
      ';',
    ),
  ).toBe(policy);
});

test.each([
  ['a semicolon', 'https://evil.example;sandbox/x.js'],
  ['a semicolon that only normalisation produces', 'https://evil.example\u037esandbox/x.js'],
  ['a full-width semicolon', 'https://evil.example\uff1bsandbox/x.js'],
  ['a comma', 'https://evil.example,default-src/x.js'],
  ['a wildcard', 'https://*/x.js'],
  ['a wildcard for subdomains', 'https://*.example/x.js'],
  ['an encoded wildcard', 'https://%2a.example/x.js'],
  ['a quote', "https://evil.example'unsafe-inline'/x.js"],
  ['a double quote', 'https://evil.example"/x.js'],
  ['a dollar sign, which is special in a replacement', 'https://a$&.example/x.js'],
  ['white space', ' https://evil.example /x.js'],
  ['a line break', 'https://evil.example\r\nX-Header: 1/x.js'],
  ['a tab', 'https://evil\t.example/x.js'],
  ['a user name and a password', 'https://user:secret@evil.example/x.js'],
  ['an IP address in brackets', 'https://[::1]/x.js'],
  ['a missing scheme', '//evil.example/x.js'],
  ['a blob', 'blob:https://evil.example/x'],
])('a script URL with %s leaves the policy unchanged', (_what, source) => {
  expect(policyFor(source)).toBe(policy);
});

test('an internationalised host name is added to the policy in its ASCII form', () => {
  expect(policyFor('https://b\u00fccher.example/x.js')).toContain(
    "script-src 'self' 'nonce-x' https://xn--bcher-kva.example;",
  );
});

test('whatever a script’s URL is, the policy keeps its directives and gets no wildcard', () => {
  const directives = (text: string): string[] => text.split(';').map((one) => one.split(' ')[0] ?? '');
  const host = fc.string({
    unit: fc.constantFrom(...Array.from('aé.*;,\'"$ \t@:%；')),
    minLength: 1,
    maxLength: 12,
  });
  fc.assert(
    fc.property(host, (name) => {
      const opened = String(policyFor(`https://${name}/x.js`));
      const allowed = new Set([...directives(policy), 'frame-src']);
      return directives(opened).every((one) => allowed.has(one)) && !/[*,"$@%]/.test(opened);
    }),
  );
});
