import { expect, test } from '@jest/globals';
import { screen } from '@testing-library/react';
import { renderInPage } from '../../test/support/renderInPage.tsx';
import { LogoutPage } from './LogoutPage.tsx';

test.each(['Yes', 'No'])('“%s” is posted with the CSRF token and the return path', (answer) => {
  renderInPage(<LogoutPage returnTo="/settings" />);
  const button = screen.getByRole<HTMLButtonElement>('button', { name: answer });
  expect([button.form?.getAttribute('action'), button.form?.method]).toEqual(['/logout', 'post']);
  expect(Object.fromEntries(new FormData(button.form ?? undefined, button))).toEqual({
    _csrf: 'portal-token',
    return_to: '/settings',
    submit: answer,
  });
});

test('explains why a recovery logs out first, and posts where to go next', () => {
  const next = 'http://localhost:3000/recovery?return_to=%2F';
  const { container } = renderInPage(<LogoutPage next={next} />);
  expect(screen.getByText(/^To set a new password without the old one/)).toBeTruthy();
  expect(new FormData(container.querySelector('form') ?? undefined).get('next')).toBe(next);
});

test.each([
  ['/login?return_to=%2Foauth2%2Fauth', 1],
  ['/login', 0],
])('a logout that continues at %s says that another account can go on: %i', (next, count) => {
  renderInPage(<LogoutPage next={next} />);
  expect(screen.queryAllByText(/^You can then sign in with another account/)).toHaveLength(count);
});

test('with an unverified address, checking it is the only primary step', () => {
  renderInPage(<LogoutPage unverified="ada@example.org" />);
  const names = ['Check the address', 'No', 'Yes'];
  const classes = names.map((name) => screen.getByText(name).closest('a, button')?.className.split(' '));
  const isQuiet = classes.map((one) => one?.includes('quiet'));
  expect(Object.fromEntries(names.map((name, at) => [name, isQuiet[at]]))).toEqual({
    'Check the address': false,
    No: true,
    Yes: true,
  });
});
