import { expect, jest, test } from '@jest/globals';
import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { renderToString } from 'react-dom/server.node';
import { flowOf, input, text } from '../../../test/support/flows/flowParts.ts';
import { recordedFlow } from '../../../test/support/flows/recordedFlow.ts';
import type { FlowKind } from '../../../shared/page.ts';
import { inPage, renderInPage } from '../../../test/support/renderInPage.tsx';
import { FlowView } from '../FlowView.tsx';

const recoveryCode = (): { field: HTMLInputElement; sent: jest.Mock<(event: Event) => void> } => {
  const sent = jest.fn((event: Event) => event.preventDefault());
  const { container } = renderInPage(<FlowView kind="recovery" flow={recordedFlow('recovery-sent')} />);
  container.addEventListener('submit', sent, { capture: true });
  return { field: screen.getByLabelText<HTMLInputElement>(/^Recovery code/), sent };
};

test('a code is sent automatically whenever its last digit is typed, and further digits send nothing', async () => {
  const { field, sent } = recoveryCode();
  await userEvent.type(field, '12345');
  expect(sent).not.toHaveBeenCalled();
  await userEvent.type(field, '6');
  await waitFor(() => expect(sent).toHaveBeenCalledTimes(1));
  await userEvent.type(field, '9');
  await waitFor(() => expect(field.value).toBe('123456'));
  expect(sent).toHaveBeenCalledTimes(1);
  await userEvent.type(field, '{Backspace}7');
  await waitFor(() => expect(sent).toHaveBeenCalledTimes(2));
  expect(field.value).toBe('123457');
});

test('a backup code, which has letters, is an ordinary field', () => {
  renderInPage(<FlowView kind="login" flow={recordedFlow('login-aal2-every-method')} />);
  expect(screen.getByLabelText(/^Authentication code/).dataset.digits).toBe('6');
  expect(screen.getByLabelText(/^Backup recovery code/).dataset.digits).toBeUndefined();
});

test('a number may have decimals unless the provider sets a step', async () => {
  const traits = [
    input('profile', 'traits.height', 'number', {}, text(1070002, 'Height')),
    input('profile', 'traits.shoes', 'number', { step: 0.5 }, text(1070002, 'Shoes')),
  ];
  renderInPage(<FlowView kind="registration" flow={flowOf('registration', traits)} />);
  const height = screen.getByLabelText<HTMLInputElement>('Height');
  await userEvent.type(height, '1.75');
  expect(height.validity.valid).toBe(true);
  expect(screen.getByLabelText<HTMLInputElement>('Shoes').step).toBe('0.5');
});

test.each<[FlowKind, string, RegExp]>([
  ['recovery', 'recovery-sent', /^Recovery code/],
  ['login', 'login-aal2-every-method', /^Authentication code/],
])(
  'without scripts the browser rejects a code that is too short or too long, and no other (%s, %s)',
  (kind, name, label) => {
    renderInPage(<FlowView kind={kind} flow={recordedFlow(name)} />);
    const field = screen.getByLabelText<HTMLInputElement>(label);
    // set directly, so that no script takes out the code
    for (const wrong of ['12345', '1234567', '1234 5678']) {
      field.value = wrong;
      expect(field.validity.patternMismatch).toBe(true);
    }
    expect(field.title).toBe('Enter all 6 digits of the code.');
    for (const pasted of ['123 456', 'Code: (١٢٣ ٤٥٦)', '123456', 'Code: 123456, for 15 minutes']) {
      field.value = pasted;
      expect(field.validity.valid).toBe(true);
    }
  },
);

test.each([
  ['Authentication code', 'The 6 digits that your authenticator app shows.'],
  ['Backup recovery code', 'One of the codes that you kept. Each works once.'],
])('a second factor says which code it asks for: %s', (label, hint) => {
  renderInPage(<FlowView kind="login" flow={recordedFlow('login-aal2-every-method')} />);
  const described = screen.getByLabelText(new RegExp(`^${label}`)).getAttribute('aria-describedby');
  expect(described?.split(' ')).toContain(screen.getByText(hint).id);
});

test('the length of a new password is checked by scripts or, without them, by the provider, in the page’s language', () => {
  const view = inPage(<FlowView kind="registration" flow={recordedFlow('registration')} />, {
    passwordMinLength: 8,
  });
  const served = Object.assign(document.createElement('div'), { innerHTML: renderToString(view) });
  const password = served.querySelector<HTMLInputElement>('[name="password"]');
  expect([password?.required, password?.hasAttribute('minlength')]).toEqual([true, false]);
  render(view);
  expect(screen.getByLabelText<HTMLInputElement>(/^Password/).minLength).toBe(8);
});

test.each([
  ['registration', true],
  ['settings', false],
] as const)('a consent in a %s is small print: %s', (kind, isSmall) => {
  const consent = input('profile', 'traits.tos', 'checkbox', { required: true }, text(1070002, 'Agreed'));
  renderInPage(<FlowView kind={kind} flow={flowOf(kind, [consent])} />);
  const choice = screen.getByRole('checkbox').closest('label');
  expect(choice?.className.includes('smallPrint')).toBe(isSmall);
});
