import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { UiContainer, UiNode } from '@ory/client';
import type { Express } from 'express';
import request from 'supertest';
import { startKratos, type LocalKratos } from '../../provider/local/startKratos.ts';
import { inputAttributes } from '../../shared/flow/inputAttributes.ts';
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
      flow: { id: string; return_to?: string; request_url: string; ui: UiContainer };
      notice?: string;
    };
  };
}

const tokenIn = (nodes: UiNode[]): unknown =>
  nodes.map(inputAttributes).find((input) => input?.name === 'csrf_token')?.value;

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
  test('answers with a complete form and the provider’s cookies', async () => {
    const answer = await request(portal()).get('/login').set(browser).expect(200);
    expect(answer.headers['set-cookie']).toEqual(
      expect.arrayContaining([expect.stringMatching(/^csrf_token_/)]),
    );
    expect(answer.headers['cache-control']).toBe('no-store');
    expect(answer.text).toMatch(/<form[^>]+action="http:\/\/portal\.test\/self-service\/login\?flow=/);
    expect(answer.text).toContain('name="identifier"');
    expect(answer.text).toContain('name="csrf_token"');
  });

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
    expect(stranger.text).toContain('This form was started in another browser');
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

  test.each(['/registration', '/recovery', '/verification'])('%s is served in the same way', async (url) => {
    const answer = await request(portal()).get(url).set(browser).expect(200);
    expect(answer.text).toContain(`action="${portalUrl}/self-service${url}?flow=`);
  });

  test('/settings sends a visitor who is not signed in to the sign-in page and back', async () => {
    const answer = await request(portal()).get('/settings').set(browser).expect(303);
    expect(answer.headers['cache-control']).toBe('no-store');
    expect(answer.headers.location).toBe('/login?return_to=%2Fsettings');
  });
});

describe('a return_to URL', () => {
  test('on another site is refused with an error card', async () => {
    const answer = await request(portal())
      .get('/login?return_to=https://evil.example')
      .set(browser)
      .expect(400);
    expect(answer.text).toContain('The link that led here is not valid.');
  });

  test('that is a path is resolved against the portal', async () => {
    const answer = await request(portal()).get('/login?return_to=/settings').set(browser).expect(200);
    expect(served(answer.text).page.props.flow.return_to).toBe(`${portalUrl}/settings`);
  });
});

describe('a page of the portal', () => {
  test('has a content security policy with a fresh nonce that lets only its own scripts run', async () => {
    const app = portal();
    const [first, second] = [
      await request(app).get('/login').set(browser),
      await request(app).get('/login').set(browser),
    ];
    const policy = String(first.headers['content-security-policy']);
    const nonce = /'nonce-([^']+)'/.exec(policy)?.[1] ?? '';
    expect(policy).not.toMatch(/unsafe-(inline|eval)/);
    expect(first.text).toContain(`nonce="${nonce}"`);
    expect(second.headers['content-security-policy']).not.toContain(nonce);
    expect(first.text).not.toMatch(/ style="| on\w+="/);
  });

  test.each([
    ['fr-CA,en;q=0.5', 'fr'],
    ['sv-SE', 'sv'],
    ['pt-BR', 'pt-PT'],
    ['tlh, fr', 'en'],
    ['', 'en'],
  ])(
    'uses the first language of Accept-Language, or English if it is not supported: %j is answered in %s',
    async (language, lang) => {
      const answer = await request(portal())
        .get('/login')
        .set({ ...browser, 'Accept-Language': language });
      expect(answer.text).toContain(`<html lang="${lang}"`);
    },
  );

  test('the chosen language and theme are remembered and override the browser’s', async () => {
    const app = portal();
    const agent = request.agent(app);
    const { token } = (await agent.get('/api/csrf')).body as { token: string };
    await agent
      .post('/preferences')
      .type('form')
      .send({ _csrf: token, locale: 'pl', theme: 'dark', return_to: '/login?aal=aal1' })
      .expect(303)
      .expect('Location', `${portalUrl}/login?aal=aal1`);
    const answer = await agent.get('/').set({ ...browser, 'Accept-Language': 'de' });
    expect(answer.text).toContain('<html lang="pl" data-theme="dark"');
  });

  test('choosing a language or theme without the token changes nothing', async () => {
    const answer = await request(portal())
      .post('/preferences')
      .type('form')
      .send({ locale: 'pl' })
      .expect(403);
    expect(answer.headers['set-cookie']).toBeUndefined();
  });
});

describe('logging out', () => {
  const account = () => createIdentity(kratos.adminUrl);
  const whoami = async (cookie: string) =>
    (await fetch(`${kratos.publicUrl}/sessions/whoami`, { headers: { cookie } })).status;

  test('needs a post with the token; a link is not enough', async () => {
    const cookie = (await signIn(kratos.publicUrl, await account())).header();
    const app = portal();
    await request(app)
      .get('/logout')
      .set({ ...browser, Cookie: cookie })
      .expect(200, /Do you wish to log out\?/);
    await request(app).post('/logout').type('form').send({ submit: 'Yes' }).set('Cookie', cookie).expect(403);
    expect(await whoami(cookie)).toBe(200);
  });

  test('happens on Yes, while No goes back', async () => {
    const cookie = (await signIn(kratos.publicUrl, await account())).header();
    const app = portal();
    const given = await request(app).get('/api/csrf').set('Cookie', cookie);
    const { token } = given.body as { token: string };
    const own = (given.headers['set-cookie'] as unknown as string[])
      .map((one) => one.split(';')[0])
      .join('; ');
    const answer = (submit: string) =>
      request(app)
        .post('/logout')
        .type('form')
        .set('Cookie', `${cookie}; ${own}`)
        .send({ _csrf: token, submit, return_to: '/settings' });
    await answer('No').expect(303).expect('Location', `${portalUrl}/settings`);
    expect(await whoami(cookie)).toBe(200);
    await answer('Yes').expect(303).expect('Location', '/login').expect('Cache-Control', 'no-store');
    expect(await whoami(cookie)).toBe(401);
  });
});

test('/settings lists a session without a user agent', async () => {
  const { email, password } = await createIdentity(kratos.adminUrl);
  const agent = request.agent(portal());
  const { text } = await agent.get('/login').set(browser);
  const { id, ui } = served(text).page.props.flow;
  const form = { method: 'password', identifier: email, password, csrf_token: tokenIn(ui.nodes) };
  await agent.post(`/self-service/login?flow=${id}`).type('form').send(form).expect(303);
  const whoami = await agent.get('/sessions/whoami').expect(200);
  expect(whoami.body).toMatchObject({ devices: [{ user_agent: null }] });
  await agent
    .get('/settings')
    .set(browser)
    .expect(200, /Unknown device/);
});

describe('an unknown path', () => {
  test('is an error card for a browser', async () => {
    const answer = await request(portal()).get('/nowhere').set(browser).expect(404);
    expect(answer.text).toContain('404 - Page not found');
    expect(answer.text).toContain('help@portal.test');
  });

  test('is JSON for other clients', async () => {
    const answer = await request(portal()).get('/nowhere').expect(404);
    expect(answer.body).toMatchObject({ error: { code: 404, status: 'Not Found', id: 'not_found' } });
  });

  test('/error with an unknown id is a 404 card', async () => {
    const id = '00000000-0000-4000-8000-000000000000';
    await request(portal())
      .get(`/error?id=${id}`)
      .set(browser)
      .expect(404, /404 - Page not found/);
    await request(portal()).get('/error').set(browser).expect(404);
  });
});

test('a flow that the provider refuses to create is an error card with its reason', async () => {
  await kratos.restart({ SELFSERVICE_FLOWS_REGISTRATION_ENABLED: 'false' });
  const answer = await request(portal()).get('/registration').set(browser).expect(400);
  expect(answer.text).toContain('Registration is not allowed because it was disabled.');
  await kratos.restart({ SELFSERVICE_FLOWS_REGISTRATION_ENABLED: 'true' });
});

describe('a provider that cannot be reached', () => {
  test('shows an error card with the status-0 text and a link to try again, but no host name', async () => {
    const answer = await request(portal({ KRATOS_PUBLIC_URL: 'http://127.0.0.1:9' }))
      .get('/login')
      .set(browser);
    expect(answer.status).toBe(502);
    const [shown = ''] = answer.text.split('<details');
    expect(shown).toContain('this may be a CORS problem or a wrong identity-service URL setting.');
    expect(shown).toMatch(/href="\/login"[^>]*><span[^>]*>Try again</);
    expect(answer.text).not.toContain('127.0.0.1');
  });

  test('leaves the portal alive but not ready', async () => {
    const app = portal({ KRATOS_PUBLIC_URL: 'http://127.0.0.1:9' });
    await request(app).get('/health/alive').expect(200, { status: 'ok' });
    await request(app)
      .get('/health/ready')
      .expect(503, { errors: { kratos: 'not ready' } });
    await request(portal()).get('/health/ready').expect(200, { status: 'ok' });
  });
});
