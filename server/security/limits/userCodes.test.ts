import { expect, test } from '@jest/globals';
import express from 'express';
import request from 'supertest';
import { sendError } from '../../http/sendError.ts';
import type { PortalError } from '../../http/PortalError.ts';
import { testLimits } from '../../../test/support/testLimits.ts';
import { times } from '../../../test/support/statuses.ts';

/** The provider confirms the sessions `ada` and `ben`. */
const identityOf = ({ headers }: express.Request) =>
  Promise.resolve(/ory_kratos_session=(ada|ben)/.exec(headers.cookie ?? '')?.[1]);

const server = () =>
  express()
    .set('trust proxy', true)
    .use(testLimits({ identityOf }).userCodes)
    .use(({ query }, response) => void response.sendStatus(query.code === 'right' ? 303 : 400))
    .use(((error: PortalError, from, to, _next) =>
      sendError(error, from, to)) as express.ErrorRequestHandler);

interface Try {
  address?: string;
  session?: string;
  token?: string;
  code?: string;
}

/** Sends a number of posts, and returns their statuses; only the code `right` is right. */
async function statuses(count: number, of: (index: number) => Try, app = server()): Promise<number[]> {
  const answers = [];
  for (let index = 0; index < count; index += 1) {
    const { address = '192.0.2.1', session, token, code = 'wrong' } = of(index);
    const headers = {
      'X-Forwarded-For': address,
      ...(session && { Cookie: `ory_kratos_session=${session}` }),
      ...(token && { 'X-Session-Token': token }),
    };
    answers.push((await request(app).post('/device').query({ code }).set(headers)).status);
  }
  return answers;
}

const anywhere = (index: number): string => `198.51.100.${index}`;

test('a signed-in user may try ten wrong codes, from any IP addresses', async () => {
  const app = server();
  const guess = (session: string) => (index: number) => ({ address: anywhere(index), session });
  expect(await statuses(11, guess('ada'), app)).toEqual([...times(10, 400), 429]);
  expect(await statuses(1, guess('ben'), app)).toEqual([400]);
});

test('a made-up session token beside the cookie gives no further attempts', async () => {
  const guess = (index: number) => ({ address: anywhere(index), session: 'ada', token: `made-up-${index}` });
  expect(await statuses(11, guess)).toEqual([...times(10, 400), 429]);
});

test('an IP address may try thirty wrong codes, with or without made-up sessions', async () => {
  const app = server();
  const guess = (index: number) => ({ session: index % 2 ? `made-up-${index}` : '' });
  expect(await statuses(31, guess, app)).toEqual([...times(30, 400), 429]);
  expect(await statuses(1, () => ({ address: '192.0.2.2' }), app)).toEqual([400]);
});

test('right codes do not count', async () => {
  expect(await statuses(40, () => ({ session: 'ada', code: 'right' }))).toEqual(times(40, 303));
});
