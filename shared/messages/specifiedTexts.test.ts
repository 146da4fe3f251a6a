import { expect, test } from '@jest/globals';
import { catalogueIntl, catalogueTexts } from '../../test/support/catalogueIntl.ts';

const intl = catalogueIntl('en');

/** The specification's texts, by key. */
const specified: Record<string, string> = {
  'nav.title': 'Account portal',
  'nav.home': 'Home',
  'nav.logout': 'Logout',
  'nav.settings': 'Settings',
  'common.pleaseWait': 'Please wait...',
  'recovery.pageTitle': 'Account recovery',
  'registration.pageTitle': 'Account registration',
  'verification.pageTitle': 'Account verification',
  'home.android.title': 'Android app',
  'home.android.text': 'Download from the app store',
  'home.ios.title': 'iOS app',
  'home.ios.text': 'Download from the app store',
  'home.customerPortal.title': 'Customer portal',
  'home.customerPortal.text': 'Manage your subscription',
  'login.title': 'Sign in',
  'login.title.refresh': "Confirm it's you",
  'login.title.aal2': 'Two-Factor Authentication',
  'flow.client': 'To authenticate {clientName}',
  'login.forgotPassword': 'Forgot password?',
  'login.footer': "Don't have an account?",
  'login.footer.action': 'Sign up',
  'login.footer.trouble': "Something's not working?",
  'login.footer.trouble.action': 'Logout',
  'flow.loggedInAs': "You're logged in as:",
  'flow.loggedInAs.again': 'Logged in as:',
  'registration.title': 'Register an account',
  'registration.footer': 'Already have an account?',
  'registration.footer.action': 'Sign in',
  'recovery.title': 'Recover your account',
  'recovery.footer': 'Remember your credentials?',
  'recovery.footer.action': 'Sign in',
  'verification.title': 'Verify your account',
  'verification.footer': "Don't have an account?",
  'verification.footer.action': 'Sign up',
  'error.title.404': '404 - Page not found',
  'error.title.500': 'Internal Server Error',
  'error.title.other': 'An error occurred',
  'error.message': 'An error occurred with the following message:',
  'error.details': 'Error details',
  'error.contact': 'If the problem persists, please contact {email}',
  'error.back': 'Go Back',
  'settings.title': 'Account Settings',
  'settings.profile.nav': 'Profile',
  'settings.profile.title': 'Profile Settings',
  'settings.password.nav': 'Password',
  'settings.password.title': 'Change Password',
  'settings.oidc.nav': 'Social Sign In',
  'settings.oidc.title': 'Social Sign In',
  'settings.lookup_secret.nav': '2FA Backup Codes',
  'settings.lookup_secret.title': 'Manage 2FA Backup Recovery Codes',
  'settings.webauthn.nav': 'Hardware Tokens',
  'settings.webauthn.title': 'Manage Hardware Tokens',
  'settings.totp.nav': 'Authenticator App',
  'settings.totp.title': 'Manage 2FA TOTP Authenticator App',
  'consent.unnamedClient': 'Unnamed Client',
  'consent.allow': 'Allow',
  'consent.deny': 'Deny',
  'logout.title': 'Do you wish to log out?',
  'logout.no': 'No',
  'logout.yes': 'Yes',
  'trait.doctor': 'I am a trained healthcare professional',
  'transport.network': 'Network Error',
  'transport.aborted': 'Request aborted',
  'transport.timeout': 'timeout of {ms} ms exceeded',
};

test.each(Object.entries(specified))('the text %s is that of the specification: %s', (key, text) => {
  const values = Object.fromEntries(
    [...text.matchAll(/\{(\w+)\}/g)].map(([place, name = '']) => [name, place] as const),
  );
  expect(intl.formatMessage({ id: key }, values)).toBe(text);
});

test.each([
  'trait.email',
  'trait.name.first',
  'trait.name.last',
  'trait.doctor',
  'trait.tos',
  'trait.locale',
])('the trait %s has a label in every language', (key) => {
  for (const texts of Object.values(catalogueTexts)) expect(texts[key]).toMatch(/\S/);
});

test('the consent’s description and the offer to remember it are fixed texts', () => {
  for (const texts of Object.values(catalogueTexts))
    for (const key of ['consent.description', 'consent.remember']) expect(texts[key]).not.toMatch(/[{<]/);
});
