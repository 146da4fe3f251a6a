import { expect, test } from '@jest/globals';
import express from 'express';
import request from 'supertest';
import { answer, password, sessionCookie, signedIn } from '../../../test/support/formLimitsHarness.ts';
import { sendError } from '../../http/sendError.ts';
import type { PortalError } from '../../http/PortalError.ts';
import { signInPaths } from '../../urls/paths.ts';
import { testLimits } from '../../../test/support/testLimits.ts';

const server = ({ stepUps } = testLimits()) =>
  express()
    .set('trust proxy', true)
    .use(signInPaths, stepUps)
    .use((_request, response) => void response.send('ok'))
    .use(((error: PortalError, from, to, _next) =>
      sendError(error, from, to)) as express.ErrorRequestHandler);

/** Returns how many of forty visits are answered, each from its own IP address. */
async function answered(
  app: express.Express,
  path: (index: number) => string,
  session: string,
): Promise<number> {
  for (let index = 0; index < 40; index += 1) {
    const { status } = await request(app)
      .get(path(index))
      .set('X-Forwarded-For', `192.0.2.${index}`)
      .set('Cookie', sessionCookie(session));
    if (status !== 200) return index;
  }
  return 40;
}

const paths = [
  '/login?aal=aal2',
  '/self-service/login/browser?aal=AAL2&refresh=true',
  '/self-service/login/api?%61al=aal2',
  '/login?aal=aal1&aal=aal2',
];
const anyPath = (index: number): string => paths[index % paths.length] ?? '';

test('a session may start thirty second-factor sign-ins an hour, each of which may mail a code', async () => {
  const app = server();
  expect(await answered(app, anyPath, 'hers')).toBe(30);
  expect(await answered(app, anyPath, 'his')).toBe(30);
});

test('an account may start thirty an hour as well, however many sessions it has', async () => {
  const limits = testLimits();
  const fields = new Map(
    Object.entries(password('ada@example.org')).map(([name, value]) => [name, [value].flat()]),
  );
  for (const session of ['one', 'other']) {
    const settle = await limits.countForm({ kind: 'login', fields, headers: {}, address: '192.0.2.1' });
    await settle(signedIn(session));
  }
  const app = server(limits);
  expect(await answered(app, (index) => (index < 20 ? anyPath(index) : '/login'), 'one')).toBe(40);
  expect(await answered(app, anyPath, 'other')).toBe(10);
});

test('other sign-ins are not limited, and an account that a link names is not charged', async () => {
  const limits = testLimits();
  const app = server(limits);
  const link = '/login?aal=aal1&method=password&identifier=ada@example.org&password=x';
  expect(await answered(app, () => '/login?flow=a', 'hers')).toBe(40);
  expect(await answered(app, () => link, 'a')).toBe(40);
  const fields = new Map([
    ['method', ['password']],
    ['identifier', ['ada@example.org']],
  ]);
  const settle = await limits.countForm({ kind: 'login', fields, headers: {}, address: '192.0.2.1' });
  await settle(answer(400));
});
