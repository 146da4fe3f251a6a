import { expect, test } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { field, json, setUpFlowHarness, show, harness } from '../../test/support/flows/flowHarness.tsx';
import { flowOf, input, method, text } from '../../test/support/flows/flowParts.ts';
import { recordedFlow } from '../../test/support/flows/recordedFlow.ts';

setUpFlowHarness();

const email = input('default', 'traits.email', 'email', { required: true }, text(1070002, 'Email'));
const password = input('password', 'password', 'password', { required: true }, text(1070001, 'Password'));
const signUp = flowOf('registration', [email, password, method('password', text(1040001, 'Sign up'))]);

/** Returns a field's description: its hint and its messages. */
const described = (element: HTMLElement): string =>
  (element.getAttribute('aria-describedby') ?? '')
    .split(' ')
    .map((id) => document.getElementById(id)?.textContent ?? '')
    .join(' ')
    .trim();

const isInvalid = (element: HTMLElement): boolean => element.getAttribute('aria-invalid') === 'true';

const press = (name: string): Promise<void> => userEvent.click(screen.getByRole('button', { name }));

test('nothing is exposed as invalid before it is tried, and says so, as browsers call an empty required field invalid', () => {
  const { container } = show('registration');
  for (const control of container.querySelectorAll('input[required]'))
    expect(control.getAttribute('aria-invalid')).toBe('false');
});

test('a form that cannot be sent says so at each field alone, with the focus in the first and a title that says so', async () => {
  show('registration', signUp);
  await press('Sign up');
  await waitFor(() => expect(document.activeElement).toBe(field(/^Email/)));
  expect(described(field(/^Email/))).toBe('Enter your email.');
  expect(described(field(/^Password/))).toBe('Choose a password.');
  expect(screen.getAllByText('Enter your email.')).toHaveLength(1);
  expect(document.title).toMatch(/^Error: /);
  expect(harness.calls).toEqual([]);
});

test('an error goes with the first key, and the title with the last error', async () => {
  show('registration', signUp);
  await press('Sign up');
  await waitFor(() => expect(isInvalid(field(/^Password/))).toBe(true));
  await userEvent.type(field(/^Email/), 'a');
  expect(isInvalid(field(/^Email/))).toBe(false);
  expect(document.title).toMatch(/^Error: /);
  await userEvent.type(field(/^Password/), 'l');
  expect(isInvalid(field(/^Password/))).toBe(false);
  expect(document.title).not.toMatch(/^Error: /);
});

test('a wrong value is reported on leaving its field, not while typing, and an empty field is left in peace', async () => {
  show('registration', signUp);
  await userEvent.type(field(/^Email/), 'ann');
  expect(isInvalid(field(/^Email/))).toBe(false);
  await userEvent.tab();
  await screen.findByText('Enter your whole address, like name@example.com.');
  expect(document.activeElement).toBe(field(/^Password/));
  await userEvent.tab();
  expect(isInvalid(field(/^Password/))).toBe(false);
});

test('a consent that was missed is said once, at its box, when the form is sent', async () => {
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
  expect(isInvalid(box)).toBe(false);
  await press('Sign up');
  await waitFor(() => expect(isInvalid(box)).toBe(true));
  expect(described(box)).toBe('Check this box to continue.');
  expect(screen.getAllByText(/Check this box/)).toHaveLength(1);
});

test('pressing a button is not disturbed by an error of the field that is left', async () => {
  show('registration', signUp);
  await userEvent.type(field(/^Email/), 'ann');
  screen.getByRole('button', { name: 'Show password' }).focus();
  expect(screen.queryByText(/whole address/)).toBeNull();
});

test('a wrong password is said once, at the password, which is selected, until either field is typed into', async () => {
  show('login');
  await userEvent.type(field(/^Email/), 'x@y.z');
  harness.answers = [json(400, recordedFlow('login-wrong-password'))];
  await userEvent.type(field(/^Password/), 'wrong-one{Enter}');
  await screen.findByText('Email or password is wrong.');
  const wrong = field(/^Password/);
  expect(described(wrong)).toBe('Email or password is wrong.');
  expect(isInvalid(wrong)).toBe(true);
  expect(document.activeElement).toBe(wrong);
  expect([wrong.value, wrong.selectionStart, wrong.selectionEnd]).toEqual(['wrong-one', 0, 9]);
  expect(field(/^Email/).value).toBe('x@y.z');
  expect(screen.getAllByRole('alert')).toHaveLength(1);
  await userEvent.type(field(/^Email/), 'z');
  expect(isInvalid(wrong)).toBe(false);
  expect(screen.queryByText('Email or password is wrong.')).toBeNull();
});

test('a wrong code is emptied, has the focus, and the next one sends itself again, even the same', async () => {
  show('recovery', recordedFlow('recovery-sent'));
  harness.answers = [json(200, recordedFlow('recovery-wrong')), json(200, recordedFlow('recovery-wrong'))];
  const code = field(/^Recovery code/);
  await userEvent.type(code, '123456');
  await waitFor(() => expect(described(code)).toBe('This code is wrong or has already been used.'));
  expect([code.value, document.activeElement]).toEqual(['', code]);
  await userEvent.type(code, '1');
  expect(isInvalid(code)).toBe(false);
  await userEvent.type(code, '23456');
  await waitFor(() => expect(harness.calls).toHaveLength(2));
  await waitFor(() => expect(code.value).toBe(''));
});

test('an address that lacks a part of its pattern is reported as an address', async () => {
  const pattern = '^.+@[^@]+\\.[^@.]+$';
  const address = input('default', 'traits.email', 'email', { pattern }, text(1070002, 'Email'));
  show(
    'registration',
    flowOf('registration', [address, password, method('password', text(1040001, 'Sign up'))]),
  );
  await userEvent.type(field(/^Email/), 'ada@portal');
  await userEvent.tab();
  await screen.findByText('Enter your whole address, like name@example.com.');
  await userEvent.type(field(/^Email/), '.example');
  await userEvent.tab();
  expect(isInvalid(field(/^Email/))).toBe(false);
});

test('the rule of a new password stands before its field, which holds to it', () => {
  show('registration', signUp, { passwordMinLength: 8 });
  expect(described(field(/^Password/))).toBe('At least 8 characters');
  expect(field(/^Password/).minLength).toBe(8);
});

test('the rule gives way to an error that says it, until the password is typed anew', async () => {
  show('registration', recordedFlow('registration-short-password'), { passwordMinLength: 8 });
  const password = field(/^Password/);
  expect(described(password)).toBe('The password must be at least 8 characters long, but got 3.');
  expect(screen.queryByText('At least 8 characters')).toBeNull();
  await userEvent.type(password, 'a');
  expect(described(password)).toBe('At least 8 characters');
});

test('the rule stays beside an error that says something else', async () => {
  show('registration', signUp, { passwordMinLength: 8 });
  await press('Sign up');
  await waitFor(() => expect(described(field(/^Password/))).toBe('At least 8 characters Choose a password.'));
});

test('a password that exists already has no rule', () => {
  show('login', recordedFlow('login'), { passwordMinLength: 8 });
  expect(described(field(/^Password/))).toBe('');
  expect(field(/^Password/).minLength).toBe(-1);
});
