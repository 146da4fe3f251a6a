import { expect, test } from '@jest/globals';
import { screen } from '@testing-library/react';
import { recordedFlow } from '../../test/support/flows/recordedFlow.ts';
import { renderInPage } from '../../test/support/renderInPage.tsx';
import { input } from '../../test/support/flows/flowParts.ts';
import { LoginPage } from './LoginPage.tsx';
import { RegistrationPage } from './RegistrationPage.tsx';
import { VerificationPage } from './VerificationPage.tsx';

const heading = () => screen.getByRole('heading', { level: 1 }).textContent;
const link = (name: string) => screen.getByRole('link', { name }).getAttribute('href');

test('a sign-in for an application can be cancelled while it goes on to a mailed code', () => {
  const flow = recordedFlow('reduced/login-confirm-by-code');
  renderInPage(
    <LoginPage flow={flow} signupUrl="/registration" application={{ name: 'Ward round', challenge: 'c' }} />,
  );
  expect(screen.getByRole('button', { name: 'Cancel and go back to Ward round' })).toBeTruthy();
  expect(screen.queryByRole('link', { name: 'Sign up' })).toBeNull();
});

test('a re-authentication shows its account and links to logout', () => {
  renderInPage(<LoginPage flow={recordedFlow('login-refresh-password')} logoutUrl="/logout" />);
  expect(heading()).toBe("Confirm it's you");
  expect(screen.getByText('Logged in as:').closest('p')?.textContent).toContain('ann@example.org');
  expect(screen.getByText(/Something's not working\?/)).toBeTruthy();
  expect(link('Logout')).toBe('/logout');
  expect(screen.queryByText('Use another account')).toBeNull();
});

test('a sign-in that links the account of another service offers to cancel that, and no sign-up', () => {
  const flow = recordedFlow('login-code-sent');
  const nodes = [input('default', 'identifier', 'hidden', { value: 'ann@example.org' })];
  const linking = { id: 1010016, type: 'info' as const, text: 'Sign in to link.' };
  const ui = { ...flow.ui, nodes, messages: [linking] };
  const urls = { signupUrl: '/registration', forgotPasswordUrl: '/recovery' };
  const { unmount } = renderInPage(<LoginPage flow={{ ...flow, state: 'choose_method', ui }} {...urls} />);
  expect(link('Cancel and use another method')).toContain(`existing=${flow.id}`);
  expect(link('Forgot password?')).toBe('/recovery');
  expect(screen.queryByRole('link', { name: 'Sign up' })).toBeNull();
  unmount();
  const sent = { ...flow, ui: { ...flow.ui, messages: [linking] } };
  renderInPage(<LoginPage flow={sent} {...urls} />);
  expect(screen.queryByRole('link', { name: 'Forgot password?' })).toBeNull();
});

test('a sign-up that another service has begun offers no sign-in, which would forget its account', () => {
  const flow = recordedFlow('registration');
  const { unmount } = renderInPage(<RegistrationPage flow={flow} loginUrl="/login" />);
  expect(link('Sign in')).toBe('/login');
  unmount();
  renderInPage(<RegistrationPage flow={flow} loginUrl="/login" service="Acme" />);
  expect(screen.queryByRole('link', { name: 'Sign in' })).toBeNull();
});

test('a user who lacks the requested second factor gets a link to the settings', () => {
  const flow = recordedFlow('login-aal2');
  const nodes = flow.ui.nodes.filter(
    ({ attributes }) => 'type' in attributes && attributes.type === 'hidden',
  );
  const { unmount } = renderInPage(<LoginPage flow={{ ...flow, ui: { ...flow.ui, nodes } }} />);
  expect(screen.getByText(/has no second factor yet/)).toBeTruthy();
  expect(link('Settings')).toBe('/settings#totp');
  unmount();
  renderInPage(<LoginPage flow={flow} />);
  expect(screen.queryByText(/has no second factor yet/)).toBeNull();
});

test.each([
  ['help@example.org', 'help@example.org', 'mailto:help@example.org'],
  [undefined, 'Where you are still signed in, you can turn it off in the settings.', undefined],
])('a second factor that is lost: the page says what helps (support: %s)', (supportEmail, help, href) => {
  const { unmount } = renderInPage(<LoginPage flow={recordedFlow('login-aal2')} logoutUrl="/logout" />, {
    supportEmail,
  });
  const line = screen.getByText(/A code by email does not replace it/);
  expect(line.querySelector('b')?.textContent).toBe('Lost your second factor?');
  expect(screen.getByRole('link', { name: 'Logout' }).parentElement?.textContent).toMatch(
    /Not you\? Logout$/,
  );
  expect(line.textContent).toContain(help);
  expect(line.querySelector('a')?.getAttribute('href')).toBe(href);
  unmount();
  for (const flow of ['login-aal2-code', 'login', 'login-refresh-password'] as const) {
    const page = renderInPage(<LoginPage flow={recordedFlow(flow)} logoutUrl="/logout" />, { supportEmail });
    expect(screen.queryByText(/does not replace it/)).toBeNull();
    page.unmount();
  }
});

test('a verification that cannot lead to a sign-up leads to the sign-in', () => {
  renderInPage(<VerificationPage flow={recordedFlow('verification')} loginUrl="/login" />);
  expect(link('Sign in')).toBe('/login');
});

test('a verification does not ask a signed-in user to sign up', () => {
  renderInPage(
    <VerificationPage flow={recordedFlow('verification')} signupUrl="/registration" loginUrl="/login" />,
    {
      signedInAs: 'Ada',
    },
  );
  expect(screen.queryByRole('link', { name: 'Sign up' })).toBeNull();
  expect(link('Account Settings')).toBe('/settings');
});

test.each([undefined, 'registered', 'filledIn'] as const)(
  'a verification asks a signed-out visitor whether they have an account, whatever led to it: %s',
  (notice) => {
    const flow = recordedFlow('verification-sent');
    renderInPage(
      <VerificationPage flow={flow} notice={notice} signupUrl="/registration" loginUrl="/login" />,
    );
    expect(screen.getByText(/Don't have an account\?/)).toBeTruthy();
    expect(link('Sign up')).toBe('/registration');
  },
);

/** A sign-in flow without the nodes of these groups. */
const without = (...groups: string[]) => {
  const flow = recordedFlow('login');
  return { ...flow, ui: { ...flow.ui, nodes: flow.ui.nodes.filter(({ group }) => !groups.includes(group)) } };
};

test.each([
  ['the address first', recordedFlow('identifier-first')],
  ['the password after the address', recordedFlow('identifier-first-password')],
  ['a re-authentication', recordedFlow('login-refresh-password')],
  ['codes by mail only', without('password', 'passkey', 'oidc', 'webauthn')],
  ['social accounts only', without('password', 'passkey', 'code', 'webauthn')],
])('“Forgot password?” is shown exactly once if it has a URL: %s', (_which, flow) => {
  renderInPage(<LoginPage flow={flow} forgotPasswordUrl="/recovery" />);
  expect(screen.getAllByRole('link', { name: 'Forgot password?' })).toHaveLength(1);
  expect(link('Forgot password?')).toBe('/recovery');
});

test('“Forgot password?” is not shown once a code was sent', () => {
  renderInPage(<LoginPage flow={recordedFlow('login-code-sent')} forgotPasswordUrl="/recovery" />);
  expect(screen.queryByRole('link', { name: 'Forgot password?' })).toBeNull();
});

test('“Forgot password?” is shown exactly once below the address and password fields, too', () => {
  const [asked, known] = [recordedFlow('identifier-first'), recordedFlow('identifier-first-password')];
  const flow = { ...asked, ui: { ...asked.ui, nodes: [...asked.ui.nodes, ...known.ui.nodes] } };
  renderInPage(<LoginPage flow={flow} forgotPasswordUrl="/recovery" />);
  expect(screen.getAllByRole('link', { name: 'Forgot password?' })).toHaveLength(1);
});

test.each([
  ['registered', 'success'],
  ['filledIn', 'info'],
] as const)('the notice %s is shown as %s', (notice, severity) => {
  const { container } = renderInPage(
    <VerificationPage
      flow={recordedFlow('verification')}
      notice={notice}
      signupUrl="/registration"
      loginUrl="/login"
    />,
  );
  expect(container.querySelector(`[data-message="flow.${notice}"]`)?.className).toContain(severity);
});
