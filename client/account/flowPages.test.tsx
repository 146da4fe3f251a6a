import { expect, test } from '@jest/globals';
import { screen } from '@testing-library/react';
import { recordedFlow } from '../../test/support/flows/recordedFlow.ts';
import { renderInPage } from '../../test/support/renderInPage.tsx';
import { LoginPage } from './LoginPage.tsx';
import { RecoveryPage } from './RecoveryPage.tsx';
import { RegistrationPage } from './RegistrationPage.tsx';
import { SettingsPage } from './SettingsPage.tsx';
import { VerificationPage } from './VerificationPage.tsx';

const heading = () => screen.getByRole('heading', { level: 1 }).textContent;
const link = (name: string) => screen.getByRole('link', { name }).getAttribute('href');

test('sign-in names itself, offers help with the password, and leads to sign-up', () => {
  renderInPage(
    <LoginPage flow={recordedFlow('login')} forgotPasswordUrl="/recovery" signupUrl="/registration" />,
  );
  expect(heading()).toBe('Sign in');
  expect(link('Forgot password?')).toBe('/recovery');
  expect(screen.getByText(/Don't have an account\?/)).toBeTruthy();
  expect(link('Sign up')).toBe('/registration');
});

test('sign-in for an application names it', () => {
  const request = { client: { client_name: 'Ward round' } };
  renderInPage(<LoginPage flow={{ ...recordedFlow('login'), oauth2_login_request: request as never }} />);
  expect(screen.getByText('To authenticate Ward round')).toBeTruthy();
});

test('sign-in for an application without a name says that', () => {
  renderInPage(<LoginPage flow={{ ...recordedFlow('login'), oauth2_login_request: {} as never }} />);
  expect(screen.getByText('To authenticate Unnamed Client')).toBeTruthy();
});

test('a confirmation says whom it is for and leads to logout', () => {
  renderInPage(<LoginPage flow={recordedFlow('login-refresh-password')} logoutUrl="/logout" />);
  expect(heading()).toBe("Confirm it's you");
  expect(screen.getByText("You're logged in as:").closest('p')?.textContent).toContain('ann@example.org');
  expect(screen.getByText(/Something's not working\?/)).toBeTruthy();
  expect(link('Logout')).toBe('/logout');
  expect(screen.queryByText('Use another account')).toBeNull();
});

test('a second factor has its title', () => {
  renderInPage(<LoginPage flow={recordedFlow('login-aal2')} logoutUrl="/logout" />);
  expect(heading()).toBe('Two-Factor Authentication');
});

test('who is asked for a second factor and has none is led to the settings', () => {
  const flow = recordedFlow('login-aal2');
  const nodes = flow.ui.nodes.filter(
    ({ attributes }) => 'type' in attributes && attributes.type === 'hidden',
  );
  const { unmount } = renderInPage(<LoginPage flow={{ ...flow, ui: { ...flow.ui, nodes } }} />);
  expect(screen.getByText(/has no second factor yet/)).toBeTruthy();
  expect(link('Settings')).toBe('/settings');
  unmount();
  renderInPage(<LoginPage flow={flow} />);
  expect(screen.queryByText(/has no second factor yet/)).toBeNull();
});

test('registration, recovery and verification have their titles and footers', () => {
  const registration = renderInPage(
    <RegistrationPage flow={recordedFlow('registration')} loginUrl="/login" />,
  );
  expect(heading()).toBe('Register an account');
  expect(screen.getByText(/Already have an account\?/)).toBeTruthy();
  expect(link('Sign in')).toBe('/login');
  registration.unmount();

  const recovery = renderInPage(<RecoveryPage flow={recordedFlow('recovery')} loginUrl="/login" />);
  expect(heading()).toBe('Recover your account');
  expect(screen.getByText(/Remember your credentials\?/)).toBeTruthy();
  recovery.unmount();

  renderInPage(
    <VerificationPage flow={recordedFlow('verification')} signupUrl="/registration" loginUrl="/login" />,
  );
  expect(heading()).toBe('Verify your account');
  expect(link('Sign up')).toBe('/registration');
});

test('a verification does not ask somebody who is signed in to sign up', () => {
  renderInPage(
    <VerificationPage flow={recordedFlow('verification')} signupUrl="/registration" loginUrl="/login" />,
    {
      signedInAs: 'Ada',
    },
  );
  expect(screen.queryByRole('link', { name: 'Sign up' })).toBeNull();
  expect(link('Account Settings')).toBe('/settings');
});

test.each(['registered', 'filledIn'] as const)(
  'who has just signed up or followed a mailed link is asked to sign in, not to sign up: %s',
  (notice) => {
    const flow = recordedFlow('verification-sent');
    renderInPage(
      <VerificationPage flow={flow} notice={notice} signupUrl="/registration" loginUrl="/login" />,
    );
    expect(screen.queryByRole('link', { name: 'Sign up' })).toBeNull();
    expect(link('Sign in')).toBe('/login');
  },
);

test('who verified an address without being signed in is asked to sign in', () => {
  const flow = { ...recordedFlow('verification'), state: 'passed_challenge' };
  renderInPage(<VerificationPage flow={flow} signupUrl="/registration" loginUrl="/login?return_to=a" />);
  expect(screen.queryByRole('link', { name: 'Sign up' })).toBeNull();
  expect(screen.getByText(/Your address is verified\./)).toBeTruthy();
  expect(link('Sign in')).toBe('/login?return_to=a');
});

test.each(['identifier-first', 'identifier-first-password', 'login-refresh-password'])(
  'help with the password is offered once: %s',
  (name) => {
    renderInPage(<LoginPage flow={recordedFlow(name)} forgotPasswordUrl="/recovery" />);
    expect(screen.getAllByRole('link', { name: 'Forgot password?' })).toHaveLength(1);
  },
);

test('a sign-in that follows on the end of a session says so', () => {
  renderInPage(<LoginPage flow={recordedFlow('login')} notice="ended" />);
  expect(screen.getByText('You are no longer signed in. Please sign in again to go on.')).toBeTruthy();
});

test('settings have a section for each method that the flow has', () => {
  const { container } = renderInPage(<SettingsPage flow={recordedFlow('settings')} logoutUrl="/logout" />);
  expect(heading()).toBe('Account Settings');
  expect(screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)).toEqual(
    expect.arrayContaining([
      'Profile Settings',
      'Change Password',
      'Social Sign In',
      'Manage 2FA TOTP Authenticator App',
    ]),
  );
  for (const anchor of ['profile', 'password', 'oidc', 'lookupSecret', 'webauthn', 'totp', 'passkey']) {
    expect(container.querySelector(`#${anchor} form`)).not.toBeNull();
  }
  expect(container.querySelector('#code')).toBeNull();
});

test('a flow that was renewed on the server says so', () => {
  renderInPage(<LoginPage flow={recordedFlow('login')} notice="expired" />);
  expect(screen.getByText('The form has expired and was renewed. Please try again.')).toBeTruthy();
});
