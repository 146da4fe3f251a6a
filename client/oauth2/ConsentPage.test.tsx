import { expect, test } from '@jest/globals';
import { screen, within } from '@testing-library/react';
import { renderInPage } from '../../test/support/renderInPage.tsx';
import { ConsentPage } from './ConsentPage.tsx';

const show = () =>
  renderInPage(
    <ConsentPage challenge="c1" client={{}} scopes={['openid']} rememberDays={30} switchUrl="/logout" />,
  );

test('the sign-in scope is always granted and cannot be unticked', () => {
  show();
  const [box] = screen.getAllByRole<HTMLInputElement>('checkbox');
  expect([box?.value, box?.checked, box?.disabled]).toEqual(['openid', true, true]);
});

test('advises to trust the client, offers to remember the decision, and opens the client’s own pages in a new tab', () => {
  const client = { policyUrl: 'https://lab.example/privacy', termsUrl: 'https://lab.example/terms' };
  renderInPage(
    <ConsentPage challenge="c1" client={client} scopes={['openid']} rememberDays={30} switchUrl="/logout" />,
  );
  expect(screen.getByText(/^Only grant permissions to applications you trust\./)).toBeTruthy();
  expect(screen.getByLabelText<HTMLInputElement>(/^Remember my decision/).name).toBe('remember');
  for (const [name, url] of [
    [/^Privacy policy/, client.policyUrl],
    [/^Terms of service/, client.termsUrl],
  ] as const) {
    const link = screen.getByRole('link', { name });
    expect([link.getAttribute('href'), link.getAttribute('target')]).toEqual([url, '_blank']);
  }
});

test('permissions that only the application can explain stand apart, and are not ticked', () => {
  const scopes = ['openid', 'email', 'lab:results', 'offline_access'];
  renderInPage(<ConsentPage challenge="c1" client={{ name: 'Lab' }} scopes={scopes} switchUrl="/logout" />);
  const boxesIn = (name: string) =>
    within(screen.getByRole('group', { name }))
      .getAllByRole<HTMLInputElement>('checkbox')
      .map(({ value, checked }) => [value, checked]);
  expect(boxesIn('Requested permissions')).toEqual([
    ['openid', true],
    ['email', true],
    ['offline_access', false],
  ]);
  expect(boxesIn('Explained only by Lab')).toEqual([['lab:results', false]]);
});

test.each([
  ['lab.example', 'Your answer goes to lab.example.'],
  ['device', 'Your answer goes to a program on this device.'],
])('says who gets the answer: %s', (receiver, text) => {
  renderInPage(
    <ConsentPage challenge="c1" client={{}} scopes={['openid']} receiver={receiver} switchUrl="/logout" />,
  );
  expect(document.body.textContent).toContain(text);
});

test('says how long the access lasts, and warns of a client that registered itself', () => {
  const client = { isSelfRegistered: true };
  const { unmount } = renderInPage(
    <ConsentPage challenge="c1" client={client} scopes={['openid']} switchUrl="/logout" />,
  );
  expect(document.body.textContent).toContain('Access ends soon after you leave the application.');
  expect(screen.getByText(/^This application registered itself\./)).toBeTruthy();
  unmount();
  renderInPage(<ConsentPage challenge="c1" client={{}} scopes={['offline_access']} switchUrl="/logout" />);
  expect(document.body.textContent).toContain('unless you let it keep access.');
  expect(screen.queryByText(/registered itself/)).toBeNull();
});

test('a request for another account offers that account, which it names if it is known, or the signed-in one', () => {
  const page = (
    <ConsentPage challenge="c1" client={{}} scopes={['openid']} switchUrl="/logout" otherAccount />
  );
  const bob = { signedInAddress: 'bob@acme.example' };
  const choices = () => screen.getAllByRole('button').map(({ textContent }) => textContent);
  const { unmount } = renderInPage(page, bob);
  expect(screen.getByRole('heading', { level: 1, name: 'Choose an account' })).toBeTruthy();
  const text = 'You are logged in as bob@acme.example, but this request is for another account.';
  expect(screen.getByText(/^You are logged in as/).textContent).toBe(text);
  expect(screen.queryByText("You're logged in as:")).toBeNull();
  expect(choices()).toEqual(['Use another account', 'Stay as bob@acme.example', 'Deny']);
  unmount();
  renderInPage(page, { ...bob, formerAccount: 'ann@acme.example' });
  expect(document.activeElement?.textContent).toMatch(/but this request is for ann@acme\.example\.$/);
  expect(choices()).toEqual(['Use ann@acme.example', 'Stay as bob@acme.example', 'Deny']);
});

test('a request that was opened with another account names it', () => {
  const opened = { otherAccount: true, formerAccount: 'ann@acme.example' };
  renderInPage(
    <ConsentPage challenge="c1" client={{}} scopes={['openid']} switchUrl="/logout" {...opened} />,
    { signedInAddress: 'bob@acme.example' },
  );
  const use = screen.getByRole('button', { name: 'Use ann@acme.example' });
  const hint = document.getElementById(use.getAttribute('aria-describedby') ?? '');
  expect(hint?.textContent).toBe('With another account, you are logged out of this one.');
});
