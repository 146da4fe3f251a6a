import { expect, test } from '@jest/globals';
import express from 'express';
import request from 'supertest';
import { nonceOf, securityHeaders } from './headers.ts';

const server = (options: { secure: boolean; connect: string[] }) =>
  express()
    .use(securityHeaders(options))
    .use((_request, response) => void response.send(nonceOf(response)));

test('every answer has a nonce of its own, and its policy names it', async () => {
  const app = server({ secure: false, connect: [] });
  const nonces = new Set<string>();
  for (let count = 0; count < 300; count += 1) {
    const { text, headers } = await request(app).get('/');
    expect(text).toMatch(/^[\w+/]{22}==$/);
    expect(headers['content-security-policy']).toContain(`script-src 'self' 'nonce-${text}'`);
    nonces.add(text);
  }
  expect(nonces.size).toBe(300);
});

test('nothing may frame the portal, nothing inline runs, and types are not guessed', async () => {
  const { headers } = await request(server({ secure: false, connect: ['https://id.example'] })).get('/');
  expect(headers['content-security-policy']).toMatch(
    /default-src 'none'.*connect-src 'self' https:\/\/id\.example/,
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

test('on https, plain http is ruled out', async () => {
  const { headers } = await request(server({ secure: true, connect: [] })).get('/');
  expect(headers['strict-transport-security']).toBe('max-age=63072000');
  expect(headers['content-security-policy']).toContain('upgrade-insecure-requests');
});
