import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { act, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { inputAttributes } from '../../shared/flow/inputAttributes.ts';
import type { Flow, FlowKind } from '../../shared/page.ts';
import { csrf, flowOf, input, method, text } from '../../test/support/flows/flowParts.ts';
import { newerFlows } from '../../test/support/flows/newerFlows.ts';
import { recordedFlow, recordedFlows } from '../../test/support/flows/recordedFlow.ts';
import { renderInPage } from '../../test/support/renderInPage.tsx';
import { browser } from './browser.ts';
import { FlowView } from './FlowView.tsx';

interface Call {
  url: string;
  body?: unknown;
}

let calls: Call[] = [];
let answers: (Response | Error | Promise<Response>)[] = [];
let gone: string[] = [];
const { fetch: realFetch } = globalThis;
const { goTo } = browser;

const json = (status: number, body: unknown): Response =>
  ({ status, text: () => Promise.resolve(JSON.stringify(body)) }) as Response;

beforeEach(() => {
  calls = [];
  answers = [];
  gone = [];
  browser.goTo = (url) => void gone.push(url);
  history.replaceState(null, '', '/login?return_to=%2Fapp');
  globalThis.fetch = (url, init) => {
    calls.push({
      url: url as string,
      ...(typeof init?.body === 'string' && { body: JSON.parse(init.body) as unknown }),
    });
    const answer = answers.shift() ?? new TypeError('fetch failed');
    return answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer);
  };
});

afterEach(() => {
  globalThis.fetch = realFetch;
  browser.goTo = goTo;
  jest.useRealTimers();
});

const show = (kind: FlowKind, flow: Flow = recordedFlow(kind)) =>
  renderInPage(<FlowView kind={kind} flow={flow} />);
const button = (name: string | RegExp) => screen.getByRole('button', { name });
/** As a browser does it, which jsdom does not: a button with formnovalidate submits whatever the fields hold. */
const pressUnchecked = (name: string): void => {
  const submitter = button(name) as HTMLButtonElement;
  expect(submitter.formNoValidate).toBe(true);
  const event = new SubmitEvent('submit', { bubbles: true, cancelable: true, submitter });
  act(() => void submitter.form?.dispatchEvent(event));
};
const field = (name: string | RegExp) => screen.getByLabelText<HTMLInputElement>(name);

describe.each([...recordedFlows, ...newerFlows])('$name', ({ kind, flow }) => {
  test('every node is in the page', () => {
    const { container } = show(kind, flow);
    for (const node of flow.ui.nodes) {
      const { attributes } = node;
      const known = inputAttributes(node);
      if (known) {
        const found = Array.from(container.querySelectorAll<HTMLInputElement>('[name]'));
        expect(found.map(({ name }) => name)).toContain(known.name);
      } else if (attributes.node_type === 'script') {
        expect(document.querySelector(`script[src="${attributes.src}"]`)).not.toBeNull();
      } else if ('id' in attributes && node.type !== ('hologram' as 'div')) {
        expect(container.querySelector(`#${attributes.id}`)).not.toBeNull();
      }
    }
  });

  test('every form carries the token and goes to the flow', () => {
    const { container } = show(kind, flow);
    const forms = Array.from(container.querySelectorAll('form'));
    expect(forms.length).toBeGreaterThan(0);
    for (const form of forms) {
      expect(form.action).toBe(flow.ui.action);
      expect(form.method).toBe('post');
      expect(form.querySelectorAll('input[name="csrf_token"]')).toHaveLength(1);
    }
  });
});

test('the scripts of a flow leave with it', () => {
  const { unmount } = show('login');
  const scripts = () => document.querySelectorAll('script[integrity]').length;
  expect(scripts()).toBe(1);
  unmount();
  expect(scripts()).toBe(0);
});

describe('a submit', () => {
  test('sends the values with the pressed button as JSON and goes where the provider says', async () => {
    show('login');
    answers = [
      json(200, {
        session: { id: 's' },
        continue_with: [{ action: 'redirect_browser_to', redirect_browser_to: 'http://localhost:3000/app' }],
      }),
    ];
    await userEvent.type(field(/^Email/), 'ann@example.org');
    await userEvent.type(field(/^Password/), 'correct horse');
    await userEvent.click(button('Sign in with password'));
    expect(calls).toEqual([
      {
        url: recordedFlow('login').ui.action,
        body: {
          csrf_token: 'csrf-of-login',
          identifier: 'ann@example.org',
          password: 'correct horse',
          method: 'password',
        },
      },
    ]);
    await waitFor(() => expect(gone).toEqual(['http://localhost:3000/app']));
  });

  test('says please wait, and cannot be sent twice', async () => {
    let release: (answer: Response) => void = () => undefined;
    show('recovery');
    answers = [new Promise((resolve) => (release = resolve))];
    await userEvent.type(field(/^Email/), 'ann@example.org');
    await userEvent.click(button('Continue'));
    expect(screen.getByText('Please wait...')).toBeTruthy();
    expect(button('Continue').getAttribute('aria-busy')).toBe('true');
    await userEvent.click(button('Continue'));
    expect(calls).toHaveLength(1);
    release(json(200, recordedFlow('recovery-sent')));
    await waitFor(() => expect(screen.queryByText('Please wait...')).toBeNull());
  });

  test('a new step replaces the old one, is announced, and begins in its first field', async () => {
    show('recovery');
    answers = [json(200, recordedFlow('recovery-sent'))];
    await userEvent.type(field(/^Email/), 'ann@example.org');
    await userEvent.click(button('Continue'));
    const code = await screen.findByLabelText(/^Recovery code/);
    expect(document.activeElement).toBe(code);
    expect(screen.getByText(/recovery code has been sent/).closest('[role="status"]')).not.toBeNull();
    expect(code.getAttribute('autocomplete')).toBe('one-time-code');
    expect(code.getAttribute('inputmode')).toBe('numeric');
    expect(code.getAttribute('pattern')).toBe('[0-9]+');
    expect(new URL(location.href).searchParams.get('return_to')).toBe('/app');
    expect(new URL(location.href).searchParams.get('flow')).toBe(recordedFlow('recovery-sent').id);
  });

  test('errors stand at their field, the first one is focused, and what was typed stays', async () => {
    show('registration');
    answers = [json(400, recordedFlow('registration-short-password'))];
    await userEvent.type(field(/^Email/), 'ann@example.org');
    await userEvent.type(field(/^First name/), 'Ann');
    await userEvent.click(field(/informed consent/));
    await userEvent.type(field(/^Password/), 'abc');
    await userEvent.click(button('Sign up'));
    const message = await screen.findByText(/at least 8 characters long, but got 3/);
    const password = field(/^Password/);
    expect(password.getAttribute('aria-invalid')).toBe('true');
    const described = document.getElementById(password.getAttribute('aria-describedby') ?? '');
    expect(described?.contains(message)).toBe(true);
    expect(document.activeElement).toBe(password);
    expect(password.value).toBe('abc');
    expect(field(/^First name/).value).toBe('Ann');
    expect(field(/informed consent/).checked).toBe(true);
    expect(calls[0]?.body).toMatchObject({
      traits: { email: 'ann@example.org', tos: true, doctor: false, name: { first: 'Ann' } },
    });
  });

  test('a wrong password is said and announced, and the typed address stays', async () => {
    show('login');
    answers = [json(400, recordedFlow('login-wrong-password'))];
    await userEvent.type(field(/^Email/), 'x@y.z');
    await userEvent.type(field(/^Password/), 'wrong');
    await userEvent.click(button('Sign in with password'));
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toContain('The provided credentials are invalid');
    expect(document.activeElement?.contains(alert)).toBe(true);
    expect(field(/^Email/).value).toBe('x@y.z');
  });

  test('asking for a code needs the address only', async () => {
    show('login');
    pressUnchecked('Send sign in code');
    expect(calls).toEqual([]);
    answers = [json(400, recordedFlow('login-code-sent'))];
    await userEvent.type(field(/^Email/), 'ann@example.org');
    pressUnchecked('Send sign in code');
    expect(calls[0]?.body).toMatchObject({ identifier: 'ann@example.org', method: 'code' });
    expect(await screen.findByLabelText(/^Login code/)).toBeTruthy();
    expect(screen.getByText('ann@example.org')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Use another account' }).getAttribute('href')).toBe('/login');
  });

  test('a social button sends nothing but itself and the token', async () => {
    show('login');
    answers = [json(422, { redirect_browser_to: 'https://accounts.google.com/o/oauth2/v2/auth?x=1' })];
    await userEvent.click(button('Sign in with google'));
    expect(calls[0]?.body).toEqual({ csrf_token: 'csrf-of-login', provider: 'google' });
    await waitFor(() => expect(gone).toEqual(['https://accounts.google.com/o/oauth2/v2/auth?x=1']));
  });
});

describe('a flow that is over', () => {
  test('starts again with the same parameters, says so, and keeps what was typed', async () => {
    show('login', {
      ...recordedFlow('login'),
      request_url: 'http://localhost:3000/self-service/login/browser?return_to=%2Fapp&login_challenge=c',
    });
    const fresh = { ...recordedFlow('login'), id: 'f2' };
    answers = [json(410, { error: { id: 'self_service_flow_expired' } }), json(200, fresh)];
    await userEvent.type(field(/^Email/), 'ann@example.org');
    await userEvent.type(field(/^Password/), 'correct horse');
    await userEvent.click(button('Sign in with password'));
    expect(await screen.findByText('The form has expired and was renewed. Please try again.')).toBeTruthy();
    expect(calls[1]).toEqual({ url: '/self-service/login/browser?return_to=%2Fapp&login_challenge=c' });
    expect(field(/^Email/).value).toBe('ann@example.org');
    expect(field(/^Password/).value).toBe('correct horse');
    expect(new URL(location.href).searchParams.get('flow')).toBe('f2');
  });

  test('is replaced by the one that the provider made for it, whose own words suffice', async () => {
    show('login');
    const replaced = { ...recordedFlow('login'), id: 'f3' };
    replaced.ui.messages = [
      text(
        4010001,
        'The login flow expired 1.00 minutes ago, please try again.',
        { expired_at_unix: 1 },
        'error',
      ),
    ];
    answers = [
      json(410, { error: { id: 'self_service_flow_expired' }, use_flow_id: 'f3' }),
      json(200, replaced),
    ];
    await userEvent.type(field(/^Email/), 'ann@example.org');
    await userEvent.type(field(/^Password/), 'x');
    await userEvent.click(button('Sign in with password'));
    expect(await screen.findByText(/The login flow expired/)).toBeTruthy();
    expect(calls[1]).toEqual({ url: '/self-service/login/flows?id=f3' });
    expect(screen.queryByText(/The form has expired/)).toBeNull();
  });

  test('that cannot be started again is left to the page', async () => {
    show('recovery');
    answers = [json(404, {}), json(404, {})];
    await userEvent.type(field(/^Email/), 'ann@example.org');
    await userEvent.click(button('Continue'));
    await waitFor(() => expect(gone).toEqual(['/recovery?return_to=%2Fapp']));
  });

  test('leads on where there is a session by now', async () => {
    show('login');
    answers = [
      json(403, { error: { id: 'security_csrf_violation' } }),
      json(400, { error: { id: 'session_already_available' } }),
    ];
    await userEvent.click(button('Sign in with google'));
    await waitFor(() => expect(gone).toEqual(['/app']));
  });
});

describe('no answer', () => {
  const send = async () => {
    await userEvent.type(field(/^Email/), 'ann@example.org');
    await userEvent.click(button('Continue'));
  };

  test('says what may be wrong, and the form stays usable', async () => {
    show('recovery');
    answers = [new TypeError('Failed to fetch'), json(200, recordedFlow('recovery-sent'))];
    await send();
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toContain('Network Error');
    expect(alert.textContent).toContain('http://localhost:3000');
    expect(field(/^Email/).value).toBe('ann@example.org');
    await userEvent.click(button('Continue'));
    expect(await screen.findByLabelText(/^Recovery code/)).toBeTruthy();
    expect(screen.queryByRole('alert')).toBeNull();
  });

  test.each([
    [502, {}, 'Network Error'],
    [504, { error: { message: 'timeout of 9 ms exceeded' } }, 'timeout of 9 ms exceeded'],
    [503, {}, 'The service is not available'],
    [429, {}, 'Too many attempts'],
    [400, { error: { reason: 'Not like this.' } }, 'Not like this.'],
    [413, {}, 'Your request was refused'],
  ])('status %d is told', async (status, body, words) => {
    show('recovery');
    answers = [json(status, body)];
    await send();
    expect((await screen.findByRole('alert')).textContent).toContain(words);
    expect(button('Continue').getAttribute('aria-busy')).toBeNull();
  });
});

describe('Enter', () => {
  const defaultButton = (form: Element | null) => form?.querySelector<HTMLInputElement>('[type="submit"]');

  test('signs in with the password, although the code has the first button', () => {
    const { container } = show('login');
    const first = defaultButton(container.querySelector('[data-section="main"]'));
    expect([first?.name, first?.value, first?.disabled]).toEqual(['method', 'password', false]);
    expect(first?.getAttribute('aria-hidden')).toBe('true');
    expect(first?.tabIndex).toBe(-1);
  });

  test('is blocked where no button is the obvious one', () => {
    const flow = flowOf('settings', [
      input(
        'webauthn',
        'webauthn_register_displayname',
        'text',
        {},
        text(1050013, 'Name of the security key'),
      ),
      input(
        'webauthn',
        'webauthn_remove',
        'submit',
        { value: 'k1' },
        text(1050018, 'Remove', { display_name: 'a' }),
      ),
    ]);
    const { container } = renderInPage(<FlowView kind="settings" flow={flow} />);
    expect(defaultButton(container.querySelector('form'))?.disabled).toBe(true);
  });

  test('never sends a code again', async () => {
    show('recovery', recordedFlow('recovery-sent'));
    answers = [json(200, recordedFlow('recovery-wrong'))];
    await userEvent.type(field(/^Recovery code/), '123456{Enter}');
    expect(calls[0]?.body).toEqual({ csrf_token: 'csrf-of-recovery-sent', code: '123456', method: 'code' });
  });
});

describe('a code that did not come', () => {
  test('can be asked for again after a while', async () => {
    jest.useFakeTimers();
    show('recovery', recordedFlow('recovery-sent'));
    const resend = () => button('Resend code') as HTMLButtonElement;
    expect(resend().disabled).toBe(true);
    expect(screen.getByText('You can request a new code in 30 seconds.')).toBeTruthy();
    act(() => {
      jest.advanceTimersByTime(29_000);
    });
    expect(screen.getByText('You can request a new code in 1 second.')).toBeTruthy();
    act(() => {
      jest.advanceTimersByTime(1_000);
    });
    expect(resend().disabled).toBe(false);
    jest.useRealTimers();
    answers = [json(200, recordedFlow('recovery-sent'))];
    pressUnchecked('Resend code');
    expect(calls[0]?.body).toEqual({
      csrf_token: 'csrf-of-recovery-sent',
      email: 'ann@example.org',
      method: 'code',
    });
    await waitFor(() => expect(resend().disabled).toBe(true));
  });
});

describe('a button with a script', () => {
  const trigger = (more: object) =>
    flowOf('registration', [
      input(
        'default',
        'traits.email',
        'email',
        { required: true },
        text(1070002, 'E-Mail', { title: 'E-Mail' }),
      ),
      input(
        'webauthn',
        'webauthn_register_trigger',
        'button',
        { value: '{}', ...more },
        text(1040004, 'Sign up with security key'),
      ),
    ]);

  test('calls the trigger that the provider names once the traits are there', async () => {
    const pressed = jest.fn();
    Object.assign(window, { oryWebAuthnRegistration: pressed });
    show('registration', trigger({ onclickTrigger: 'oryWebAuthnRegistration', onclick: 'throw 1' }));
    await userEvent.click(button('Sign up with security key'));
    expect(pressed).not.toHaveBeenCalled();
    await userEvent.type(field(/^E-Mail|^Email/), 'ann@example.org');
    await userEvent.click(button('Sign up with security key'));
    expect(pressed).toHaveBeenCalledTimes(1);
    expect(calls).toEqual([]);
  });

  test('says so where the browser cannot', async () => {
    show('registration', trigger({ onclickTrigger: 'oryNothing' }));
    await userEvent.type(field(/^E-Mail|^Email/), 'ann@example.org');
    await userEvent.click(button('Sign up with security key'));
    expect((await screen.findByRole('alert')).textContent).toContain('does not support');
  });

  test('runs a script text with the nonce of the page', async () => {
    const own = document.createElement('script');
    own.setAttribute('nonce', 'n0nce');
    document.head.append(own);
    const appended: HTMLScriptElement[] = [];
    const append = jest
      .spyOn(document.head, 'append')
      .mockImplementation((node) => void appended.push(node as HTMLScriptElement));
    show('registration', trigger({ onclick: 'window.pressed = true' }));
    await userEvent.type(field(/^E-Mail|^Email/), 'ann@example.org');
    await userEvent.click(button('Sign up with security key'));
    append.mockRestore();
    own.remove();
    expect(appended.map(({ nonce, textContent }) => [nonce, textContent])).toEqual([
      ['n0nce', 'window.pressed = true'],
    ]);
  });

  test('what starts by itself starts once, however often the flow is shown', async () => {
    const start = jest.fn();
    Object.assign(window, { oryPasskeyLoginAutocompleteInit: start });
    const passkey = newerFlows.find(({ name }) => name === 'a passkey with autofill');
    if (!passkey) throw new Error('no such flow');
    show('login', passkey.flow);
    answers = [
      json(400, {
        ...passkey.flow,
        ui: { ...passkey.flow.ui, messages: [text(4000006, 'no', {}, 'error')] },
      }),
    ];
    await userEvent.type(field(/^Email/), 'ann@example.org');
    await userEvent.type(field(/^Password/), 'x');
    await userEvent.click(button('Sign in with password'));
    await screen.findByRole('alert');
    expect(start).toHaveBeenCalledTimes(1);
  });
});

describe('fields', () => {
  test('have the browser help and check as the provider says', () => {
    const every = newerFlows.find(({ name }) => name === 'inputs of every type');
    show('registration', every?.flow);
    expect(field('tel').getAttribute('pattern')).toBe('.+');
    expect(field('datetime-local').type).toBe('datetime-local');
    expect(field('password').autocomplete).toBe('new-password');
    const language = screen.getByLabelText<HTMLSelectElement>('Language');
    expect(Array.from(language.options, ({ label, value }) => [value, label || value])).toEqual([
      ['', '–'],
      ['en', 'English'],
      ['fr', 'Français'],
    ]);
    expect(field('News').checked).toBe(true);
  });

  test('say that they are required', () => {
    show('login');
    expect(field(/^Email/).required).toBe(true);
    expect(screen.getAllByText('*').length).toBeGreaterThan(1);
  });

  test('hold a moment without its zone', () => {
    const at = input(
      'default',
      'traits.at',
      'datetime-local',
      { value: '2026-01-31T12:00:00Z' },
      text(1070002, 'At'),
    );
    show('registration', flowOf('registration', [at]));
    expect(field('At').value).toBe('2026-01-31T12:00');
  });
});

test('the page begins in its first field, unless there is an error', () => {
  show('login');
  expect(document.activeElement).toBe(field(/^Email/));
});

test('a page that was served with errors begins at the first one', () => {
  show('registration', recordedFlow('registration-errors'));
  expect(document.activeElement).toBe(field(/informed consent/));
});

test('a message about a hidden input is not lost', () => {
  const hidden = {
    ...csrf,
    messages: [text(4000002, 'Property csrf_token is missing.', { property: 'csrf_token' }, 'error')],
  };
  const flow = flowOf('login', [method('code', text(1010015, 'Send'))]);
  flow.ui.nodes[0] = hidden;
  show('login', flow);
  expect(screen.getByText(/csrf_token is missing/)).toBeTruthy();
});

test('backup codes are listed, the used ones struck through', () => {
  const { container } = show('settings', recordedFlow('settings-lookup-revealed'));
  const items = Array.from(container.querySelectorAll('#lookup_secret_codes li'));
  expect(items.length).toBeGreaterThan(5);
  expect(items.filter((item) => item.querySelector('s'))).toHaveLength(1);
});

test('who waits for a code as a second factor can use another method', () => {
  show('login', recordedFlow('login-aal2-code-sent'));
  expect(screen.getByRole('link', { name: 'Use another method' }).getAttribute('href')).toBe(
    '/login?aal=aal2',
  );
});

test('a step without a button that sends the code again leads to a new one', () => {
  const flow = recordedFlow('verification-sent');
  flow.ui.nodes = flow.ui.nodes.filter(({ meta }) => meta.label?.id !== 1070008);
  show('verification', flow);
  expect(screen.getByRole('link', { name: 'Request a new code' }).getAttribute('href')).toBe('/verification');
});

test('a confirmation knows whose it is, also where the provider does not say it', () => {
  renderInPage(<FlowView kind="login" flow={recordedFlow('login-refresh')} />, {
    signedInAddress: 'ann@example.org',
  });
  expect(field(/^Email/).value).toBe('ann@example.org');
  expect(screen.getByText("You're logged in as:").parentElement?.textContent).toContain('ann@example.org');
});
