import { describe, expect, jest, test } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { text } from '../../test/support/flows/flowParts.ts';
import {
  button,
  field,
  json,
  pressUnchecked,
  show,
  harness,
  setUpFlowHarness,
  signIn,
} from '../../test/support/flowHarness.tsx';
import { renderInPage } from '../../test/support/renderInPage.tsx';
import type { FlowOf } from '../../shared/page.ts';
import { withLasting } from '../../shared/flow/lasting.ts';
import { readFlow } from '../../shared/flow/readFlow.ts';
import { FlowView } from './FlowView.tsx';
import { recordedFlow } from '../../test/support/flows/recordedFlow.ts';

setUpFlowHarness();

describe('a submit', () => {
  test('sends the values with the pressed button as JSON and goes where the provider says', async () => {
    show('login');
    harness.answers = [
      json(200, {
        session: { id: 's' },
        continue_with: [{ action: 'redirect_browser_to', redirect_browser_to: 'http://localhost:3000/app' }],
      }),
    ];
    await signIn();
    expect(harness.calls).toEqual([
      {
        url: recordedFlow('login').ui.action,
        body: {
          csrf_token: 'csrf-of-login',
          transient_payload: { locale: 'en' },
          identifier: 'ann@example.org',
          password: 'correct horse',
          method: 'password',
        },
      },
    ]);
    await waitFor(() => expect(harness.gone).toEqual(['http://localhost:3000/app']));
  });

  test('that is refused says again why the application’s request needs a sign-in', async () => {
    const why = 'Your last sign-in is too long ago for this application.';
    const flow = readFlow({ ...recordedFlow('login') }) as FlowOf['login'];
    renderInPage(<FlowView kind="login" flow={flow} notice="signInTooOld" />);
    const refused = { ...flow, ui: { ...flow.ui, messages: [text(4000006, 'Wrong.', {}, 'error')] } };
    harness.answers = [json(400, refused)];
    await signIn('wrong');
    await screen.findByText(/password is wrong/);
    expect(screen.getByText(why)).toBeTruthy();
  });

  test('that is refused says again what the sign-in links', async () => {
    const linking = recordedFlow('login-linking');
    show('login', linking);
    const refusal = text(4000006, 'Wrong.', {}, 'error');
    harness.answers = [json(400, { ...linking, ui: { ...linking.ui, messages: [refusal] } })];
    await userEvent.type(field(/^Password/), 'wrong');
    await userEvent.click(button(/^Sign in/));
    await screen.findByText('This password is wrong.');
    expect(screen.getByText(/Sign in to link .* to it/)).toBeTruthy();
  });

  test('that is refused still does not offer the service that stays with another account', async () => {
    const begun = recordedFlow('registration');
    const stays = text(4710010, 'Stays.', { service: 'Acme', method: 'oidc.acme' });
    show('registration', withLasting(begun, [stays]));
    harness.answers = [json(400, recordedFlow('registration-short-password'))];
    await userEvent.type(field(/^Email/), 'ann@example.org');
    await userEvent.type(field(/^Password/), 'a fine stethoscope');
    await userEvent.click(field(/informed consent/));
    await userEvent.click(button('Sign up'));
    await waitFor(() => expect(field(/^Password/).getAttribute('aria-invalid')).toBe('true'));
    expect(screen.getByText(/^Acme stays linked to the account with the wrong address/)).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Sign up with Acme' })).toBeNull();
  });

  test.each<[string, number, object, string]>([
    [
      'is rate-limited says when to retry',
      429,
      { id: 'rate_limited', retry_after: 840 },
      'Too many attempts. Try again in 14 minutes. Meanwhile, another way to sign in or another network may work.',
    ],
    [
      'would send too much mail says when to retry',
      429,
      { id: 'mail_limited', retry_after: 840 },
      'Use the newest one, or try again in 14 minutes.',
    ],
  ])('that %s, and keeps what was typed', async (_what, status, error, words) => {
    show('login');
    harness.answers = [json(status, { error: { code: status, ...error } })];
    await signIn();
    const message = await screen.findByText(words, { exact: false });
    expect(message.closest('[role="alert"], [role="status"]')).not.toBeNull();
    expect(field(/^Email/).value).toBe('ann@example.org');
    expect(field(/^Password/).value).toBe('correct horse');
    expect(harness.gone).toEqual([]);
  });

  test('says please wait, and cannot be sent twice', async () => {
    let release: (answer: Response) => void = () => undefined;
    show('recovery');
    harness.answers = [new Promise((resolve) => (release = resolve))];
    await userEvent.type(field(/^Email/), 'ann@example.org');
    await userEvent.click(button('Email me a code'));
    expect(screen.getAllByText('Please wait...').map(({ role, ariaHidden }) => role ?? ariaHidden)).toEqual([
      'true',
      'status',
    ]);
    expect(button('Email me a code').getAttribute('aria-busy')).toBe('true');
    await userEvent.click(button('Email me a code'));
    expect(harness.calls).toHaveLength(1);
    release(json(200, recordedFlow('recovery-sent')));
    await waitFor(() => expect(screen.queryByText('Please wait...')).toBeNull());
  });

  test('a new step replaces the old one, is announced, and focuses its first field', async () => {
    show('recovery');
    harness.answers = [json(200, recordedFlow('recovery-sent'))];
    await userEvent.type(field(/^Email/), 'ann@example.org');
    await userEvent.click(button('Email me a code'));
    const code = await screen.findByLabelText(/^Recovery code/);
    expect(document.activeElement).toBe(code);
    expect(screen.getByText(/a code is on its way to/).closest('[role="status"]')).not.toBeNull();
    expect(code.getAttribute('autocomplete')).toBe('one-time-code');
    expect(code.getAttribute('inputmode')).toBe('numeric');
    expect(code.getAttribute('pattern')).toMatch(/\{6\}/);
    expect(new URL(location.href).searchParams.get('return_to')).toBe('/app');
    expect(new URL(location.href).searchParams.get('flow')).toBe(recordedFlow('recovery-sent').id);
  });

  test('requesting a code requires the address only', async () => {
    show('login');
    pressUnchecked('Email me a code');
    expect((await screen.findByRole('alert')).textContent).toBe('Enter your email.');
    expect(harness.calls).toEqual([]);
    harness.answers = [json(400, recordedFlow('login-code-sent'))];
    await userEvent.type(field(/^Email/), 'ann@example.org');
    pressUnchecked('Email me a code');
    expect(await screen.findByLabelText(/^Login code/)).toBeTruthy();
    expect(harness.calls[0]?.body).toMatchObject({ identifier: 'ann@example.org', method: 'code' });
    expect(screen.getByText('ann@example.org').parentElement?.textContent).toBe(
      'We sent a code to ann@example.org',
    );
    expect(screen.getByRole('link', { name: 'Change' }).getAttribute('href')).toBe(
      `/login?correct=${recordedFlow('login-code-sent').id}`,
    );
  });

  describe('that goes on to a mailed code', () => {
    const asked = recordedFlow('reduced/login-confirm-by-code');
    const submitPassword = async (answer: object): Promise<void> => {
      show('login');
      harness.answers = [json(400, answer), json(400, recordedFlow('login-code-sent'))];
      await userEvent.type(field(/^Email/), 'ann@example.org');
      await userEvent.type(field(/^Password/), 'x{Enter}');
    };

    test('keeps the address, offers nothing but the code, and mails it in the same flow', async () => {
      await submitPassword(asked);
      const message = await screen.findByText(/^We mail you one code/);
      expect(message.closest('[role="status"]')).not.toBeNull();
      expect(field(/^Email/).value).toBe('ann@example.org');
      expect(screen.queryByLabelText(/^Password/)).toBeNull();
      expect(screen.getAllByRole('button').map(({ textContent }) => textContent)).toEqual([
        'Email me a code',
      ]);
      expect(document.title).not.toMatch(/^Error/);
      const otherWays = screen.getByRole('link', { name: 'Use another method' });
      expect(otherWays.getAttribute('href')).toBe(`/login?existing=${asked.id}`);
      await userEvent.click(button('Email me a code'));
      expect(await screen.findByLabelText(/^Login code/)).toBeTruthy();
      expect(harness.calls[1]).toMatchObject({
        url: asked.ui.action,
        body: { identifier: 'ann@example.org', method: 'code' },
      });
    });

    test('says so if the code cannot tell which credential was presented', async () => {
      const messages = [text(4710002, 'Not yet.', {}, 'error')];
      await submitPassword({ ...asked, ui: { ...asked.ui, messages } });
      await screen.findByText(/remove in the settings what is not yours/);
      expect(screen.getAllByRole('button')).toHaveLength(1);
    });

    test('leaves the other methods where no code can be mailed', async () => {
      const nodes = asked.ui.nodes.filter(({ group }) => group !== 'code');
      await submitPassword({ ...asked, ui: { ...asked.ui, nodes } });
      await screen.findByText(/^This way to sign in is not confirmed/);
      expect(screen.getByLabelText(/^Password/)).toBeTruthy();
    });
  });

  test('a code that another sign-in has just used is reported at its field', async () => {
    const sent = recordedFlow('login-code-sent');
    show('login', sent);
    const messages = [text(4710004, 'Just used.', {}, 'error')];
    harness.answers = [json(400, { ...sent, ui: { ...sent.ui, messages } })];
    await userEvent.type(field(/^Login code/), '123456');
    const error = await screen.findByText('This code was just used. Request a new one.');
    expect(field(/^Login code/).getAttribute('aria-describedby')).toContain(error.closest('[id]')?.id);
  });

  test('a social button sends only itself, the CSRF token and the page’s language', async () => {
    show('login');
    harness.answers = [
      json(422, { redirect_browser_to: 'https://accounts.google.com/o/oauth2/v2/auth?x=1' }),
    ];
    await userEvent.click(button('Sign in with google'));
    expect(harness.calls[0]?.body).toEqual({
      csrf_token: 'csrf-of-login',
      transient_payload: { locale: 'en' },
      provider: 'google',
    });
    await waitFor(() => expect(harness.gone).toEqual(['https://accounts.google.com/o/oauth2/v2/auth?x=1']));
  });
});

describe('no answer', () => {
  const send = async () => {
    await userEvent.type(field(/^Email/), 'ann@example.org');
    await userEvent.click(button('Email me a code'));
  };

  test('names possible causes, and the form stays usable', async () => {
    show('recovery');
    harness.answers = [new TypeError('Failed to fetch'), json(200, recordedFlow('recovery-sent'))];
    await send();
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toMatch(
      /^The service does not answer\. Wait a minute, then try again\.Error details.* this may be a CORS problem or a wrong identity-service URL setting\.$/,
    );
    const details = within(alert).getByRole<HTMLDetailsElement>('group');
    expect(details.open).toBe(false);
    expect(details.textContent).toContain('Network Error: http://localhost:3000');
    expect(field(/^Email/).value).toBe('ann@example.org');
    await userEvent.click(button('Email me a code'));
    expect(await screen.findByLabelText(/^Recovery code/)).toBeTruthy();
    expect(screen.queryByRole('alert')).toBeNull();
  });

  test('leaves the focus in the field, so that Enter tries again', async () => {
    show('recovery');
    harness.answers = [new TypeError('Failed to fetch'), json(200, recordedFlow('recovery-sent'))];
    await userEvent.type(field(/^Email/), 'ann@example.org{Enter}');
    await screen.findByRole('alert');
    expect(document.activeElement).toBe(field(/^Email/));
    await userEvent.keyboard('{Enter}');
    expect(await screen.findByLabelText(/^Recovery code/)).toBeTruthy();
  });

  test('does not bring back the error of a field that was corrected', async () => {
    show('login', recordedFlow('login-wrong-password'));
    expect(field(/^Password/).getAttribute('aria-invalid')).toBe('true');
    await userEvent.type(field(/^Password/), 'another one');
    harness.answers = [new TypeError('Failed to fetch')];
    await userEvent.click(button('Sign in with password'));
    expect(await screen.findByText(/^The service does not answer\./)).toBeTruthy();
    expect(field(/^Password/).getAttribute('aria-invalid')).toBe('false');
  });

  test('without a connection, says that nothing was sent, and names no other cause', async () => {
    const online = jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    show('recovery');
    harness.answers = [new TypeError('Failed to fetch')];
    await send();
    expect((await screen.findByRole('alert')).textContent).toBe(
      'No connection. Nothing was sent. Check your connection, then try again.',
    );
    online.mockRestore();
  });

  test.each([
    [502, {}, 'The service does not answer.'],
    [504, { error: { message: 'timeout of 9 ms exceeded' } }, 'The answer took too long.'],
    [503, {}, 'The service is not available'],
    [429, {}, 'Too many attempts'],
    [
      400,
      { error: { reason: 'Not like this.' } },
      'Your request was refused. Reload the page and try again.',
    ],
    [409, { error: { message: 'Unable to insert or update resource' } }, 'Your request was refused.'],
    [
      400,
      { error: { reason: 'Unable to get OAuth 2.0 Login Challenge.' } },
      'This sign-in is no longer valid.',
    ],
    [401, { error: { reason: 'This account was disabled.' } }, 'This account has been disabled.'],
    [413, {}, 'Your request was refused'],
  ])('status %d is reported', async (status, body, words) => {
    show('recovery');
    harness.answers = [json(status, body)];
    await send();
    expect((await screen.findByRole('alert')).textContent).toMatch(new RegExp(`^${words}`));
    expect(button('Email me a code').getAttribute('aria-busy')).toBeNull();
  });
});
