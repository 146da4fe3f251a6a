import { afterEach, describe, expect, test } from '@jest/globals';
import type request from 'supertest';
import { createAskingApplication } from '../security/askingApplication.ts';
import { createTypedFieldsCookie } from '../security/typedFields.ts';
import { portalUrl } from '../../test/support/appInProcess.ts';
import { input } from '../../test/support/flows/flowParts.ts';
import { recordedFlow } from '../../test/support/flows/recordedFlow.ts';
import { closeHarness } from '../../test/support/gatewayHarness.ts';
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

  test('say which application waits for the sign-in, and lead on to it', async () => {
    const { keep } = createAskingApplication({ secret: cookieSecret, portalUrl: 'http://portal.test' });
    const [kept = ''] =
      keep({ requestUrl: `${portalUrl}/oauth2/auth`, name: 'Harbor Clinic' })?.split(';') ?? [];
    const named = await visit(back, `${sessionCookie}; ${kept}`);
    expect(named).toContain('Harbor Clinic is waiting for you to sign in.');
    expect(named).toContain(`href="${back}"`);
    expect(await visit(back)).toContain('An application is waiting for you to sign in.');
  });

  test.each([`${portalUrl}/login`, `${portalUrl}/`, 'https://evil.example/login?login_challenge=c1', 'x'])(
    'say nothing of an application with the return_to %s',
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
    cookiesSet(answer).includes(typedFields.expired);

  test('has its profile filled in once, and the page asks to submit it again', async () => {
    const answer = await visit(typed(flow.id));
    expect(markup(answer.text)).toMatch(/<input[^>]*name="traits\.name\.first"[^>]*value="Zoe"/);
    expect(markup(answer.text)).toContain('Make your change once more.');
    expect(deletesCookie(answer)).toBe(true);
  });

  test('of another section leaves the profile as it is, and the page asks to submit it again', async () => {
    const cookie = typedFields.keep(flow.id, [])?.split(';')[0] ?? '';
    const asServed = markup((await visit(sessionCookie)).text);
    const answer = markup((await visit(`${sessionCookie}; ${cookie}`)).text);
    expect(answer).toContain('Make your change once more.');
    const inputs = (html: string): string[] => html.match(/<input[^>]*name="traits[^>]*>/g) ?? [];
    expect(inputs(answer)).toEqual(inputs(asServed));
  });

  test('is not filled into another flow, and its cookie is deleted', async () => {
    const answer = await visit(typed('another'));
    expect(answer.text).not.toContain('Zoe');
    expect(markup(answer.text)).not.toContain('Make your change once more.');
    expect(deletesCookie(answer)).toBe(true);
  });

  test('is not shown to anybody whom the provider refuses the flow', async () => {
    const error = { id: 'security_identity_mismatch', code: 403, reason: 'x' };
    expect((await visit(typed(flow.id), [403, { error }])).text).not.toContain('Zoe');
  });

  test('that was never sent has no cookie to delete', async () => {
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
