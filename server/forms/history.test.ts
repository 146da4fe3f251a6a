import { EventEmitter } from 'node:events';
import { setImmediate } from 'node:timers/promises';
import { expect, test } from '@jest/globals';
import type { Visit } from '../gateway/steps.ts';
import type { LimitName } from '../security/limits/limits.ts';
import { recordLimited } from './history.ts';

/** Has a limit refuse Ada; returns what is recorded before the answer is over, and afterwards. */
async function recorded(
  limit: LimitName,
  { isOver = false, found = ['ada', 'twin'] } = {},
): Promise<unknown[][]> {
  const events: unknown[] = [];
  const response = Object.assign(new EventEmitter(), { destroyed: isOver });
  recordLimited({
    record: (client, event) => Promise.resolve(void events.push({ ...event, from: client.address })),
    identities: {
      signingInWith: (name: string) =>
        name === 'ada@example.org'
          ? Promise.resolve(found.map((id) => ({ id })))
          : Promise.reject(new Error()),
      sessions: () => Promise.reject(new Error()),
      remove: () => Promise.reject(new Error()),
    },
  })({ request: { headers: {}, ip: '192.0.2.1' }, response } as unknown as Visit, {
    name: 'ada@example.org',
    limit,
    until: 0,
  });
  await setImmediate();
  const before = [...events];
  response.emit('close');
  await setImmediate();
  return [before, events];
}

const event = (identity: string, method: string) => ({
  identity,
  kind: 'limited',
  about: { method, until: '1970-01-01T00:00:00.000Z' },
  from: '192.0.2.1',
});

test('a limited account is looked up once the form is answered, and the limit is in its history', async () => {
  expect(await recorded('password')).toEqual([[], [event('ada', 'password'), event('twin', 'password')]]);
  expect(await recorded('possible mail', { found: ['ada'] })).toEqual([[], [event('ada', 'mail')]]);
  expect(await recorded('password', { found: [] })).toEqual([[], []]);
});

test('also if whoever sent the form has not waited for the answer', async () => {
  expect(await recorded('factor', { isOver: true, found: ['ada'] })).toEqual([
    [event('ada', 'factor')],
    [event('ada', 'factor')],
  ]);
});

test('a limit on anything else is in no history', async () => {
  expect(await recorded('step-up')).toEqual([[], []]);
});
