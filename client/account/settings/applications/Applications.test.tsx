import { expect, test } from '@jest/globals';
import { screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type { GrantedApplication } from '../../../../shared/applications.ts';
import { renderInPage } from '../../../../test/support/renderInPage.tsx';
import { setUpSettingsHarness, someSession } from '../../../../test/support/settingsHarness.tsx';
import { Applications } from './Applications.tsx';

setUpSettingsHarness();

const harbor = (more: Partial<GrantedApplication> = {}): GrantedApplication => ({
  clientId: 'harbor',
  client: { name: 'Harbor Clinic', url: 'https://harbor.example/' },
  scopes: ['openid', 'patients.read'],
  audience: [],
  since: '2026-03-14T08:00:00Z',
  remembered: 'never',
  sessions: [],
  isNew: false,
  ...more,
});
const show = (list: GrantedApplication[] | undefined) =>
  renderInPage(
    <Applications {...(list && { list })} current={someSession('s1')} others={[someSession('s2')]} />,
  );

test('an application shows its scopes, audience, dates and the sessions that use it', () => {
  const shown = harbor({
    audience: ['https://api.harbor.example'],
    remembered: { until: '2026-04-14T08:00:00Z' },
    sessions: ['s1', 's2'],
    isNew: true,
  });
  show([shown]);
  const [list] = screen.getAllByRole('list');
  const text = list?.textContent;
  for (const words of [
    'Harbor Clinic New',
    'May:',
    'Know who you are',
    'patients.read',
    'For https://api.harbor.example',
    'Since March 14, 2026 · Remembered until April 14, 2026',
    'In use: this device, Firefox on Windows',
  ])
    expect(text).toContain(words);
  const link = screen.getByRole<HTMLAnchorElement>('link', { name: /^harbor\.example/ });
  expect([link.href, link.target, link.rel]).toEqual([
    'https://harbor.example/',
    '_blank',
    'noopener noreferrer',
  ]);
});

test.each([
  ['always', 'Remembered until you withdraw it'],
  ['never', 'Not remembered: asks every time'],
] as const)('a decision that is remembered %s says so', (remembered, text) => {
  show([harbor({ remembered })]);
  expect(screen.getByText(new RegExp(text))).toBeTruthy();
});

/** Presses a button that asks for confirmation. @returns the dialog's text and what confirming would post */
async function confirmationOf(name: string): Promise<{ text: string; posts: unknown }> {
  await userEvent.click(screen.getByRole('button', { name }));
  const dialog = screen.getByRole('dialog');
  const [button] = within(dialog).getAllByRole<HTMLButtonElement>('button');
  expect([button?.form?.getAttribute('action'), button?.form?.method]).toEqual([
    '/settings/applications',
    'post',
  ]);
  const posts: unknown = Object.fromEntries(new FormData(button?.form ?? undefined, button));
  await userEvent.click(within(dialog).getByRole('button', { name: 'Cancel' }));
  return { text: dialog.textContent, posts };
}

test('withdrawing access asks for confirmation, and says what ends at once and what does not', async () => {
  show([harbor()]);
  const { text, posts } = await confirmationOf('Withdraw the access of Harbor Clinic');
  expect(text).toMatch(/loses access now.*It keeps what/);
  expect(posts).toEqual({ _csrf: 'portal-token', client: 'harbor' });
});

test('offers to withdraw all access also if no application is listed, or the list could not be loaded', () => {
  show([]);
  expect(screen.getByText(/^No application is listed/)).toBeTruthy();
  show(undefined);
  expect(screen.getByText(/^Your applications could not be loaded/)).toBeTruthy();
  // Hydra lists no consent that it no longer remembers, although its tokens may still work
  expect(screen.getAllByText(/expired is not listed, but may still have access/)).toHaveLength(2);
  expect(screen.getAllByRole('button', { name: 'Withdraw all access' })).toHaveLength(2);
});
