import { expect, test } from '@jest/globals';
import express from 'express';
import request from 'supertest';
import { refreshHook, refreshHookPath } from './refreshHook.ts';

/** The relevant parts of Hydra 26.2's request. */
const question = (auth_time: unknown) => ({
  subject: 'ada',
  session: { id_token: { id_token_claims: { sub: 'ada', auth_time } } },
});

const daysAgo = (days: number): string => new Date(Date.now() - days * 86_400_000).toISOString();

const ask = async (body: object, maxDays = 90): Promise<number> => {
  const app = express().post(refreshHookPath, refreshHook(maxDays));
  return (await request(app).post(refreshHookPath).send(body)).status;
};

test('a refresh token may be used until its sign-in is too old', async () => {
  expect(await ask(question(daysAgo(0)))).toBe(204);
  expect(await ask(question(daysAgo(89.9)))).toBe(204);
  expect(await ask(question(daysAgo(90.1)))).toBe(403);
  expect(await ask(question(daysAgo(400)), 0)).toBe(204);
});

test.each([
  ['no time', question(undefined)],
  ['the year 1', question('0001-01-01T00:00:00Z')],
  ['a number', question(1_700_000_000)],
  ['nonsense', question('soon')],
  ['no session', {}],
  ['null', { session: null }],
])('a sign-in counts as too old if Hydra gives its time as %s', async (_what, body) => {
  expect(await ask(body)).toBe(403);
});
