import { afterEach, expect, test } from '@jest/globals';
import request from 'supertest';
import { appInProcess, browserHeaders } from '../../test/support/appInProcess.ts';
import { closeHarness, fakeUpstream } from '../../test/support/gatewayHarness.ts';
import { getPage, markup, portalWith } from '../../test/support/servedPage.ts';

afterEach(closeHarness);

test('a timeout of the identity service is on the error card, with the time limit in the details', async () => {
  const kratos = await fakeUpstream(() => undefined);
  const app = appInProcess({ KRATOS_PUBLIC_URL: kratos.url, PROVIDER_TIMEOUT_MS: '50' });
  for (const path of ['/login', '/error?id=e1']) {
    const { text } = await getPage(app, path).expect(504);
    expect(markup(text)).toContain('The service took too long to answer.');
    expect(/<details.*<\/details>/s.exec(text)?.[0]).toContain('timeout of 50 ms exceeded');
  }
});

test('a browser without cookies is told that it needs them when the portal refuses its form', async () => {
  const answer = await request(await portalWith())
    .post('/preferences')
    .set(browserHeaders)
    .type('form')
    .send({ theme: 'dark' });
  expect(answer.status).toBe(403);
  expect(markup(answer.text)).toContain('This site needs cookies, and your browser sent none.');
});
