import { Writable } from 'node:stream';
import { expect, jest, test } from '@jest/globals';
import { recordWith } from '../../test/support/requestRecord.ts';
import { internal } from '../http/errors.ts';
import { PortalError } from '../http/PortalError.ts';
import { createLog, requestLog } from './logging.ts';
import type { RequestRecord } from '../http/requestRecord.ts';

function logInMemory() {
  const lines: string[] = [];
  const sink = new Writable({
    write(chunk: Buffer, _encoding, done) {
      lines.push(String(chunk));
      done();
    },
  });
  return { log: createLog('info', sink), lines };
}

/** Returns the lines about a request. */
function linesAbout(given: Partial<RequestRecord>): unknown[] {
  const { log, lines } = logInMemory();
  requestLog(log)(recordWith(given));
  return lines.map((line) => JSON.parse(line) as unknown);
}

test('a request is logged in one line with method, path, route, status, milliseconds, bytes and id', () => {
  expect(linesAbout({ path: '/schemas/a', route: 'getIdentitySchema' })).toEqual([
    {
      level: 30,
      time: expect.any(String),
      method: 'GET',
      path: '/schemas/a',
      route: 'getIdentitySchema',
      status: 200,
      ms: 2,
      bytes: 1024,
      reqId: 'edge-12345678',
      msg: 'request completed',
    },
  ]);
});

test('a line’s time is in UTC, to the millisecond', () => {
  const now = jest.spyOn(Date, 'now');
  const { log, lines } = logInMemory();
  const instants = ['2026-02-28T23:59:59.007Z', '2026-02-28T23:59:59.950Z', '2026-03-01T00:00:00.000Z'];
  for (const instant of instants) {
    now.mockReturnValue(Date.parse(instant));
    log.info('a line');
  }
  now.mockRestore();
  expect(lines.map((line) => (JSON.parse(line) as { time: string }).time)).toEqual(instants);
});

test('a long path is logged with its first 256 characters and its length', () => {
  const path = `/${'a'.repeat(8000)}`;
  const [line] = linesAbout({ path, status: 404 });
  expect(line).toMatchObject({ path: path.slice(0, 256), pathLength: 8001 });
  expect(linesAbout({ path: path.slice(0, 256), status: 404 })).toEqual([
    expect.not.objectContaining({ pathLength: expect.anything() }),
  ]);
});

test('an error with a very long message does not make its line long', () => {
  const [line] = linesAbout({ status: 500, problem: internal(new Error('x'.repeat(100_000))) });
  expect(JSON.stringify(line).length).toBeLessThan(10_000);
});

test('a refusal is logged with the id of its reason, a failure also with its cause and the cause’s code', () => {
  const refusal = new PortalError(403, 'csrf_violation', 'No token.');
  expect(linesAbout({ status: 403, problem: refusal })).toEqual([
    expect.objectContaining({ level: 40, problem: 'csrf_violation' }),
  ]);
  expect(linesAbout({ status: 403, problem: refusal })).not.toEqual([
    expect.objectContaining({ err: expect.anything() }),
  ]);
  const cause = Object.assign(new Error('connect failed'), { code: 'ECONNREFUSED' });
  const failure = new PortalError(502, 'upstream_unreachable', 'No answer.', { cause });
  expect(linesAbout({ status: 502, problem: failure })).toMatchObject([
    {
      level: 50,
      status: 502,
      problem: 'upstream_unreachable',
      err: { message: 'connect failed', code: 'ECONNREFUSED' },
    },
  ]);
});

test('a request that was aborted before its answer began has no status', () => {
  const [line] = linesAbout({ status: undefined, completed: false, bytes: 0 });
  expect(line).toMatchObject({ level: 30, msg: 'request aborted' });
  expect(line).not.toHaveProperty('status');
});

test('secrets in logged objects are redacted', () => {
  const { log, lines } = logInMemory();
  log.info(
    { password: 'SECRET', code: '123456', nested: { cookie: 'SECRET', token: 'SECRET', code: '123456' } },
    'x',
  );
  expect(lines.join()).not.toContain('SECRET');
  expect(lines.join()).not.toContain('123456');
});

test('only the type, message, code and stack of an error are logged', () => {
  const parsing = Object.assign(new Error('Parse Error'), {
    code: 'HPE_INVALID_CONSTANT',
    rawPacket: Buffer.from('Set-Cookie: SECRET'),
    data: 'Set-Cookie: SECRET',
    config: { headers: { Cookie: 'SECRET' } },
  });
  const [line] = linesAbout({ status: 500, problem: internal(parsing) }) as [{ err: object }];
  expect(line.err).toEqual({
    type: 'Error',
    message: 'Parse Error',
    code: 'HPE_INVALID_CONSTANT',
    stack: expect.stringContaining('Parse Error'),
  });
});

test('an error without a code is logged without one', () => {
  const [line] = linesAbout({ status: 500, problem: internal(new Error('no code')) }) as [{ err: object }];
  expect(line.err).not.toHaveProperty('code');
});

test.each([
  ['/assets/main.js', 200],
  ['/assets/main.js', 304],
  ['/assets/%', 400],
  ['/assets/none.js', 404],
  ['/health/ready', 503],
  ['/health/%2e%2e/login', 400],
  ['/reports/csp', 413],
])('%s answered with %i is logged', (path, status) => {
  expect(linesAbout({ path, status })).toMatchObject([{ path, status }]);
});

test('successful health checks have no request line, nor have CSP reports, which are logged separately', () => {
  for (const path of ['/health/alive', '/health/ready', '/reports/csp']) {
    expect(linesAbout({ path })).toEqual([]);
    expect(linesAbout({ path, completed: false })).toHaveLength(1);
  }
});

test('probes have no line while the portal stops, when they are answered with 503; other failures have', () => {
  const { log, lines } = logInMemory();
  const write = requestLog(log, () => true);
  for (const path of ['/health/accepting', '/health/ready', '/login'])
    write(recordWith({ path, status: 503 }));
  expect(lines.map((line) => (JSON.parse(line) as { path: string }).path)).toEqual(['/login']);
  expect(linesAbout({ path: '/health/ready', status: 503 })).toEqual([
    expect.objectContaining({ level: 50 }),
  ]);
});
