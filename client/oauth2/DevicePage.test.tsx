import { expect, test } from '@jest/globals';
import { screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { renderInPage } from '../../test/support/renderInPage.tsx';
import { DevicePage } from './DevicePage.tsx';

const field = () => screen.getByRole<HTMLInputElement>('textbox', { name: /^Code on your device/ });

test('the typed code is posted with the CSRF token and the challenge', async () => {
  renderInPage(<DevicePage challenge="d1" userCode="" />);
  expect(document.activeElement).toBe(field());
  await userEvent.type(field(), 'AB-CD');
  const form = field().form;
  expect([form?.getAttribute('action'), form?.method]).toEqual(['/device', 'post']);
  expect(Object.fromEntries(new FormData(form ?? undefined))).toEqual({
    _csrf: 'portal-token',
    device_challenge: 'd1',
    user_code: 'AB-CD',
  });
});

test('a code from a link is filled in, with a warning about codes that somebody else sent', () => {
  renderInPage(<DevicePage challenge="d1" userCode="ABCD" />);
  expect(field().value).toBe('ABCD');
  expect(screen.getByText(/If somebody sent you the code, do not continue/)).toBeTruthy();
});

test.each([
  ['wrong', 'Wrong or expired code.'],
  ['empty', 'Enter the code that your device shows.'],
] as const)('a code that is %s is described at its field, which has the focus', (problem, text) => {
  renderInPage(<DevicePage challenge="d1" userCode="ABCD" problem={problem} />);
  expect([field().value, field().getAttribute('aria-invalid')]).toEqual(['ABCD', 'true']);
  const described = (field().getAttribute('aria-describedby') ?? '').split(' ');
  expect(described.map((id) => document.getElementById(id)?.textContent).join(' ')).toContain(text);
  expect(document.activeElement).toBe(field());
});
