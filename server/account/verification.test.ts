import { afterEach, describe, expect, test } from '@jest/globals';
import type request from 'supertest';
import { input, text as label } from '../../test/support/flows/flowParts.ts';
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
import { linkOpened } from '../security/cookies/notices.ts';
import { createFlowAddress } from '../security/cookies/flowAddress.ts';

afterEach(closeHarness);

describe('the verification page', () => {
  const sent = recordedFlow('verification-sent');
  const filledIn = {
    ...sent,
    ui: {
      ...sent.ui,
      nodes: sent.ui.nodes.map((node) =>
        'name' in node.attributes && node.attributes.name === 'code'
          ? { ...node, attributes: { ...node.attributes, value: '123456' } }
          : node,
      ),
    },
  };

  test.each([
    ['with the code of a mailed link filled in says to press the button', filledIn, true],
    ['without a code says that a mail has been sent', sent, false],
  ])('%s', async (_what, flow, saysPress) => {
    const app = await portalWith({ '/self-service/verification/flows': [200, flow] });
    const { text } = await getPage(app, `/verification?flow=${flow.id}`).expect(200);
    expect(markup(text).includes('Just press the button below')).toBe(saysPress);
    expect(/We sent (?:you )?a verification code/.test(markup(text))).toBe(!saysPress);
  });

  test('with a refused code does not say to press the button', async () => {
    const refusal = { id: 4070006, type: 'error', text: 'The code is invalid.' };
    const refused = { ...filledIn, ui: { ...filledIn.ui, messages: [refusal] } };
    const app = await portalWith({ '/self-service/verification/flows': [200, refused] });
    const { text } = await getPage(app, `/verification?flow=${filledIn.id}`).expect(200);
    expect(markup(text)).toContain('This code is wrong');
    expect(markup(text)).not.toContain('Just press the button below');
  });

  test('shows no earlier error, once, when a mailed link is opened after a wrong code', async () => {
    const refusal = { id: 4070006, type: 'error', text: 'The code is invalid.' };
    const refused = { ...filledIn, ui: { ...filledIn.ui, messages: [refusal] } };
    const app = await portalWith({ '/self-service/verification/flows': [200, refused] });
    const opened = linkOpened.set('http://portal.test').split(';')[0];
    const answer = await getPage(app, `/verification?flow=${filledIn.id}`, opened).expect(200);
    expect(markup(answer.text)).not.toContain('This code is wrong');
    expect(markup(answer.text)).toContain('Just press the button below');
    expect(cookiesSet(answer).join()).toContain('portal_link=; Path=/; Max-Age=0');
  });

  test('explains why there is a new form when a used mailed link is opened', async () => {
    const used = { id: 4070002, type: 'error', text: 'The request was already completed.' };
    const again = { ...sent, ui: { ...sent.ui, messages: [used] } };
    const app = await portalWith({ '/self-service/verification/flows': [200, again] });
    const opened = linkOpened.set('http://portal.test').split(';')[0];
    const { text } = await getPage(app, `/verification?flow=${sent.id}`, opened).expect(200);
    expect(markup(text)).toContain('This address is already verified');
    expect(markup(text)).not.toContain('href="/registration');
    expect(markup(text)).toContain('href="/login');
  });

  test('offers a sign-in, not a sign-up, to somebody whose mailed link has been used', async () => {
    const used = { id: 4070001, type: 'error', text: 'The verification token is invalid.' };
    const again = { ...sent, ui: { ...sent.ui, messages: [used] } };
    const app = await portalWith({ '/self-service/verification/flows': [200, again] });
    const { text } = await getPage(app, `/verification?flow=${sent.id}`).expect(200);
    expect(markup(text)).toContain('Already have an account?');
    expect(markup(text)).not.toContain('href="/registration');
  });

  test('offers a sign-in, not a sign-up, to somebody who still needs the second factor', async () => {
    const app = await portalWith({
      '/self-service/verification/flows': [200, sent],
      '/sessions/whoami': [403, { error: { id: 'session_aal2_required' } }],
    });
    const { text } = await getPage(app, `/verification?flow=${sent.id}`, sessionCookie).expect(200);
    expect(markup(text)).toContain('Already have an account?');
    expect(markup(text)).not.toContain('href="/registration');
  });

  test('says which address is verified, once this browser has been asked for its code', async () => {
    const verified = label(1080002, 'You verified your address.', {}, 'success');
    const passed = {
      ...sent,
      state: 'passed_challenge',
      ui: { ...sent.ui, nodes: [], messages: [verified] },
    };
    const app = await portalWith({
      '/self-service/verification/flows': [200, passed],
      '/sessions/whoami': [200, { id: 's', active: true, identity: { id: 'i', traits: {} } }],
    });
    const kept = createFlowAddress({ secret: cookieSecret, portalUrl: 'http://portal.test' })
      .keep(sent.id, '+4915112345678')
      ?.split(';')[0];
    const { text } = await getPage(app, `/verification?flow=${sent.id}`, `${sessionCookie}; ${kept}`).expect(
      200,
    );
    expect(markup(text)).toContain('You verified your phone number.');
  });

  const begunAt = (path: string): object => ({
    ...sent,
    request_url: `http://portal.test/self-service/${path}/browser?return_to=%2Fsettings`,
  });

  test('after a sign-up says that the account has been created', async () => {
    const app = await portalWith({ '/self-service/verification/flows': [200, begunAt('registration')] });
    const { text } = await getPage(app, `/verification?flow=${sent.id}`).expect(200);
    expect(markup(text)).toContain('Your account has been created.');
  });

  const flowAddress = createFlowAddress({ secret: cookieSecret, portalUrl: 'http://portal.test' });
  test('keeps the address for the sign-in that follows', async () => {
    const again = input(
      'code',
      'email',
      'submit',
      { value: 'ann@acme.example' },
      label(1070008, 'Resend code'),
    );
    const named = { ...sent, ui: { ...sent.ui, nodes: [again] } };
    const app = await portalWith({ '/self-service/verification/flows': [200, named] });
    const answer = await getPage(app, `/verification?flow=${sent.id}`).expect(200);
    expect(flowAddress.read(cookiesSet(answer).join('; '), sent.id)).toBe('ann@acme.example');
  });

  test('does not keep the address of an app’s flow, which any link can open', async () => {
    const again = input(
      'code',
      'email',
      'submit',
      { value: 'eve@acme.example' },
      label(1070008, 'Resend code'),
    );
    const named = { ...sent, type: 'api', ui: { ...sent.ui, nodes: [again] } };
    const app = await portalWith({ '/self-service/verification/flows': [200, named] });
    const answer = await getPage(app, `/verification?flow=${sent.id}`).expect(200);
    expect(flowAddress.read(cookiesSet(answer).join('; '), sent.id)).toBeUndefined();
  });

  describe('replaced by Kratos', () => {
    const action = 'http://portal.test/self-service/verification?flow=v1';
    const visit = (id: number): Promise<request.Response> => {
      const over = { id, type: 'error', text: 'Over.' };
      const node = input('code', 'email', 'email', { required: true }, label(1070007, 'Email'));
      const replaced = { ...sent, state: 'choose_method', request_url: action };
      const flow = { ...replaced, ui: { ...sent.ui, nodes: [node], messages: [over] } };
      const kept = flowAddress.keep('v1', 'ann@acme.example')?.split(';')[0];
      return portalWith({ '/self-service/verification/flows': [200, flow] }).then((app) =>
        getPage(app, `/verification?flow=${sent.id}`, kept),
      );
    };

    test('still has the address filled in, also at the sign-in that it offers', async () => {
      const { text } = await visit(4070002);
      expect(markup(text)).toMatch(/<input[^>]*name="email"[^>]*value="ann@acme\.example"/);
      expect(markup(text)).toMatch(new RegExp(`href="/login\\?[^"]*verified=${sent.id}"`));
    });

    test('keeps the address for the sign-in that it leads to', async () => {
      const answer = await visit(4710005);
      expect(answer.headers.location).toContain(`verified=${sent.id}`);
      expect(flowAddress.read(cookiesSet(answer).join('; '), sent.id)).toBe('ann@acme.example');
    });
  });

  describe('once the address is verified', () => {
    const passed = { ...begunAt('registration'), state: 'passed_challenge' };
    const visit = async (
      who: [number, object],
      flow: object = passed,
    ): Promise<{ status: number; location?: string; isNoted?: boolean }> => {
      const app = await portalWith({
        '/self-service/verification/flows': [200, flow],
        '/sessions/whoami': who,
      });
      const answer = await getPage(app, `/verification?flow=${sent.id}`, sessionCookie);
      const isNoted = cookiesSet(answer).some((line) => line.startsWith('portal_verified=1;'));
      return { status: answer.status, location: answer.headers.location, ...(isNoted && { isNoted }) };
    };

    test.each([
      ['return_to', passed, { return_to: '/settings' }],
      [
        'the application’s request',
        {
          ...passed,
          request_url: 'http://portal.test/?return_to=http%3A%2F%2Fportal.test%2Flogin%3Flogin_challenge%3Dc',
        },
        { login_challenge: 'c' },
      ],
    ])('leads to the sign-in if nobody is signed in, and keeps %s', async (_what, flow, purpose) => {
      const query = new URLSearchParams({ ...purpose, verified: sent.id }).toString();
      expect(await visit([401, {}], flow)).toEqual({
        status: 303,
        location: `/login?${query}`,
        isNoted: true,
      });
    });

    test('leaves no notice for an app’s flow, which any link can open', async () => {
      expect(await visit([401, {}], { ...passed, type: 'api' })).toEqual({
        status: 303,
        location: `/login?${new URLSearchParams({ return_to: '/settings', verified: sent.id }).toString()}`,
      });
    });

    test('is shown to a signed-in user', async () => {
      const session = { id: 's', active: true, identity: { id: 'i', traits: {} } };
      expect(await visit([200, session])).toMatchObject({ status: 200 });
    });

    test('is shown if Kratos fails to tell who is signed in', async () => {
      expect(await visit([500, {}])).toMatchObject({ status: 200 });
    });
  });

  test('says that a verification link was sent, even if the provider’s flow does not', async () => {
    const silent = { ...sent, active: 'link', ui: { ...sent.ui, messages: [] } };
    const app = await portalWith({ '/self-service/verification/flows': [200, silent] });
    const { text } = await getPage(app, `/verification?flow=${sent.id}`).expect(200);
    expect(markup(text)).toContain('We sent an email with a verification link');
  });

  test('fills in the address that a verification link was sent to', async () => {
    const nodes = [
      input('link', 'email', 'email', { required: true }, label(1070007, 'Email')),
      input('link', 'method', 'submit', { value: 'link' }, label(1070009, 'Continue')),
      input('code', 'email', 'submit', { value: 'ann@acme.example' }, label(1070008, 'Resend code')),
    ];
    const silent = { ...sent, active: 'link', ui: { ...sent.ui, messages: [], nodes } };
    const app = await portalWith({ '/self-service/verification/flows': [200, silent] });
    const { text } = await getPage(app, `/verification?flow=${sent.id}`).expect(200);
    expect(markup(text)).toMatch(/<input[^>]*name="email"[^>]*value="ann@acme\.example"/);
    expect(markup(text)).not.toContain('Resend code');
  });
});
