import { expect, test } from '@jest/globals';
import { screen } from '@testing-library/react';
import { renderInPage } from '../../test/support/renderInPage.tsx';
import { HomePage } from './HomePage.tsx';

const home = <HomePage androidAppUrl="https://android.example/" iosAppUrl="https://ios.example/" />;
const hrefOf = (name: string): string | null => screen.getByRole('link', { name }).getAttribute('href');

const offers = {
  'Android app Download from the app store': 'https://android.example/',
  'iOS app Download from the app store': 'https://ios.example/',
  'Customer portal Manage your subscription': 'https://customers.example/',
};

test('invites a signed-out visitor to sign in or register, and shows the three cards', () => {
  renderInPage(home);
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Welcome to Stetho');
  const links = { 'Sign in': '/login', 'Create an account': '/registration', ...offers };
  for (const [name, url] of Object.entries(links)) expect(hrefOf(name)).toBe(url);
});

test('greets a signed-in visitor, links to the settings and shows the three cards', () => {
  renderInPage(home, { signedInAs: 'Ada Lovelace' });
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Welcome, Ada Lovelace');
  const links = { 'Account Settings': '/settings', ...offers };
  for (const [name, url] of Object.entries(links)) expect(hrefOf(name)).toBe(url);
  expect(screen.queryByRole('link', { name: 'Sign in' })).toBeNull();
});

test('says what the session knows of the account, and leads to that part of the settings', () => {
  const session = { isVerified: true, secondFactor: 'unused' as const, signedInAt: '2026-11-05T08:00:00Z' };
  const context = { signedInAs: 'Ada', signedInAddress: 'ada@example.org' };
  const { unmount } = renderInPage(<HomePage session={session} />, context);
  expect(hrefOf('Profile ada@example.org, verified')).toBe('/settings#profile');
  expect(hrefOf('Two-Factor Authentication Not used for this sign-in')).toBe('/settings#totp');
  expect(hrefOf('Sessions and Devices Signed in on November 5, 2026')).toBe('/settings#sessions');
  unmount();
  renderInPage(<HomePage session={{ isVerified: false, secondFactor: 'used' }} />, context);
  expect(hrefOf('Profile ada@example.org, not verified yet')).toBe('/settings#profile');
  expect(hrefOf('Two-Factor Authentication Used for this sign-in')).toBe('/settings#totp');
  expect(screen.queryByRole('link', { name: /^Sessions/ })).toBeNull();
});

const next = { name: 'Set up your account' };

test('welcomes a new account with the focus on what has happened, and one next step', () => {
  const { unmount } = renderInPage(<HomePage isNew registered />, { signedInAs: 'Ada' });
  expect(screen.getByText('This is the start page of your account at Stetho.')).toBeTruthy();
  expect(document.activeElement?.textContent).toBe('Your account has been created.');
  expect(screen.getByRole('region', next).querySelector('a')?.getAttribute('href')).toBe('/settings');
  expect(screen.getAllByRole('link', { name: 'Account Settings' })).toHaveLength(1);
  unmount();
  renderInPage(<HomePage isNew />, { signedInAs: 'Ada' });
  expect(document.activeElement?.textContent).toBe('Welcome, Ada');
  expect(screen.getByRole('region', next)).toBeTruthy();
});

test.each([
  ['registered', 'Your account has been created.'],
  ['passkeyAdded', 'Passkey added. Next time, sign in with it.'],
  ['isVerified', 'Your address is already verified.'],
  ['hasNewPassword', 'Your new password is set.'],
  ['already', 'You are already signed in as Ada. To use another account, log out first. Logout'],
])('opens with the focus on what it says: %s', (prop, said) => {
  renderInPage(<HomePage {...{ [prop]: true }} />, { signedInAs: 'Ada' });
  expect(document.activeElement?.textContent).toBe(said);
});

test.each([
  [{ left: 11 }, '11 are left.'],
  [{ left: 1 }, 'One is left.'],
  [{ left: 0 }, 'None is left.'],
  [{}, 'It does not work again.'],
])('after a sign-in with a backup code says how many are left: %j', (backupCode, said) => {
  renderInPage(<HomePage backupCode={backupCode} />, { signedInAs: 'Ada' });
  expect(document.activeElement?.textContent).toBe(
    `You signed in with a backup code. ${said} Create new ones`,
  );
  expect(hrefOf('Create new ones')).toBe('/settings#lookupSecret');
});

test('while the provider is unreachable, offers to try again instead of signing up', () => {
  renderInPage(<HomePage androidAppUrl="https://a.example/" iosAppUrl="https://b.example/" unreachable />);
  expect(hrefOf('Try again')).toBe('/');
  expect(screen.queryByRole('link', { name: 'Create an account' })).toBeNull();
});

test('shows no card whose address is not set', () => {
  renderInPage(<HomePage iosAppUrl="https://ios.example/" />, { customerPortalUrl: undefined });
  expect(screen.getAllByRole('listitem')).toHaveLength(1);
  expect(hrefOf('iOS app Download from the app store')).toBe('https://ios.example/');
});
