import { afterEach, expect, test } from '@jest/globals';
import { screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type { PageProps } from '../../shared/page.ts';
import { button, field, setUpFlowHarness } from '../../test/support/flows/flowHarness.tsx';
import { recordedFlow } from '../../test/support/flows/recordedFlow.ts';
import { renderInPage } from '../../test/support/renderInPage.tsx';
import { HomePage } from '../account/HomePage.tsx';
import { LoginPage } from '../account/LoginPage.tsx';
import { LogoutPage } from '../account/LogoutPage.tsx';

setUpFlowHarness();
afterEach(() => localStorage.clear());

const address = 'ann@example.org';
const app = 'https://apps.example/';
const remembersAddress = true;

/** The sign-in of this browser. */
const signIn = (context: object = { remembersAddress }, props: Partial<PageProps['login']> = {}) =>
  renderInPage(<LoginPage flow={recordedFlow('login')} {...props} />, context);

/** A page of somebody who is signed in. */
const home = (context: object = { remembersAddress }) =>
  renderInPage(<HomePage androidAppUrl={app} iosAppUrl={app} />, {
    signedInAs: 'Ann',
    signedInAddress: address,
    ...context,
  }).unmount();

const isPrimary = (name: string): boolean => button(name).className.includes('primary');
const isFolded = (element: Element): boolean => element.closest('details:not([open])') !== null;

test('a mailed code that was used last stands alone with the address, and the other ways are folded', () => {
  signIn({}, { lastMethods: ['code'] });
  expect(isPrimary('Send sign in code')).toBe(true);
  expect(isFolded(button('Send sign in code'))).toBe(false);
  expect(screen.getByText('You signed in this way here last time.')).toBeTruthy();
  const folded = screen.getByText('Other ways to sign in').closest('details');
  expect(folded?.contains(button('Sign in with password'))).toBe(true);
  expect(screen.getAllByLabelText(/^Email/).map(isFolded)).toEqual([false, true]);
  expect(screen.getAllByRole('button').filter(({ className }) => className.includes('primary'))).toHaveLength(
    1,
  );
});

test('a code that was just mailed can be resent at once, also where one was used last', () => {
  renderInPage(<LoginPage flow={recordedFlow('login-code-sent')} lastMethods={['code']} />);
  expect(isFolded(screen.getByText(/^You can request a new code in/))).toBe(false);
  expect(screen.queryByText('Other ways to sign in')).toBeNull();
});

test('a password that was used last is asked for at once, beside the other ways', () => {
  signIn({}, { lastMethods: ['password', 'code'] });
  expect(isPrimary('Sign in with password')).toBe(true);
  expect(screen.queryByText('Other ways to sign in')).toBeNull();
});

test('the sign-in begins with the address that was signed in last', () => {
  home();
  signIn();
  expect(field(/^Email/).value).toBe(address);
});

test('another account leaves no address behind', async () => {
  home();
  signIn();
  const link = screen.getByRole('link', { name: 'Use another account' });
  link.addEventListener('click', (event) => event.preventDefault());
  await userEvent.click(link);
  expect(localStorage).toHaveLength(0);
});

test('whoever confirms an action is offered no other account', () => {
  home();
  signIn({ remembersAddress, signedInAddress: address }, { flow: recordedFlow('login-refresh') });
  expect(field(/^Email/).value).toBe(address);
  expect(screen.queryByRole('link', { name: 'Use another account' })).toBeNull();
});

test('an account without an address leaves none of another', () => {
  home();
  home({ remembersAddress, signedInAddress: undefined });
  expect(localStorage).toHaveLength(0);
});

test('whoever logs out leaves no address behind; whoever stays does', async () => {
  home();
  renderInPage(<LogoutPage />, { signedInAs: 'Ann' });
  document.addEventListener('submit', (event) => event.preventDefault());
  await userEvent.click(button('No'));
  expect(localStorage).toHaveLength(1);
  await userEvent.click(button('Yes'));
  expect(localStorage).toHaveLength(0);
});

test('where it is switched off, no address is kept, shown or left', () => {
  home();
  const { unmount } = signIn({});
  expect(field(/^Email/).value).toBe('');
  unmount();
  home({});
  expect(localStorage).toHaveLength(0);
});

test('a browser that denies its storage signs in as ever', () => {
  const { localStorage: real } = window;
  Object.defineProperty(window, 'localStorage', {
    configurable: true,
    get: () => {
      throw new DOMException('denied', 'SecurityError');
    },
  });
  home();
  signIn();
  expect(field(/^Email/).value).toBe('');
  Object.defineProperty(window, 'localStorage', { configurable: true, value: real });
});
