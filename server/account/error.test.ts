import { expect, test } from '@jest/globals';
import type { KratosFrontend } from '../provider/kratos.ts';
import { error } from './error.ts';
import type { Visit } from '../pages/page.ts';

const load = (body: unknown): ReturnType<typeof error> => {
  const kratos: KratosFrontend = {
    answer: () => Promise.resolve({ status: 200, body, setCookie: [] }),
  };
  return error({ query: new URLSearchParams('id=e1'), kratos } as Visit);
};

test.each([
  [404, 404],
  ['404', 404],
  [422, 422],
  [503, 503],
  ['four', 500],
  ['', 500],
  [0, 500],
  [200, 500],
  [700, 500],
  [404.5, 500],
  [null, 500],
  [{}, 500],
])('an error of the code %j is answered with status %d', async (code, status) => {
  const props = { error: { code: status, reason: 'Because.', details: { code, reason: 'Because.' } } };
  expect(await load({ id: 'e1', error: { code, reason: 'Because.' } })).toMatchObject({
    status,
    page: { name: 'error', props },
  });
});

test.each([null, 'text', [], {}, { error: null }, { error: 'text' }, { error: [] }])(
  'an error of %j shows no details',
  async (body) => {
    expect(await load(body)).toMatchObject({
      status: 500,
      page: { props: { error: { code: 500, details: {} } } },
    });
  },
);

test.each([
  [{ reason: null, message: 'It failed.' }, 'It failed.'],
  [{ reason: '  ', message: 'It failed.' }, 'It failed.'],
  [{ reason: { a: 1 }, message: 7 }, undefined],
])('the reason of %j is %s', async (details, reason) => {
  const loaded = await load({ error: { code: 400, ...details } });
  expect(loaded).toHaveProperty('page.props.error.code', 400);
  expect((loaded as { page: { props: { error: { reason?: string } } } }).page.props.error.reason).toBe(
    reason,
  );
});
