import { expect, test } from '@jest/globals';
import type { Express } from 'express';
import request from 'supertest';
import { appInProcess, browserHeaders } from '../support/appInProcess.ts';

/** A portal with an unreachable provider, so any 4xx comes from the portal itself. */
function portal(environment: Record<string, string> = {}): Express {
  const nowhere = 'http://127.0.0.1:9';
  return appInProcess({ KRATOS_PUBLIC_URL: nowhere, KRATOS_ADMIN_URL: nowhere, ...environment });
}

test.each([
  [
    'an oversized body',
    { 'Content-Type': 'application/x-www-form-urlencoded' },
    `a=${'x'.repeat(20_000)}`,
    413,
  ],
  ['an unknown charset', { 'Content-Type': 'application/x-www-form-urlencoded; charset=ebcdic' }, 'a=b', 415],
  ['JSON instead of a form', { 'Content-Type': 'application/json' }, '{"_csrf":"x"}', 403],
  [
    'bytes that are not UTF-8',
    { 'Content-Type': 'application/x-www-form-urlencoded' },
    '_csrf=%ff%fe&theme=%c3%28',
    403,
  ],
  [
    'a body that claims to be compressed but is not',
    { 'Content-Type': 'application/x-www-form-urlencoded', 'Content-Encoding': 'gzip' },
    'a=b',
    400,
  ],
])('%s is a clear 4xx', async (_what, headers, body, status) => {
  const answer = await request(portal()).post('/preferences').set(headers).send(body);
  expect(answer.status).toBe(status);
  expect(answer.body).toMatchObject({ error: { code: status } });
  expect(answer.text).not.toMatch(/node_modules|at \w+ \(/);
});

test.each([
  '=',
  ';;;',
  'locale=%E0%A4%A',
  'portal_csrf="',
  `a=${'x'.repeat(4000)}`,
  'locale=__proto__',
  '\u00ff\u00fe=1',
])('the cookie header %j does no harm', async (cookie) => {
  const answer = await request(portal())
    .get('/')
    .set({ ...browserHeaders, Cookie: cookie });
  expect([200, 400]).toContain(answer.status);
});
