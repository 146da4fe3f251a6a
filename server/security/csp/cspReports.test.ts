import { beforeEach, expect, test } from '@jest/globals';
import express, { type ErrorRequestHandler } from 'express';
import request from 'supertest';
import { cspReportPath, cspReports } from './cspReports.ts';

const portalUrl = 'https://portal.example';
let lines: Record<string, unknown>[];

beforeEach(() => {
  lines = [];
});

function server(): express.Express {
  const log = { warn: (fields: object, message: string) => void lines.push({ ...fields, message }) };
  const app = express().set('trust proxy', 1).use(cspReports({ portalUrl, log }));
  app.use(((error: { status?: number }, _req, res, _next) =>
    res.sendStatus(error.status ?? 500)) as ErrorRequestHandler);
  return app;
}

const uriReport = (more: object = {}) => ({
  'csp-report': {
    'document-uri': `${portalUrl}/login?flow=SECRET&code=SECRET#SECRET`,
    referrer: `${portalUrl}/?SECRET`,
    'violated-directive': 'script-src-elem',
    'effective-directive': 'script-src-elem',
    'original-policy': "default-src 'none'",
    disposition: 'enforce',
    'blocked-uri': 'https://evil.example/SECRET?SECRET#SECRET',
    'source-file': `${portalUrl}/assets/main.js?SECRET`,
    'line-number': 12,
    'script-sample': 'SECRET',
    ...more,
  },
});

const apiReport = (more: object = {}, url = `${portalUrl}/settings?flow=SECRET`) => ({
  type: 'csp-violation',
  age: 5,
  url,
  user_agent: 'SECRET',
  body: {
    documentURL: url,
    blockedURL: 'trusted-types-sink',
    effectiveDirective: 'require-trusted-types-for',
    disposition: 'enforce',
    sourceFile: 'chrome-extension://SECRET/x.js',
    lineNumber: 3,
    sample: 'SECRET',
    ...more,
  },
});

const post = (app: express.Express, body: unknown, type = 'application/csp-report', address = '192.0.2.1') =>
  request(app)
    .post(cspReportPath)
    .set({ 'Content-Type': type, 'X-Forwarded-For': address })
    .send(typeof body === 'string' ? body : JSON.stringify(body));

test('a report is one short line, without queries, fragments and samples', async () => {
  await post(server(), uriReport()).expect(204, '');
  expect(lines).toEqual([
    {
      violations: [
        {
          directive: 'script-src-elem',
          blocked: 'https://evil.example',
          page: '/login',
          source: '/assets/main.js:12',
        },
      ],
      message: 'content security policy violated',
    },
  ]);
});

test('several reports of the Reporting API in one request become one line', async () => {
  const reports = [
    apiReport(),
    { type: 'deprecation', body: { id: 'x' } },
    apiReport({ blockedURL: 'inline' }),
  ];
  await post(server(), reports, 'application/reports+json').expect(204);
  const violation = { directive: 'require-trusted-types-for', page: '/settings', source: 'chrome-extension' };
  expect(lines).toEqual([
    {
      violations: [
        { ...violation, blocked: 'trusted-types-sink' },
        { ...violation, blocked: 'inline' },
      ],
      message: 'content security policy violated',
    },
  ]);
});

test.each([
  ['another site’s page', uriReport({ 'document-uri': 'https://evil.example/' })],
  ['a page without a valid URL', uriReport({ 'document-uri': 'SECRET' })],
  ['an invalid directive', uriReport({ 'effective-directive': 'a b\n"SECRET' })],
  ['no violation', {}],
  ['a list without violations', [null, 1, 'SECRET', {}, { type: 'csp-violation', body: null }]],
])('a report about %s is dropped', async (_what, body) => {
  await post(server(), body).expect(204);
  expect(lines).toEqual([]);
});

test('a report’s values are shortened, and invalid ones are left out', async () => {
  const long = 'a'.repeat(3000);
  const odd = {
    'document-uri': `${portalUrl}/${long}`,
    'blocked-uri': `no address "${long}`,
    'source-file': 7,
  };
  await post(server(), uriReport(odd)).expect(204);
  expect(JSON.stringify(lines).length).toBeLessThan(400);
  expect(lines).toEqual([
    expect.objectContaining({ violations: [expect.objectContaining({ blocked: 'other' })] }),
  ]);
});

test('only five violations in one request are logged', async () => {
  await post(
    server(),
    Array.from({ length: 30 }, () => apiReport()),
    'application/reports+json',
  ).expect(204);
  expect((lines[0] as { violations: object[] }).violations).toHaveLength(5);
});

test.each([
  [
    'is too large',
    JSON.stringify(uriReport({ 'script-sample': 'x'.repeat(40_000) })),
    'application/csp-report',
    413,
  ],
  ['is not JSON', '{"csp-report":', 'application/csp-report', 400],
  ['is of another type', JSON.stringify(uriReport()), 'application/json', 415],
  ['is a form', 'a=b', 'application/x-www-form-urlencoded', 415],
])('a report that %s is a clear 4xx', async (_what, body, type, status) => {
  await post(server(), body, type).expect(status);
  expect(lines).toEqual([]);
});

test('one IP address gets twenty lines a minute, without affecting others', async () => {
  const app = server();
  for (let count = 0; count < 25; count += 1) await post(app, uriReport()).expect(204, '');
  expect(lines).toHaveLength(20);
  await post(app, uriReport(), undefined, '192.0.2.2').expect(204);
  expect(lines).toHaveLength(21);
});

test('all IP addresses together get sixty lines a minute, and one more line says that there were more', async () => {
  const app = server();
  for (let count = 0; count < 80; count += 1)
    await post(app, uriReport(), undefined, `192.0.2.${count}`).expect(204, '');
  expect(lines).toHaveLength(61);
  expect(lines[60]).toEqual({ message: 'further policy violations in this minute are not logged' });
});
