import { describe, expect, test } from '@jest/globals';
import { fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { renderToString } from 'react-dom/server.node';
import { RawIntlProvider } from 'react-intl';
import { inPage, renderInPage } from '../../test/support/renderInPage.tsx';
import { portalIntl } from '../portalIntl.ts';
import { Checkbox } from './Checkbox.tsx';
import { Field } from './Field.tsx';
import { Select } from './Select.tsx';
import type { FieldMessage } from './severity.ts';

const wrong: FieldMessage = { id: 4000002, text: 'Property email is missing', severity: 'error' };
const known: FieldMessage = { id: 1070012, text: 'We know this one', severity: 'info' };
const described = (control: HTMLElement): string =>
  (control.getAttribute('aria-describedby') ?? '')
    .split(' ')
    .filter(Boolean)
    .map((id) => document.getElementById(id)?.textContent ?? 'nothing')
    .join(' | ');

describe('Field', () => {
  test('is named by its label, and announced as required without the asterisk being read out', () => {
    renderInPage(<Field label="E-Mail" required />);
    const input = screen.getByRole<HTMLInputElement>('textbox', { name: 'E-Mail' });
    expect(input.required).toBe(true);
    expect(screen.getByText('*').getAttribute('aria-hidden')).toBe('true');
  });

  test('is tied to its hint and messages, and is invalid when one of them is an error', () => {
    renderInPage(<Field label="E-Mail" hint="Where we can reach you" messages={[known, wrong]} />);
    const input = screen.getByRole('textbox');
    expect(described(input)).toBe('Where we can reach you | We know this oneProperty email is missing');
    expect(input.getAttribute('aria-invalid')).toBe('true');
  });

  test('is neither described nor invalid without hint and messages', () => {
    renderInPage(<Field label="E-Mail" />);
    expect(screen.getByRole('textbox').hasAttribute('aria-describedby')).toBe(false);
    expect(screen.getByRole('textbox').getAttribute('aria-invalid')).toBe('false');
  });

  test('a message other than an error leaves it valid', () => {
    renderInPage(<Field label="E-Mail" messages={[known]} />);
    expect(screen.getByRole('textbox').getAttribute('aria-invalid')).toBe('false');
  });

  test('keeps the id and the description that the caller passes', () => {
    renderInPage(
      <>
        <p id="rules">Rules</p>
        <Field label="E-Mail" id="email" aria-describedby="rules" hint="Hint" />
      </>,
    );
    const input = screen.getByRole('textbox');
    expect(input.id).toBe('email');
    expect(described(input)).toBe('Rules | Hint');
  });

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
});

describe('Checkbox and Select', () => {
  test('are wired like a field', () => {
    renderInPage(
      <>
        <Checkbox label="I consent" required messages={[wrong]} />
        <Select label="Language" options={[{ value: 'en', label: 'English' }]} messages={[wrong]} />
      </>,
    );
    for (const control of [
      screen.getByRole('checkbox', { name: 'I consent' }),
      screen.getByLabelText('Language'),
    ]) {
      expect(described(control)).toBe('Property email is missing');
      expect(control.getAttribute('aria-invalid')).toBe('true');
    }
  });
});
