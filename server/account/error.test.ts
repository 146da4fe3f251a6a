import { afterEach, describe, expect, test } from '@jest/globals';
import type { Express } from 'express';
import { closeHarness } from '../../test/support/gatewayHarness.ts';
import { cookieSecret, getPage, markup, portalWith } from '../../test/support/servedPage.ts';
import type { KratosFrontend } from '../provider/kratos.ts';
import { error } from './error.ts';
import type { Loader, Visit } from '../pages/loader.ts';
import { createAskingApplication } from '../security/cookies/askingApplication.ts';

afterEach(closeHarness);

const askingApplication = createAskingApplication({ secret: cookieSecret, portalUrl: 'http://portal.test' });

const load = (body: unknown): ReturnType<Loader> => {
  const kratos: KratosFrontend = {
    answer: () => Promise.resolve({ status: 200, body, setCookie: [] }),
  };
  return error(askingApplication)({ query: new URLSearchParams('id=e1'), kratos } as Visit);
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
])('an error with the code %j is answered with status %d', async (code, status) => {
  const props = { error: { code: status, reason: 'Because.', details: { code, reason: 'Because.' } } };
  expect(await load({ id: 'e1', error: { code, reason: 'Because.' } })).toMatchObject({
    status,
    page: { name: 'error', props },
  });
});

test.each([null, 'text', [], {}, { error: null }, { error: 'text' }, { error: [] }])(
  'the error %j shows no details',
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
])('the reason shown for %j is: %s', async (details, reason) => {
  const loaded = await load({ error: { code: 400, ...details } });
  expect(loaded).toHaveProperty('page.props.error.code', 400);
  expect((loaded as { page: { props: { error: { reason?: string } } } }).page.props.error.reason).toBe(
    reason,
  );
});

describe.each(['recovery', 'verification'])('a mailed link for a %s', (link) => {
  const portalWithError = (reason: string): Promise<Express> =>
    portalWith({ '/self-service/errors': [200, { id: 'e', error: { code: 404, reason } }] });

  test.each([
    `The ${link} request could not be found. Please restart the flow.`,
    'The flow query parameter is missing or malformed.',
  ])('starts a new flow if its flow has expired or its URL is truncated: %s', async (reason) => {
    const app = await portalWithError(reason);
    await getPage(app, `/error?id=e&link=${link}`)
      .expect(303)
      .expect('Location', `/${link}?flow=none&link=over`);
    await getPage(app, '/error?id=e').expect(404);
    await getPage(app, '/error?id=e&link=settings').expect(404);
  });

  test('shows any other error', async () => {
    await getPage(await portalWithError('x'), `/error?id=e&link=${link}`).expect(404);
  });
});

test('a social provider’s refusal of a code is not called a fault of the service', async () => {
  const message = 'oauth2: "invalid_grant" "The authorization code has already been used."';
  const error = { code: 500, status: 'Internal Server Error', message };
  const app = await portalWith({ '/self-service/errors': [200, { id: 'e', error }] });
  const { text } = await getPage(app, '/error?id=e', 'a=b').expect(400);
  expect(markup(text)).toContain('The sign-in with the other account could not be completed.');
  expect(markup(text)).not.toContain('Internal Server Error</h1>');
});

test('a browser that sends no cookies is told that it needs them when the provider refuses its form', async () => {
  const refusal = { id: 'security_csrf_violation', code: 403, reason: 'x' };
  const app = await portalWith({ '/self-service/errors': [200, { id: 'e', error: refusal }] });
  const needsCookies = 'This site needs cookies, and your browser sent none.';
  expect(markup((await getPage(app, '/error?id=e')).text)).toContain(needsCookies);
  expect(markup((await getPage(app, '/error?id=e', 'a=b')).text)).not.toContain(needsCookies);
});
