import { expect, test } from '@jest/globals';
import { fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { renderToString } from 'react-dom/server.node';
import { RawIntlProvider } from 'react-intl';
import { inPage, renderInPage } from '../../test/support/renderInPage.tsx';
import { portalIntl } from '../portalIntl.ts';
import { Field } from './Field.tsx';

const described = (control: HTMLElement): string =>
  (control.getAttribute('aria-describedby') ?? '')
    .split(' ')
    .filter(Boolean)
    .map((id) => document.getElementById(id)?.textContent ?? 'nothing')
    .join(' | ');

test('a password can be shown and hidden again, and what was typed stays', async () => {
  renderInPage(<Field label="Password" type="password" />);
  const input = screen.getByLabelText<HTMLInputElement>('Password');
  const toggle = screen.getByRole('button', { name: 'Show password' });
  await userEvent.type(input, 'heartbeat');
  await userEvent.click(toggle);
  expect([input.type, input.value, toggle.getAttribute('aria-pressed')]).toEqual([
    'text',
    'heartbeat',
    'true',
  ]);
  await userEvent.click(toggle);
  expect(input.type).toBe('password');
});

test('a password says that Caps Lock is on, for as long as it is', () => {
  renderInPage(<Field label="Password" type="password" />);
  const input = screen.getByLabelText<HTMLInputElement>('Password');
  fireEvent.keyUp(input, { key: 'A', modifierCapsLock: true });
  expect(described(input)).toBe('Caps Lock is on.');
  expect(input.getAttribute('aria-invalid')).toBe('false');
  fireEvent.keyUp(input, { key: 'a' });
  expect(screen.queryByText('Caps Lock is on.')).toBeNull();
});

test('a password is silent about Caps Lock until the browser has the text', () => {
  render(
    <RawIntlProvider value={portalIntl('en', {})}>
      <Field label="Password" type="password" />
    </RawIntlProvider>,
  );
  const input = screen.getByLabelText<HTMLInputElement>('Password');
  fireEvent.keyUp(input, { key: 'A', modifierCapsLock: true });
  expect(described(input)).toBe('');
});

test('without scripts a password has no button to show it', () => {
  expect(renderToString(inPage(<Field label="Password" type="password" />))).not.toContain('<button');
});
