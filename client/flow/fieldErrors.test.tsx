import { expect, test } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { field, json, setUpFlowHarness, show, harness } from '../../test/support/flowHarness.tsx';
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

test('no field is exposed as invalid before it is used, although browsers call an empty required field invalid', () => {
  const { container } = show('registration');
  for (const control of container.querySelectorAll('input[required]'))
    expect(control.getAttribute('aria-invalid')).toBe('false');
});

test('too many pasted digits of a code are reported at the field, and not sent', async () => {
  show('recovery', recordedFlow('recovery-sent'));
  await userEvent.click(field(/^Recovery code/));
  await userEvent.paste('12345678');
  await waitFor(() => expect(isInvalid(field(/^Recovery code/))).toBe(true));
  expect(described(field(/^Recovery code/))).toContain('Enter all 6 digits of the code.');
  expect(document.activeElement).toBe(field(/^Recovery code/));
  expect(field(/^Recovery code/).value).toBe('');
  expect(harness.calls).toEqual([]);
});

test('an invalid form reports each error only at its field, focuses the first and says so in the title', async () => {
  show('registration', signUp);
  await press('Sign up');
  await waitFor(() => expect(document.activeElement).toBe(field(/^Email/)));
  expect(described(field(/^Email/))).toBe('Enter your email.');
  expect(described(field(/^Password/))).toBe('Choose a password.');
  expect(screen.getAllByText('Enter your email.')).toHaveLength(1);
  expect(document.title).toMatch(/^Error: /);
  expect(harness.calls).toEqual([]);
});

test('an empty sign-in name that is no email address is not called one', async () => {
  const phone = input('default', 'identifier', 'text', { required: true }, text(1070002, 'Phone number'));
  show('login', flowOf('login', [phone, method('code', text(1010015, 'Email me a code'))]));
  await press('Email me a code');
  await waitFor(() => expect(described(field(/^Phone number/))).toBe('Fill in “Phone number”.'));
  expect(field(/^Phone number/).getAttribute('inputmode')).toBeNull();
});

test('an error disappears with the first keystroke, and the title’s with the last error', async () => {
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

test('an invalid value is reported on leaving its field, not while typing, and an empty field is not reported', async () => {
  show('registration', signUp);
  await userEvent.type(field(/^Email/), 'ann');
  expect(isInvalid(field(/^Email/))).toBe(false);
  await userEvent.tab();
  await screen.findByText('Enter your whole address, like name@example.com.');
  expect(document.activeElement).toBe(field(/^Password/));
  await userEvent.tab();
  expect(isInvalid(field(/^Password/))).toBe(false);
});

test('a missing consent is reported once, at its checkbox, when the form is sent', async () => {
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

test('an error in the field that is left does not get in the way of pressing a button', async () => {
  show('registration', signUp);
  await userEvent.type(field(/^Email/), 'ann');
  screen.getByRole('button', { name: 'Show password' }).focus();
  expect(screen.queryByText(/whole address/)).toBeNull();
});

test('a wrong password is reported once, at the selected password, until either field is edited', async () => {
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

test('a wrong code is cleared and focused, and the next code sends itself, even if it is the same', async () => {
  show('recovery', recordedFlow('recovery-sent'));
  harness.answers = [json(200, recordedFlow('recovery-wrong')), json(200, recordedFlow('recovery-wrong'))];
  const code = field(/^Recovery code/);
  await userEvent.type(code, '123456');
  await waitFor(() => expect(described(code)).toBe('Wrong code. Check the newest email.'));
  expect([code.value, document.activeElement]).toEqual(['', code]);
  await userEvent.type(code, '1');
  expect(isInvalid(code)).toBe(false);
  await userEvent.type(code, '23456');
  await waitFor(() => expect(harness.calls).toHaveLength(2));
  await waitFor(() => expect(code.value).toBe(''));
});

test('a code that is too short is neither sent nor cleared', async () => {
  show('recovery', recordedFlow('recovery-sent'));
  const code = field(/^Recovery code/);
  await userEvent.type(code, '12345{Enter}');
  await waitFor(() => expect(described(code)).toBe('Enter all 6 digits of the code.'));
  expect([code.value, harness.calls]).toEqual(['12345', []]);
});

test('Enter pressed once the wrong code has been cleared leaves the message in place, and sends nothing', async () => {
  show('recovery', recordedFlow('recovery-sent'));
  harness.answers = [json(200, recordedFlow('recovery-wrong'))];
  const code = field(/^Recovery code/);
  await userEvent.type(code, '123456');
  await waitFor(() => expect(code.value).toBe(''));
  await userEvent.keyboard('{Enter}');
  await waitFor(() => expect(document.title).toMatch(/^Error: /));
  expect(described(code)).toBe('Wrong code. Check the newest email.');
  expect(document.activeElement).toBe(code);
  expect(harness.calls).toHaveLength(1);
});

test('the rule for a new password precedes its field, which enforces it', () => {
  show('registration', signUp, { passwordMinLength: 8 });
  expect(described(field(/^Password/))).toBe('At least 8 characters');
  expect(field(/^Password/).minLength).toBe(8);
});

test('an error that repeats the rule replaces it until the password is typed again', async () => {
  show('registration', recordedFlow('registration-short-password'), { passwordMinLength: 8 });
  const password = field(/^Password/);
  expect(described(password)).toBe('The password must be at least 8 characters long, but has only 3.');
  expect(screen.queryByText('At least 8 characters')).toBeNull();
  await userEvent.type(password, 'a');
  expect(described(password)).toBe('At least 8 characters');
});

test('the rule stays when an error says something else', async () => {
  show('registration', signUp, { passwordMinLength: 8 });
  await press('Sign up');
  await waitFor(() => expect(described(field(/^Password/))).toBe('At least 8 characters Choose a password.'));
});

test('an existing password has no rule', () => {
  show('login', recordedFlow('login'), { passwordMinLength: 8 });
  expect(described(field(/^Password/))).toBe('');
  expect(field(/^Password/).minLength).toBe(-1);
});

test.each(['x@', 'a b@c'])(
  'what is no address is refused at the field for a recovery, before anything is sent: %s',
  async (typed) => {
    for (const name of ['recovery', 'recovery-address', 'recovery-confirm-address'] as const) {
      const { unmount } = show('recovery', recordedFlow(name));
      const address = field(name === 'recovery-address' ? /^Recovery address/ : /^Email/);
      await userEvent.clear(address);
      await userEvent.type(address, `${typed}{Enter}`);
      await waitFor(() =>
        expect(described(address)).toContain('Enter your whole address, like name@example.com.'),
      );
      unmount();
    }
    expect(harness.calls).toEqual([]);
  },
);

test.each(['ann@example.org', '+49 170 (123) 45-67'])('an account is recovered with %s', async (typed) => {
  show('recovery', recordedFlow('recovery-address'));
  await userEvent.type(field(/^Recovery address/), `${typed}{Enter}`);
  await waitFor(() => expect(harness.calls).toHaveLength(1));
});
