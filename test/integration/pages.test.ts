import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Express } from 'express';
import request from 'supertest';
import { startKratos, type LocalKratos } from '../../provider/local/startKratos.ts';
import { startAgreeablePortal } from '../support/agreeablePortal.ts';
import { appInProcess, browserHeaders as browser, builtClient, portalUrl } from '../support/appInProcess.ts';
import { closeHarness } from '../support/gatewayHarness.ts';
import { createIdentity } from '../support/identities.ts';
import { signIn } from '../support/kratosLogin.ts';

let kratos: LocalKratos;
let directory: string;

function portal(environment: Record<string, string> = {}): Express {
  const { publicUrl, adminUrl } = kratos;
  const provider = { KRATOS_PUBLIC_URL: publicUrl, KRATOS_ADMIN_URL: adminUrl };
  return appInProcess({ ...provider, ...environment }, builtClient());
}

/** Returns the JSON that a page passes to its scripts. */
interface Served {
  page: {
    name: string;
    props: {
      flow: { id: string; return_to?: string; request_url: string };
      notice?: string;
    };
  };
}

function served(html: string): Served {
  const [, json = ''] = /<script type="application\/json" id="page">(.*?)<\/script>/s.exec(html) ?? [];
  return JSON.parse(json) as Served;
}

beforeAll(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'portal-pages-'));
  const agreeable = await startAgreeablePortal();
  kratos = await startKratos({
    directory,
    portalUrl,
    smtpUrl: 'smtp://127.0.0.1:1',
    environment: { SELFSERVICE_FLOWS_LOGIN_AFTER_HOOKS_0_CONFIG_URL: `${agreeable.url}/hooks/kratos/login` },
    migrated: process.env.MIGRATED_DATABASE,
  });
}, 120_000);

afterAll(async () => {
  await kratos.stop();
  closeHarness();
  await rm(directory, { recursive: true });
});

describe('a page without a flow', () => {
  test('contains no internal address', async () => {
    const answer = await request(portal()).get('/login?return_to=/settings').set(browser);
    expect(answer.text).not.toContain('127.0.0.1');
    expect(served(answer.text).page.props.flow.request_url).toContain(portalUrl);
  });

  test('shows the flow in its URL, only to the browser that started it', async () => {
    const app = portal();
    const first = await request(app).get('/login').set(browser);
    const cookies = (first.headers['set-cookie'] as unknown as string[])
      .map((one) => one.split(';')[0])
      .join('; ');
    const { id } = served(first.text).page.props.flow;
    const again = await request(app)
      .get(`/login?flow=${id}`)
      .set({ ...browser, Cookie: cookies });
    expect(served(again.text).page.props.flow.id).toBe(id);
    const stranger = await request(app).get(`/login?flow=${id}`).set(browser).expect(200);
    expect(served(stranger.text).page.props.flow.id).not.toBe(id);
    expect(stranger.text).toContain('This form can no longer be used');
    expect(served(stranger.text).page.props.notice).toBe('elsewhere');
  });

  test('replaces a flow that does not exist with a new one with the same parameters, and says so', async () => {
    const url = `/login?flow=00000000-0000-4000-8000-000000000000&return_to=${portalUrl}/settings`;
    const answer = await request(portal()).get(url).set(browser).expect(200);
    const { props } = served(answer.text).page;
    expect(props.notice).toBe('expired');
    expect(props.flow.return_to).toBe(`${portalUrl}/settings`);
    expect(answer.text).toContain('The form had expired and was renewed.');
  });
});

test('logging out needs a post with the token; a link is not enough', async () => {
  const account = await createIdentity(kratos.adminUrl);
  const cookie = (await signIn(kratos.publicUrl, account)).header();
  const app = portal();
  await request(app)
    .get('/logout')
    .set({ ...browser, Cookie: cookie })
    .expect(200, /Do you wish to log out\?/);
  await request(app).post('/logout').type('form').send({ submit: 'Yes' }).set('Cookie', cookie).expect(403);
  const whoami = await fetch(`${kratos.publicUrl}/sessions/whoami`, { headers: { cookie } });
  expect(whoami.status).toBe(200);
});

test('an unknown path is an error card for a browser, and JSON for other clients', async () => {
  const answer = await request(portal()).get('/nowhere').set(browser).expect(404);
  expect(answer.text).toContain('404 - Page not found');
  expect(answer.text).toContain('help@portal.test');
  const json = await request(portal()).get('/nowhere').expect(404);
  expect(json.body).toMatchObject({ error: { code: 404, status: 'Not Found', id: 'not_found' } });
});

test('a flow that the provider refuses to create is an error card with its reason', async () => {
  await kratos.restart({ SELFSERVICE_FLOWS_REGISTRATION_ENABLED: 'false' });
  const answer = await request(portal()).get('/registration').set(browser).expect(400);
  expect(answer.text).toContain('Registration is not allowed because it was disabled.');
  await kratos.restart({ SELFSERVICE_FLOWS_REGISTRATION_ENABLED: 'true' });
});

test('a provider that cannot be reached is an error card with the status-0 text and a link to try again, but no host name', async () => {
  const answer = await request(portal({ KRATOS_PUBLIC_URL: 'http://127.0.0.1:9' }))
    .get('/login')
    .set(browser);
  expect(answer.status).toBe(502);
  const [shown = ''] = (answer.text.split('<main')[1] ?? '').split('<details');
  expect(shown).toContain('this may be a CORS problem or a wrong identity-service URL setting.');
  expect(shown).toMatch(/href="\/login"[^>]*><span[^>]*>Try again</);
  expect(answer.text).not.toContain('127.0.0.1');
});
