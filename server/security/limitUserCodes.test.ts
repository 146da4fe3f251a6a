import { expect, test } from '@jest/globals';
import express from 'express';
import request from 'supertest';
import { sendError } from '../gateway/sendError.ts';
import type { PortalError } from '../http/PortalError.ts';
import { inMemory } from './limits/stores.ts';
import { limitUserCodes } from './limitUserCodes.ts';
import { providerCookies } from './providerCookies.ts';

const cookies = providerCookies('ory_kratos_session');

const server = () =>
  express()
    .set('trust proxy', true)
    .use(limitUserCodes({ secret: 'a secret', cookies, makeStore: inMemory.counter }))
    .use((_request, response) => void response.send('ok'))
    .use(((error: PortalError, from, to, _next) =>
      sendError(error, from, to)) as express.ErrorRequestHandler);

/** The statuses of as many posts, each from an address and with a session cookie. */
async function statuses(
  count: number,
  address: (index: number) => string,
  session?: string,
  app = server(),
): Promise<number[]> {
  const answers = [];
  for (let index = 0; index < count; index += 1) {
    const headers = {
      'X-Forwarded-For': address(index),
      ...(session && { Cookie: `ory_kratos_session=${session}` }),
    };
    answers.push((await request(app).post('/device').set(headers)).status);
  }
  return answers;
}

test('a session tries ten codes, from whatever addresses', async () => {
  const app = server();
  const anywhere = (index: number): string => `192.0.2.${index}`;
  expect(await statuses(11, anywhere, 'c2Vzc2lvbg', app)).toEqual([...Array<number>(10).fill(200), 429]);
  expect(await statuses(1, anywhere, 'YW5vdGhlcg', app)).toEqual([200]);
});

test('an address tries thirty codes, with or without a session', async () => {
  const app = server();
  expect(await statuses(31, () => '192.0.2.1', undefined, app)).toEqual([
    ...Array<number>(30).fill(200),
    429,
  ]);
  expect(await statuses(1, () => '192.0.2.2', undefined, app)).toEqual([200]);
});
