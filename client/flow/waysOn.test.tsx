import { describe, expect, test } from '@jest/globals';
import { act, cleanup, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type { LoginFlow } from '@ory/client';
import { inputAttributes, isButton } from '../../shared/flow/inputAttributes.ts';
import { flowOf, input, text } from '../../test/support/flows/flowParts.ts';
import { button, field, json, setUpFlowHarness, show, harness } from '../../test/support/flowHarness.tsx';
import { recordedFlow } from '../../test/support/flows/recordedFlow.ts';
import { FlowView } from './FlowView.tsx';
import { LoginPage } from '../account/LoginPage.tsx';
import { readFlow } from '../../shared/flow/readFlow.ts';
import { renderInPage } from '../../test/support/renderInPage.tsx';

setUpFlowHarness();

const link = (name: string): string | null => screen.getByRole('link', { name }).getAttribute('href');

const isPrimary = (name: string): boolean => button(name).className.includes('primary');

test('a sign-in that waits for a code offers other methods', () => {
  show('login', recordedFlow('login-identifier-first-code-sent'));
  expect(link('Use another method')).toMatch(/^\/login\?return_to=[^&]+&existing=[\w-]+$/);
});

test('with a mailed code as the only second factor, no other method is offered', () => {
  renderInPage(<FlowView kind="login" flow={recordedFlow('login-aal2-code-sent')} onlyMethod />);
  expect(screen.getByLabelText(/^Login code/)).toBeTruthy();
  expect(screen.queryByRole('link', { name: 'Use another method' })).toBeNull();
});

test('with second factors besides a mailed code, the page links back to them', async () => {
  show('login', recordedFlow('login-aal2-every-method'));
  harness.answers = [json(400, recordedFlow('login-aal2-code-sent'))];
  await userEvent.click(button(/^Send code/));
  expect(await screen.findByLabelText(/^Login code/)).toBeTruthy();
  expect(link('Use another method')).toBe('/login?aal=aal2');
});

test('a second factor that an application requests is not also called a re-authentication', () => {
  const flow = { ...recordedFlow('login-aal2'), refresh: true } as unknown as LoginFlow;
  flow.ui.messages = [text(1010003, 'confirm'), text(1010004, 'second factor')];
  const { unmount } = renderInPage(<LoginPage flow={flow} />);
  expect(screen.getByRole('heading', { level: 1, name: /^Confirm it/ })).toBeTruthy();
  unmount();
  renderInPage(<LoginPage flow={{ ...flow, oauth2_login_challenge: 'c1' }} />);
  expect(screen.getByRole('heading', { level: 1, name: 'Two-Factor Authentication' })).toBeTruthy();
  expect(screen.queryByText(/Confirm this action|second step/)).toBeNull();
});

test('a code that was guessed too often is cleared, and the only next step mails a new one', async () => {
  const sent = recordedFlow('login-code-sent');
  show('login');
  harness.answers = [json(400, sent)];
  await userEvent.type(field(/^Email/), 'ann@example.org');
  await userEvent.click(button('Email me a code'));
  await screen.findByText(/New code in/);
  const reason = 'The request was submitted too often. Please request another code.';
  const over = { ...sent, ui: { ...sent.ui, messages: [text(4000001, reason, { reason }, 'error')] } };
  harness.answers = [json(400, over)];
  await userEvent.type(field(/^Login code/), '123456');
  await screen.findByText(/Too many wrong codes/);
  expect(screen.queryByText(/New code in/)).toBeNull();
  expect(screen.queryByRole('button', { name: 'Resend code' })).toBeNull();
  expect(isPrimary('Continue')).toBe(false);
  expect(field(/^Login code/).value).toBe('');
  const next = screen.getByRole('button', { name: 'Request a new code' });
  expect([isPrimary('Request a new code'), document.activeElement]).toEqual([true, next]);
  harness.answers = [json(400, { ...sent, id: 'renewed' })];
  await userEvent.click(next);
  await screen.findByText('We sent you a new code.');
  expect(field(/^Login code/).value).toBe('');
  harness.answers = [json(429, { error: { code: 429, id: 'mail_limited', retry_after: 840 } })];
  await userEvent.type(field(/^Login code/), '123456');
  await screen.findByText(/Use the newest one/);
  expect(screen.queryByText('We sent you a new code.')).toBeNull();
});

test('after declining a social sign-up, the user can choose another method', () => {
  show('registration', readFlow({ ...recordedFlow('registration-social-denied') }));
  expect(screen.getByText(/sign-in with the other account could not be completed/)).toBeTruthy();
  expect(link('Cancel and use another method')).toBe('/registration');
  const details = screen.getByText('Error details').closest('details');
  expect(details?.open).toBe(false);
  expect(details?.textContent).toContain('"access_denied": End-User aborted interaction');
});

test('a social provider’s error is shortened, without characters that could rearrange the page', () => {
  const flow = recordedFlow('login');
  const reason = `Unable to complete OpenID Connect flow because the OpenID Provider returned error "a": \u202e${'x'.repeat(400)}`;
  flow.ui.messages = [text(4000001, reason, { reason }, 'error')];
  show('login', readFlow({ ...flow }));
  const shown = screen.getByText('Error details').closest('details')?.textContent ?? '';
  expect(shown).toMatch(/returned error "a": {2}x+…$/);
});

test('with social accounts only, no link to other methods leads back to the same page', () => {
  const flow = recordedFlow('registration');
  flow.ui.nodes = flow.ui.nodes.filter(({ group }) => group === 'default' || group === 'oidc');
  show('registration', flow);
  expect(screen.queryByRole('link', { name: 'Use another method' })).toBeNull();
});

test.each([
  { accounts: ['acme'], primary: ['Sign in with acme'] },
  { accounts: ['acme', 'umbrella'], primary: [] },
])(
  'if the social accounts $accounts are the only ways to sign in, $primary is primary',
  ({ accounts, primary }) => {
    const social = accounts.map((account) =>
      input('oidc', 'provider', 'submit', { value: account }, text(1010002, `Sign in with ${account}`)),
    );
    show('login', flowOf('login', social));
    expect(accounts.map((account) => `Sign in with ${account}`).filter(isPrimary)).toEqual(primary);
  },
);

test('if several social accounts are the only ways to sign up, none is primary', () => {
  const flow = recordedFlow('registration');
  flow.ui.nodes = flow.ui.nodes.filter((node) => !isButton(node) || node.group === 'oidc');
  show('registration', flow);
  const buttons = screen.getAllByRole('button');
  expect(buttons.length).toBeGreaterThan(1);
  expect(buttons.filter(({ className }) => className.includes('primary'))).toEqual([]);
});

test('no recovery address is emphasised, and the user can start over with another account', () => {
  show('recovery', recordedFlow('recovery-choose-address'));
  expect(screen.getByText('How do you want to recover your account?')).toBeTruthy();
  expect(isPrimary('an****@example.org')).toBe(false);
  expect(isPrimary('an****@example.com')).toBe(false);
  expect(link('Use another account')).toBe('/recovery');
});

test('a recovery address can be autofilled, and is not autocorrected', () => {
  const { unmount } = show('recovery', recordedFlow('recovery-address'));
  expect(field(/^Recovery address/).autocomplete).toBe('email');
  expect(field(/^Recovery address/).getAttribute('autocapitalize')).toBe('none');
  unmount();
  show('recovery', recordedFlow('recovery-confirm-address'));
  expect(field(/^Email/).autocomplete).toBe('email');
});

test('errors from before the prompt for the security key are not repeated', () => {
  show('login', recordedFlow('login-webauthn-step'));
  expect(screen.getByText(/Have your security key ready/)).toBeTruthy();
  expect(screen.queryByText(/does not exist or has no security key/)).toBeNull();
  expect(button('Continue')).toBeTruthy();
});

describe('the address that a code was mailed to is shown once', () => {
  const shown = (): number =>
    screen.getAllByText(/ann@example\.(org|com)/).filter((element) => !element.closest('details')).length;

  test.each([
    ['login', 'login-code-sent'],
    ['login', 'login-code-wrong'],
    ['registration', 'registration-code-sent'],
    ['recovery', 'recovery-sent'],
    ['recovery', 'recovery-wrong'],
    ['verification', 'verification-sent'],
  ] as const)('%s: %s', (kind, name) => {
    show(kind, recordedFlow(name));
    expect(shown()).toBe(1);
  });

  test('recovery: a wrong code, where the account has several addresses', () => {
    const flow = recordedFlow('recovery-address-sent');
    flow.ui.messages = [text(4060006, 'no', {}, 'error')];
    show('recovery', flow);
    expect(shown()).toBe(1);
  });
});

test('a cancelled prompt replaces the result of the last attempt', async () => {
  const flow = recordedFlow('login-passwordless');
  flow.ui.messages = [text(4010002, 'no', {}, 'error')];
  show('login', flow);
  expect(screen.getByText(/could not sign you in/)).toBeTruthy();
  Object.assign(window, { oryPasskeyLogin: () => navigator.credentials.get({}).catch(() => undefined) });
  Object.assign(navigator, {
    credentials: {
      get: () => Promise.reject(new DOMException('no', 'NotAllowedError')),
      create: () => Promise.resolve(null),
    },
  });
  await userEvent.click(button('Sign in with passkey'));
  await act(() => Promise.resolve());
  expect(screen.getByText(/No passkey or security key was used/)).toBeTruthy();
  expect(screen.queryByText(/could not sign you in/)).toBeNull();
});

test.each([
  ['login', 'login-code-sent', 'We sent a code to ann@example.org'],
  ['login', 'login-aal2-code-sent', 'We sent a code to ann@example.org.'],
  ['registration', 'registration-code-sent', 'We sent a code to ann@example.org'],
  [
    'recovery',
    'recovery-sent',
    'If there is an account with this address, a code is on its way to ann@example.org',
  ],
  [
    'recovery',
    'recovery-address-sent',
    'If there is an account with this address, a code is on its way to ann@example.com',
  ],
  [
    'verification',
    'verification-sent',
    'If there is an account with this address, a code is on its way to ann@example.org',
  ],
] as const)('%s says to which address it sent a code (%s)', (kind, name, words) => {
  const { container } = show(kind, recordedFlow(name));
  expect(container.textContent).toContain(words);
  expect(container.textContent.split(/We sent|on its way/)).toHaveLength(2);
});

test('if the flow does not say to which address a code went, the page names none', () => {
  const flow = recordedFlow('recovery-sent');
  flow.ui.nodes = flow.ui.nodes.filter((node) => inputAttributes(node)?.name !== 'email');
  show('recovery', flow);
  expect(screen.getByText(/^If there is an account with this address, a recovery code is/)).toBeTruthy();
});

test('the verification of a sign-up or a new address says for certain that it sent a code', () => {
  const flow = recordedFlow('verification-sent');
  const { container } = renderInPage(<FlowView kind="verification" flow={flow} correctUrl="/registration" />);
  expect(container.textContent).toContain('We sent a verification code to ann@example.org');
});

test('users who get no code on their phone are not told to look for a mail', () => {
  const flow = recordedFlow('verification-sent');
  for (const node of flow.ui.nodes) {
    const input = inputAttributes(node);
    if (input?.name === 'email') Object.assign(input, { name: 'sms', value: '+4915112345678' });
  }
  show('verification', flow);
  expect(screen.getByText(/^No text message yet\?/)).toBeTruthy();
  expect(screen.getByText('+4915112345678')).toBeTruthy();
});

test('the address that a code was sent to stands in the same box before and after a wrong code', () => {
  const box = (name: string): string | undefined => {
    show('recovery', recordedFlow(name));
    const { outerHTML } = screen.getByRole('link', { name: 'Change' }).closest('p') ?? {};
    cleanup();
    return outerHTML?.replace(/href=".*?"/, '');
  };
  expect(box('recovery-sent')).toContain('ann@example.org');
  expect(box('recovery-wrong')).toBe(box('recovery-sent'));
});

test.each([
  ['+4915112345678', 'phone number'],
  ['ann@example.org', 'email address'],
])('a verification of %s is about the %s', (address, kind) => {
  const sent = recordedFlow('verification-sent');
  for (const node of sent.ui.nodes) {
    const input = inputAttributes(node);
    if (input?.name === 'email') Object.assign(input, { value: address });
  }
  const ui = { ...sent.ui, nodes: [], messages: [text(1080002, 'verified', { address }, 'success')] };
  show('verification', { ...sent, state: 'passed_challenge', ui });
  expect(screen.getByText(`You verified your ${kind}.`)).toBeTruthy();
});

test('a second step, where nobody typed an address, offers no way to change it', () => {
  show('login', recordedFlow('login-aal2-code-sent'));
  expect(screen.getByText(/^No email yet\? Look in your spam folder\./)).toBeTruthy();
  expect(screen.queryByRole('link', { name: 'Change' })).toBeNull();
});

/** The texts between a sign-in's forms whose address field has this label. */
function dividersWith(label?: string): string[] {
  const flow = recordedFlow('login');
  for (const node of flow.ui.nodes)
    if (label && inputAttributes(node)?.name === 'identifier') node.meta = { label: text(1070002, label) };
  const { container } = renderInPage(<LoginPage flow={flow} />);
  const texts = Array.from(container.querySelectorAll('p'), ({ textContent }) => textContent);
  return texts.filter((words) => /^or\b/.test(words));
}

test.each([undefined, 'Your E-Mail'])(
  'the divider says that the form below starts with an email: %s',
  (label) => {
    expect(dividersWith(label)).toEqual(['or with your email', 'or', 'or']);
  },
);

test.each(['Phone number', 'Email or phone number', 'Username'])(
  'the divider does not call a %s an email address',
  (label) => {
    expect(dividersWith(label)).toEqual(['or', 'or', 'or']);
  },
);
