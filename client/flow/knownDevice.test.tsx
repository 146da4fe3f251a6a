import { describe, expect, test } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type { LoginFlow } from '@ory/client';
import { inputAttributes } from '../../shared/flow/inputAttributes.ts';
import type { PageProps } from '../../shared/page.ts';
import { text } from '../../test/support/flows/flowParts.ts';
import { button, field, harness, setUpFlowHarness } from '../../test/support/flowHarness.tsx';
import { newerFlow } from '../../test/support/flows/newerFlows.ts';
import { recordedFlow } from '../../test/support/flows/recordedFlow.ts';
import { renderInPage } from '../../test/support/renderInPage.tsx';
import { LoginPage } from '../account/LoginPage.tsx';

setUpFlowHarness();

const address = 'ann@example.org';

/** Renders the sign-in page. */
const signIn = (context: object = {}, props: Partial<PageProps['login']> = {}) =>
  renderInPage(<LoginPage flow={recordedFlow('login')} {...props} />, context);

const primaries = (): string[] =>
  screen
    .getAllByRole('button')
    .filter(({ className }) => className.includes('primary'))
    .map((primary) => (primary.querySelector('.label') ?? primary).textContent);

/** Returns the focused element: a field's label or a button's name. */
const focused = (): string | undefined => {
  const { activeElement: element } = document;
  return element instanceof HTMLInputElement
    ? element.labels?.[0]?.textContent
    : (element?.querySelector('.label')?.textContent ?? undefined);
};

const wayNames = (): string[] =>
  screen
    .getAllByRole('button', { name: /^(Sign in with|Email me) / })
    .map((way) => way.querySelector('.label')?.textContent ?? '');

const ways = [
  'Sign in with Acme',
  'Sign in with google',
  'Sign in with password',
  'Email me a code',
  'Sign in with security key',
  'Sign in with passkey',
];

test.each([
  ['password', 'Sign in with password', /^Email/],
  ['code', 'Email me a code', /^Email/],
  ['oidc.acme', 'Sign in with Acme', 'Sign in with Acme'],
  ['passkey', 'Sign in with passkey', 'Sign in with passkey'],
] as const)('%s, if used last, is marked, primary and focused, in its usual place', (method, name, start) => {
  const { container } = signIn({}, { lastMethods: [method] });
  expect(wayNames()).toEqual(ways);
  expect(container.querySelector('details')).toBeNull();
  expect(button(name).getAttribute('aria-describedby')).toBe(screen.getByText('Last used').id);
  expect(primaries()).toEqual([name]);
  expect(focused()).toMatch(start);
});

test.each([
  ['password', /^Password/],
  ['code', 'Email me a code'],
  ['oidc.acme', 'Sign in with Acme'],
] as const)('if the address is known, the focus is where signing in with %s starts', (method, start) => {
  signIn({}, { lastAddress: address, lastMethods: [method] });
  expect(focused()).toMatch(start);
});

test.each(['code', 'oidc.acme'])(
  'if a session has ended, the focus is where the page says so, not on the button of %s',
  (method) => {
    signIn({}, { lastAddress: address, lastMethods: [method], notice: 'ended' });
    expect(document.activeElement?.textContent).toBe(
      'You are no longer signed in. Sign in again to continue.',
    );
  },
);

test('if no method is known, the password is primary and the address has the focus', () => {
  signIn({}, {});
  expect(wayNames()).toEqual(ways);
  expect(primaries()).toEqual(['Sign in with password']);
  expect(screen.queryByText('Last used')).toBeNull();
  expect(focused()).toMatch(/^Email/);
});

test('of several methods used before, the latest that is offered counts', () => {
  signIn({}, { lastMethods: ['totp', 'oidc.gone', 'passkey', 'password'] });
  expect(primaries()).toEqual(['Sign in with passkey']);
});

test('after a code was mailed, the focus is in its field, whatever was used last', () => {
  renderInPage(<LoginPage flow={recordedFlow('login-code-sent')} lastMethods={['code']} />);
  expect(screen.getByText(/New code in/)).toBeTruthy();
  expect(screen.queryByText('Last used')).toBeNull();
  expect(focused()).toMatch(/^Login code/);
});

test('Enter sends the code that was used last, unless a password has been typed', async () => {
  signIn({}, { lastMethods: ['code'] });
  await userEvent.type(field(/^Email/), 'ann@example.org{Enter}');
  expect(harness.calls.at(-1)?.body).toMatchObject({ method: 'code' });
  await userEvent.type(field(/^Password/), 'secret{Enter}');
  expect(harness.calls.at(-1)?.body).toMatchObject({ method: 'password', password: 'secret' });
});

describe('a second factor', () => {
  const show = (lastMethods?: string[], flow = newerFlow('the second factor')) =>
    renderInPage(<LoginPage flow={flow as LoginFlow} lastMethods={lastMethods} />);
  const buttons = () => screen.getAllByRole('button').map(({ textContent }) => textContent);

  test('shows a form for each method, in order, with dividers between them, and folds all but one with a field', () => {
    const { container } = show();
    expect(buttons()).toEqual([
      'Sign in with security key',
      'Use Authenticator',
      'Continue',
      'Send code to ann@example.org',
    ]);
    const summaries = Array.from(container.querySelectorAll('details > summary'), (one) => one.textContent);
    expect(summaries).toEqual(['Use backup recovery code']);
    expect(container.querySelector('details[open]')).toBeNull();
    expect(screen.getAllByText('or')).toHaveLength(3);
    expect(primaries()).toEqual(['Sign in with security key']);
    expect(focused()).toBe('Sign in with security key');
  });

  test('marks the method used last, which is primary and has the focus', () => {
    show(['totp', 'password']);
    expect(buttons()).toContain('Use AuthenticatorLast used');
    expect(primaries()).toEqual(['Use Authenticator']);
    expect(focused()).toMatch(/^Authentication code/);
    show(['lookup_secret']);
    expect(Array.from(document.querySelectorAll('summary'), (one) => one.textContent)).toContain(
      'Use Authenticator',
    );
  });

  test('has the focus in the field of a form that is unfolded', async () => {
    show(['totp']);
    await userEvent.click(screen.getByText('Use backup recovery code'));
    await waitFor(() => expect(focused()).toMatch(/^Backup recovery code/));
  });

  test('keeps a form open in which something was wrong', () => {
    const flow = newerFlow('the second factor');
    const nodes = flow.ui.nodes.map((node) =>
      inputAttributes(node)?.name === 'lookup_secret'
        ? { ...node, messages: [text(4000016, 'Wrong.', {}, 'error')] }
        : node,
    );
    const { container } = show(['totp'], { ...flow, ui: { ...flow.ui, nodes } });
    expect(container.querySelector('details[open] > summary')?.textContent).toBe('Use backup recovery code');
  });

  test('emphasises the method used last for a re-authentication, too', () => {
    show(['totp', 'password'], newerFlow('a confirmation with second factors'));
    expect(primaries()).toEqual(['Use Authenticator']);
    expect(focused()).toMatch(/^Authentication code/);
  });
});

test('the sign-in is filled in with the address of the last one, and can forget it', () => {
  const request_url = 'http://portal.test/self-service/login/browser?return_to=%2Fapp';
  signIn({}, { flow: { ...recordedFlow('login'), request_url }, lastAddress: address });
  expect(field(/^Email/).value).toBe(address);
  const link = screen.getByRole('link', { name: 'Not you?' });
  expect(link.getAttribute('href')).toBe('/login?return_to=%2Fapp&forget=true');
});

test('a re-authentication never shows the address of another account', () => {
  signIn(
    { signedInAddress: address },
    { flow: recordedFlow('login-refresh'), lastAddress: 'grace@example.org' },
  );
  expect(screen.queryByDisplayValue('grace@example.org')).toBeNull();
  expect(screen.queryByRole('link', { name: 'Not you?' })).toBeNull();
});

test('if the page knows the address, a code by mail is a row before the password, and Enter still sends a typed password', async () => {
  signIn(
    { signedInAddress: address },
    { flow: recordedFlow('login-refresh'), lastMethods: ['code'], lastAddress: address },
  );
  expect(button('Email me a code').className).toMatch(/primary.*start/);
  expect(screen.getAllByText('or')).toHaveLength(1);
  await userEvent.type(field(/^Password/), 'secret{Enter}');
  expect(harness.calls.at(-1)?.body).toMatchObject({ method: 'password', password: 'secret' });
});
