import { afterEach, expect, jest, test } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { field, setUpFlowHarness, show, harness } from '../../test/support/flows/flowHarness.tsx';
import { flowOf, input, method, text } from '../../test/support/flows/flowParts.ts';

setUpFlowHarness();

afterEach(() => {
  jest.restoreAllMocks();
});

const email = input('default', 'traits.email', 'email', { required: true }, text(1070002, 'Email'));
const password = input('password', 'password', 'password', { required: true }, text(1070001, 'Password'));
const signUp = flowOf('registration', [email, password, method('password', text(1040001, 'Sign up'))]);

const errors = (): string[] =>
  screen.queryAllByRole('link', { name: /^Enter/ }).map((link) => link.textContent);

test('a form that cannot be sent is summed up, with the focus, a link to each field and a title that says so', async () => {
  show('registration', signUp);
  await userEvent.click(screen.getByRole('button', { name: 'Sign up' }));
  const summary = await screen.findByRole('alert');
  expect(summary.textContent).toContain('Correct these 2 fields');
  expect(errors()).toEqual(['Enter your address.', 'Enter your password.']);
  await waitFor(() => expect(document.activeElement).toBe(summary));
  expect(document.title).toMatch(/^Error: /);
  expect(harness.calls).toEqual([]);
  await userEvent.click(screen.getByRole('link', { name: 'Enter your password.' }));
  expect(document.activeElement).toBe(field(/^Password/));
});

test('an error goes as soon as the value is right, and the summary with the last', async () => {
  show('registration', signUp);
  await userEvent.type(field(/^Email/), 'ann@example.org');
  await userEvent.click(screen.getByRole('button', { name: 'Sign up' }));
  await screen.findByRole('alert');
  expect(field(/^Password/).getAttribute('aria-invalid')).toBe('true');
  await userEvent.type(field(/^Password/), 'lub-dub');
  expect(field(/^Password/).hasAttribute('aria-invalid')).toBe(false);
  expect(screen.queryByRole('alert')).toBeNull();
  expect(document.title).not.toMatch(/^Error: /);
});

test('a wrong value is reported on leaving its field, not while typing, and an empty field is left in peace', async () => {
  show('registration', signUp);
  await userEvent.type(field(/^Email/), 'ann');
  expect(field(/^Email/).hasAttribute('aria-invalid')).toBe(false);
  await userEvent.tab();
  await screen.findByText('Enter your whole address, like name@example.com.');
  await userEvent.tab();
  expect(field(/^Password/).hasAttribute('aria-invalid')).toBe(false);
});

test('a box that has to be ticked is left in peace as well until the form is sent', async () => {
  const consent = input('password', 'traits.tos', 'checkbox', { required: true }, text(1070002, 'I agree'));
  show(
    'registration',
    flowOf('registration', [consent, email, method('password', text(1040001, 'Sign up'))]),
  );
  const box = screen.getByRole('checkbox');
  await userEvent.dblClick(box);
  await userEvent.type(field(/^Email/), 'ann');
  await userEvent.tab();
  await screen.findByText(/whole address/);
  expect(box.hasAttribute('aria-invalid')).toBe(false);
  await userEvent.click(screen.getByRole('button', { name: 'Sign up' }));
  await screen.findByRole('alert');
  expect(box.getAttribute('aria-invalid')).toBe('true');
});

test('pressing a button is not disturbed by an error of the field that is left', async () => {
  show('registration', signUp);
  await userEvent.type(field(/^Email/), 'ann');
  screen.getByRole('button', { name: 'Show password' }).focus();
  expect(screen.queryByText(/whole address/)).toBeNull();
});
