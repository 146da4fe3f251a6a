import { expect, test } from '@jest/globals';
import { screen, within } from '@testing-library/react';
import { renderInPage } from '../../../test/support/renderInPage.tsx';
import { DataPage } from './DataPage.tsx';

test('posts the form for the archive, with the token of the portal’s own forms', () => {
  renderInPage(<DataPage />, { csrfToken: 'c', account: 'ada Ada' });
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Your data');
  const section = screen.getByRole('region', { name: 'Download my data' });
  const button = within(section).getByRole<HTMLButtonElement>('button', { name: 'Download' });
  const { form } = button;
  expect([form?.method, form?.getAttribute('action')]).toEqual(['post', '/data/download']);
  expect(Object.fromEntries(new FormData(form ?? undefined))).toEqual({ _csrf: 'c', account: 'ada Ada' });
});
