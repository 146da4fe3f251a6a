import { expect, test } from '@jest/globals';
import express from 'express';
import request from 'supertest';
import type { Settings } from '../../settings/config.ts';
import { nonceOf, securityHeaders } from './headers.ts';

const server = (options: { secure: boolean; identityService?: string[]; hsts?: Settings['HSTS'] }) =>
  express()
    .use(securityHeaders({ identityService: [], hsts: 'host', ...options }))
    .use((_request, response) => void response.send(nonceOf(response)));

test('every answer has a new nonce, which its policy contains', async () => {
  const app = server({ secure: false });
  const nonces = new Set<string>();
  for (let count = 0; count < 300; count += 1) {
    const { text, headers } = await request(app).get('/');
    expect(text).toMatch(/^[\w+/]{22}==$/);
    expect(headers['content-security-policy']).toContain(`script-src 'self' 'nonce-${text}'`);
    nonces.add(text);
  }
  expect(nonces.size).toBe(300);
});

test('the portal cannot be framed, no inline script runs, and content types are not sniffed', async () => {
  const { headers } = await request(server({ secure: false, identityService: ['https://id.example'] })).get(
    '/',
  );
  expect(headers['content-security-policy']).toMatch(
    /default-src 'none'.*script-src 'self' 'nonce-[^']*' https:\/\/id\.example;.*connect-src 'self' https:\/\/id\.example;/,
  );
  expect(headers['content-security-policy']).toContain("frame-ancestors 'none'");
  expect(headers['content-security-policy']).not.toContain('unsafe');
  expect(headers).toMatchObject({
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'same-origin',
  });
  expect(headers).not.toHaveProperty('strict-transport-security');
});

test('on https, browsers are told never to use plain http', async () => {
  const { headers } = await request(server({ secure: true })).get('/');
  expect(headers['strict-transport-security']).toBe('max-age=63072000');
  expect(headers['content-security-policy']).toContain('upgrade-insecure-requests');
});

test.each([
  ['host', 'max-age=63072000'],
  ['subdomains', 'max-age=63072000; includeSubDomains'],
  ['off', undefined],
] as const)('HSTS=%s sends Strict-Transport-Security: %s, on https only', async (hsts, value) => {
  const answer = await request(server({ secure: true, hsts })).get('/');
  expect(answer.headers['strict-transport-security']).toBe(value);
  const plain = await request(server({ secure: false, hsts })).get('/');
  expect(plain.headers).not.toHaveProperty('strict-transport-security');
});

test('no script may turn text into markup or code, and no trusted types policy may be created', async () => {
  const { headers } = await request(server({ secure: false })).get('/');
  expect(headers['content-security-policy']).toContain(
    "require-trusted-types-for 'script';trusted-types 'none';",
  );
});

test('violations are reported to the portal, on https also by the Reporting API, which requires it', async () => {
  const plain = (await request(server({ secure: false })).get('/')).headers;
  expect(plain['content-security-policy']).toContain('report-uri /reports/csp');
  expect(plain['content-security-policy']).not.toContain('report-to');
  expect(plain).not.toHaveProperty('reporting-endpoints');
  const secure = (await request(server({ secure: true })).get('/')).headers;
  expect(secure['content-security-policy']).toMatch(/report-uri \/reports\/csp;.*report-to csp/);
  expect(secure['reporting-endpoints']).toBe('csp="/reports/csp"');
});
