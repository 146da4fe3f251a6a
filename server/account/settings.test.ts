import { afterEach, describe, expect, test } from '@jest/globals';
import type request from 'supertest';
import { createAskingApplication } from '../security/cookies/askingApplication.ts';
import { createTypedFieldsCookie } from '../security/cookies/typedFields.ts';
import { appInProcess, portalUrl } from '../../test/support/appInProcess.ts';
import { input } from '../../test/support/flows/flowParts.ts';
import { recordedFlow } from '../../test/support/flows/recordedFlow.ts';
import { closeHarness, fakeUpstream } from '../../test/support/gatewayHarness.ts';
import {
  cookieSecret,
  cookiesSet,
  getPage,
  markup,
  portalWith,
  sessionCookie,
} from '../../test/support/servedPage.ts';

afterEach(closeHarness);

describe('settings after a recovery', () => {
  const back = `${portalUrl}/login?login_challenge=c1`;
  const visit = async (return_to: string, cookies = sessionCookie): Promise<string> => {
    const flow = { ...recordedFlow('settings'), return_to };
    const app = await portalWith({ '/self-service/settings/flows': [200, flow] });
    return markup((await getPage(app, `/settings?flow=${flow.id}`, cookies)).text);
  };

  test('name the application that is waiting for the sign-in, and link to that sign-in', async () => {
    const { keep } = createAskingApplication({ secret: cookieSecret, portalUrl: 'http://portal.test' });
    const [kept = ''] =
      keep({ requestUrl: `${portalUrl}/oauth2/auth`, name: 'Harbor Clinic' })?.split(';') ?? [];
    const named = await visit(back, `${sessionCookie}; ${kept}`);
    expect(named).toContain('Harbor Clinic is waiting for you to sign in.');
    expect(named).toContain(`href="${back}"`);
    expect(await visit(back)).toContain('An application is waiting for you to sign in.');
  });

  test.each([`${portalUrl}/login`, `${portalUrl}/`, 'https://evil.example/login?login_challenge=c1', 'x'])(
    'mention no application with the return_to %s',
    async (returnTo) => {
      expect(await visit(returnTo)).not.toContain('is waiting for you');
    },
  );
});

describe('a settings form that was sent without scripts after the session had ended', () => {
  const flow = recordedFlow('settings');
  const typedFields = createTypedFieldsCookie({ secret: cookieSecret, portalUrl: 'http://portal.test' });
  const typed = (id: string): string =>
    `${sessionCookie}; ${typedFields.keep(id, [['traits.name.first', 'Zoe']])?.split(';')[0] ?? ''}`;
  const visit = async (cookie: string, answer: [number, object] = [200, flow]): Promise<request.Response> => {
    const app = await portalWith({ '/self-service/settings/flows': answer });
    return getPage(app, `/settings?flow=${flow.id}`, cookie);
  };
  const deletesCookie = (answer: request.Response): boolean =>
    cookiesSet(answer).includes(typedFields.forget(typed('f1')) ?? '');

  test('is filled in once if it was the profile’s, and the page asks to submit it again', async () => {
    const answer = await visit(typed(flow.id));
    expect(markup(answer.text)).toMatch(/<input[^>]*name="traits\.name\.first"[^>]*value="Zoe"/);
    expect(markup(answer.text)).toContain('Make your change again.');
    expect(deletesCookie(answer)).toBe(true);
  });

  test('leaves the profile as it is if it was another section’s, and the page asks to submit it again', async () => {
    const cookie = typedFields.keep(flow.id, [])?.split(';')[0] ?? '';
    const asServed = markup((await visit(sessionCookie)).text);
    const answer = markup((await visit(`${sessionCookie}; ${cookie}`)).text);
    expect(answer).toContain('Make your change again.');
    const inputs = (html: string): string[] => html.match(/<input[^>]*name="traits[^>]*>/g) ?? [];
    expect(inputs(answer)).toEqual(inputs(asServed));
  });

  test('is not filled into another flow, and its cookie is deleted', async () => {
    const answer = await visit(typed('another'));
    expect(answer.text).not.toContain('Zoe');
    expect(markup(answer.text)).not.toContain('Make your change again.');
    expect(deletesCookie(answer)).toBe(true);
  });

  test('is not shown to anybody to whom the provider refuses the flow', async () => {
    const error = { id: 'security_identity_mismatch', code: 403, reason: 'x' };
    expect((await visit(typed(flow.id), [403, { error }])).text).not.toContain('Zoe');
  });

  test('deletes no cookie if there is none', async () => {
    expect(deletesCookie(await visit(sessionCookie))).toBe(false);
  });
});

describe('a settings flow', () => {
  const flow = { ...recordedFlow('settings'), issued_at: '2026-01-01T10:00:00Z' };
  const token = (value: string) => input('default', 'csrf_token', 'hidden', { value });
  const visit = async (authenticatedAt: string): Promise<string> => {
    const withNodes = { ...flow, ui: { ...flow.ui, nodes: [token('former'), ...fields] } };
    const newer = { ...flow, id: 'newer', ui: { ...flow.ui, nodes: [token('present'), ...fields] } };
    const app = await portalWith({
      '/self-service/settings/flows': [200, withNodes],
      '/self-service/settings/browser': [200, newer],
      '/sessions/whoami': [
        200,
        { id: 's1', active: true, authenticated_at: authenticatedAt, identity: { id: 'i1', traits: {} } },
      ],
    });
    return markup((await getPage(app, `/settings?flow=${flow.id}`, sessionCookie).expect(200)).text);
  };
  const fields = flow.ui.nodes.filter(
    ({ attributes }) => !('name' in attributes) || attributes.name !== 'csrf_token',
  );

  test('from before the last sign-in gets the CSRF token that the browser has had since then', async () => {
    const html = await visit('2026-01-01T10:00:01Z');
    expect(html).toContain('value="present"');
    expect(html).not.toContain('value="former"');
    expect(html).toContain(flow.ui.action.replaceAll('&', '&amp;'));
  });

  test('from after the last sign-in keeps its CSRF token', async () => {
    const html = await visit('2026-01-01T09:59:59Z');
    expect(html).toContain('value="former"');
    expect(html).not.toContain('value="present"');
  });
});

describe('the page after a change that was sent without scripts', () => {
  const saved = recordedFlow('settings-saved');
  const session = {
    id: 's1',
    active: true,
    authenticated_at: '2026-01-01T10:00:00Z',
    identity: { id: 'i1', traits: {} },
  };
  const visit = async (
    cookie: string,
    flow = saved,
  ): Promise<{ answer: request.Response; calls: string[] }> => {
    const calls: string[] = [];
    const kratos = await fakeUpstream((received, response) => {
      const path = received.url?.split('?')[0] ?? '';
      calls.push(`${received.method} ${path}`);
      const body = path.endsWith('/flows') ? flow : path === '/sessions/whoami' ? session : [];
      response.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
    });
    const app = appInProcess({ KRATOS_PUBLIC_URL: kratos.url, COOKIE_SECRET: cookieSecret });
    const answer = await getPage(
      app,
      `/settings?flow=${flow.id}`,
      `${sessionCookie}; portal_change=${cookie}`,
    );
    return { answer, calls };
  };

  test('leads once to the message that says what was changed', async () => {
    const { answer } = await visit(`${saved.id}.password.answered`);
    expect(answer.status).toBe(303);
    expect(answer.headers.location).toBe(`/settings?flow=${saved.id}#done`);
    expect(cookiesSet(answer).join()).toContain(`portal_change=${saved.id}.password.seen;`);
    const page = (await visit(`${saved.id}.password.seen`)).answer;
    expect(page.status).toBe(200);
    expect(markup(page.text)).toContain('Password changed<');
  });

  test.each(['another.password.answered', `${saved.id}.everything.answered`, ''])(
    'with the cookie %j says only that a change was saved',
    async (cookie) => {
      const { answer } = await visit(cookie);
      expect(markup(answer.text)).toContain('Change saved<');
    },
  );

  test('does not confirm a change that the provider refused', async () => {
    const flow = recordedFlow('settings-totp-wrong');
    const { answer } = await visit(`${flow.id}.totp.answered`, flow);
    expect(answer.status).toBe(200);
    expect(markup(answer.text)).not.toContain('Authenticator app turned on<');
  });

  test('does not confirm a refused change because of an earlier change’s message', async () => {
    const refusal = { id: 4000001, type: 'error', text: 'No such address.' };
    const nodes = saved.ui.nodes.map((node) =>
      'name' in node.attributes && node.attributes.name === 'traits.email'
        ? { ...node, messages: [refusal] }
        : node,
    ) as typeof saved.ui.nodes;
    const { answer } = await visit(`${saved.id}.profile.answered`, { ...saved, ui: { ...saved.ui, nodes } });
    expect(answer.status).toBe(200);
    expect(markup(answer.text)).not.toContain('Profile saved<');
    expect(markup(answer.text)).not.toContain('Change saved<');
  });

  test('confirms neither a change whose re-authentication was abandoned nor, again, the change before it', async () => {
    const { answer, calls } = await visit(`${saved.id}.passkeyOff.waits`);
    expect(answer.status).toBe(200);
    expect(markup(answer.text)).not.toMatch(/Passkey removed<|Change saved</);
    expect(calls).not.toContain('DELETE /sessions');
  });

  test('signs the user out everywhere else if a passkey was removed, and not if one was added', async () => {
    expect((await visit(`${saved.id}.passkeyOff.answered`)).calls).toContain('DELETE /sessions');
    expect((await visit(`${saved.id}.passkey.answered`)).calls).not.toContain('DELETE /sessions');
    expect((await visit(`${saved.id}.passkeyOff.seen`)).calls).not.toContain('DELETE /sessions');
  });
});

describe('GET /settings/credentials', () => {
  test('tells the signed-in user which credentials are set up, without secrets', async () => {
    const credentials = {
      password: { config: { hashed_password: '$argon2id$secret' } },
      lookup_secret: { config: { recovery_codes: [{ code: 'secret', used_at: null }] } },
    };
    const kratos = await fakeUpstream((received, response) => {
      const isWhoami = received.url?.startsWith('/sessions/whoami') === true;
      const body = isWhoami
        ? { id: 's1', active: true, identity: { id: 'i1', traits: {} } }
        : { id: 'i1', credentials };
      response.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
    });
    const app = appInProcess({ KRATOS_PUBLIC_URL: kratos.url, KRATOS_ADMIN_URL: kratos.url });
    const answer = await getPage(app, '/settings/credentials', sessionCookie).expect(200);
    expect(answer.body).toMatchObject({ password: true, backupCodes: { left: 1, used: 0 } });
    expect(answer.text).not.toContain('secret');
    expect(answer.headers['cache-control']).toContain('no-store');
  });

  test('tells a signed-out visitor nothing', async () => {
    await getPage(await portalWith(), '/settings/credentials').expect(404);
  });
});
