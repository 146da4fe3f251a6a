import { describe, expect, test } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { text } from '../../test/support/flows/flowParts.ts';
import {
  button,
  field,
  json,
  show,
  harness,
  setUpFlowHarness,
  signIn,
} from '../../test/support/flowHarness.tsx';
import { recordedFlow } from '../../test/support/flows/recordedFlow.ts';

setUpFlowHarness();

describe('a flow that is over', () => {
  test('starts again with the same parameters, says so, and keeps what was typed', async () => {
    show('login', {
      ...recordedFlow('login'),
      request_url: 'http://localhost:3000/self-service/login/browser?return_to=%2Fapp&login_challenge=c',
    });
    const fresh = { ...recordedFlow('login'), id: 'f2' };
    harness.answers = [json(410, { error: { id: 'self_service_flow_expired' } }), json(200, fresh)];
    await signIn();
    expect(await screen.findByText('The form had expired and was renewed. Try again.')).toBeTruthy();
    expect(harness.calls[1]).toEqual({
      url: 'http://localhost:3000/self-service/login/browser?return_to=%2Fapp&login_challenge=c',
    });
    expect(field(/^Email/).value).toBe('ann@example.org');
    expect(field(/^Password/).value).toBe('correct horse');
    expect(new URL(location.href).searchParams.get('flow')).toBe('f2');
  });

  test('starts again at the URL where browsers reach the identity service', async () => {
    show('login', undefined, { identityServiceUrl: 'https://id.example' });
    harness.answers = [json(410, {}), json(200, { ...recordedFlow('login'), id: 'f2' })];
    await signIn();
    await waitFor(() => expect(harness.calls).toHaveLength(2));
    expect(harness.calls[1]?.url).toMatch(/^https:\/\/id\.example\/self-service\/login\/browser\?/);
  });

  test('reloads the page if it confirms a user: somebody else may have signed in', async () => {
    show('login', recordedFlow('login-refresh-password'));
    harness.answers = [json(403, { error: { id: 'security_csrf_violation' } })];
    await userEvent.type(field(/^Password/), 'correct horse');
    await userEvent.click(button(/^Sign in/));
    await waitFor(() => expect(harness.gone).toHaveLength(1));
    expect(harness.gone[0]).toMatch(/^\/login\?.*refresh=true/);
    expect(harness.calls).toHaveLength(1);
  });

  test.each([
    [4010001, 'The login flow expired 1.00 minutes ago, please try again.', /The sign-in expired/],
    [4999, 'Your clinic has closed.', /Your clinic has closed/],
  ])(
    'is replaced by the provider’s new flow, which shows only its own error %i',
    async (id, words, shown) => {
      show('login');
      const replaced = { ...recordedFlow('login'), id: 'f3' };
      replaced.ui.messages = [text(id, words, { expired_at_unix: 1 }, 'error')];
      harness.answers = [
        json(410, { error: { id: 'self_service_flow_expired' }, use_flow_id: 'f3' }),
        json(200, replaced),
      ];
      await signIn('x');
      expect(await screen.findByText(shown)).toBeTruthy();
      expect(harness.calls[1]).toEqual({ url: 'http://localhost:3000/self-service/login/flows?id=f3' });
      expect(screen.queryByText(/The form had expired/)).toBeNull();
    },
  );

  test.each(['verification', 'recovery'] as const)(
    'whose %s was replaced after its code was mailed is loaded anew: only the server knows the address',
    async (kind) => {
      show(kind, recordedFlow(`${kind}-sent`));
      harness.answers = [json(410, { error: { id: 'self_service_flow_expired' }, use_flow_id: 'f3' })];
      await userEvent.type(field(/code/), '000000');
      await waitFor(() => expect(harness.gone).toEqual([`/${kind}?flow=f3`]));
    },
  );

  test('reloads the page if it cannot be restarted by script', async () => {
    show('recovery');
    harness.answers = [json(404, {}), json(404, {})];
    await userEvent.type(field(/^Email/), 'ann@example.org');
    await userEvent.click(button('Email me a code'));
    await waitFor(() => expect(harness.gone).toEqual(['/recovery?return_to=%2Fapp']));
  });
});
