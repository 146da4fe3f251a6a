import { ServerResponse, IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { expect, test } from '@jest/globals';
import type { Flow } from '../../shared/page.ts';
import { startingHeaders } from '../startingHeaders.ts';
import { allowEmbedded } from './embedded.ts';

const policy = "default-src 'none';script-src 'self' 'nonce-x';connect-src 'self';img-src 'self'";

function policyFor(...sources: string[]): unknown {
  const response = new ServerResponse(new IncomingMessage(new Socket()));
  const starting = startingHeaders(response);
  starting.push('X-Request-Id', 'r1', 'Content-Security-Policy', policy);
  const nodes = sources.map((src) => ({ type: 'script', attributes: { node_type: 'script', src } }));
  allowEmbedded(response, { ui: { nodes } } as unknown as Flow, 'https://portal.example');
  return starting[3];
}

test('a captcha may load, show and ask what it needs from its own origin', () => {
  expect(policyFor('https://captcha.example/api.js', 'https://captcha.example/more.js')).toBe(
    "default-src 'none';script-src 'self' 'nonce-x' https://captcha.example;connect-src 'self' https://captcha.example;" +
      "img-src 'self';frame-src https://captcha.example",
  );
});

test("the portal's own scripts, plain http and what is no URL open nothing", () => {
  expect(
    policyFor(
      'https://portal.example/.well-known/ory/webauthn.js',
      'http://evil.example/x.js',
      'data:text/javascript,1',
      ';',
    ),
  ).toBe(policy);
});
