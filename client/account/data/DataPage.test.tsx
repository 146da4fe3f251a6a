import { expect, test } from '@jest/globals';
import { fireEvent, screen, within } from '@testing-library/react';
import { renderInPage } from '../../../test/support/renderInPage.tsx';
import { DataPage } from './DataPage.tsx';

test('offers the archive and the deletion, and shows what the user has agreed to', () => {
  renderInPage(
    <DataPage canDownload graceDays={14} agreement={{ version: '2026-11', at: '2026-11-03T10:00:00Z' }} />,
    {
      csrfToken: 'c',
      account: 'ada Ada',
    },
  );
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Your data');
  const section = screen.getByRole('region', { name: 'Download my data' });
  const button = within(section).getByRole<HTMLButtonElement>('button', { name: 'Download' });
  const { form } = button;
  expect([form?.method, form?.getAttribute('action')]).toEqual(['post', '/data/download']);
  expect(Object.fromEntries(new FormData(form ?? undefined))).toEqual({ _csrf: 'c', account: 'ada Ada' });
  expect(screen.getByText('Version 2026-11, on November 3, 2026.')).toBeTruthy();
  const box = screen.getByRole<HTMLInputElement>('checkbox', { name: /^I want to delete my account/ });
  expect([box.required, box.form?.getAttribute('action')]).toEqual([true, '/data/delete']);
  expect(screen.getByText(/^You are signed out everywhere at once\. For 14 days/)).toBeTruthy();
});

test('says until when a deleted account can come back, and nothing else', () => {
  renderInPage(<DataPage leftUntil="2026-12-12T10:00:00Z" />);
  expect(screen.getByText(/^You are signed out everywhere\. On December 12, 2026/)).toBeTruthy();
  expect(screen.queryByRole('button')).toBeNull();
});

test('does not say that an account can come back which is deleted at once', () => {
  renderInPage(<DataPage leftUntil="2026-12-12T10:00:00Z" />, {
    servedAt: Date.parse('2026-12-12T10:00:01Z'),
  });
  expect(screen.getByText(/is being deleted, and we email you once it is gone/)).toBeTruthy();
  expect(screen.queryByRole('link')).toBeNull();
});

test('leads somebody who did not ask for the deletion to what locks others out', () => {
  renderInPage(<DataPage backTo="/" />);
  expect(screen.getByRole('link', { name: 'Secure my account' }).getAttribute('href')).toBe(
    '/secure?own=true',
  );
});

test('ignores a second press while the deletion is on its way', () => {
  renderInPage(<DataPage graceDays={14} />);
  const button = screen.getByRole<HTMLButtonElement>('button', { name: /^Delete my account/ });
  fireEvent.submit(button.form ?? button);
  expect(fireEvent.click(button)).toBe(false);
});
