import { expect, test } from '@jest/globals';
import { screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type { ApplicationGrant, GrantedApplication } from '../../../shared/applications.ts';
import { renderInPage } from '../../../test/support/renderInPage.tsx';
import { someSession } from '../../../test/support/settingsStand.tsx';
import { Applications } from './Applications.tsx';

const grant = (more: Partial<ApplicationGrant> = {}): ApplicationGrant => ({
  id: 'r1',
  scopes: ['openid', 'patients.read'],
  audience: [],
  since: '2026-03-14T08:00:00Z',
  remembered: 'never',
  sessions: [],
  isNew: false,
  ...more,
});
const harbor = (more: Partial<GrantedApplication> = {}): GrantedApplication => ({
  clientId: 'harbor',
  client: { name: 'Harbor Clinic', url: 'https://harbor.example/' },
  grants: [grant()],
  ...more,
});
const show = (list: GrantedApplication[] | undefined, withdrawn = false) =>
  renderInPage(
    <Applications
      {...(list && { list })}
      withdrawn={withdrawn}
      current={someSession('s1')}
      others={[someSession('s2')]}
    />,
  );

test('an application shows what it may do, since when, until when, for what, and where it is in use', () => {
  const shown = grant({
    audience: ['https://api.harbor.example'],
    remembered: { until: '2026-04-14T08:00:00Z' },
    sessions: ['s1', 's2'],
    isNew: true,
  });
  show([harbor({ grants: [shown] })]);
  const [list] = screen.getAllByRole('list');
  const text = list?.textContent;
  for (const words of [
    'Harbor ClinicNew',
    'Know who you are',
    'patients.read',
    'For https://api.harbor.example',
    'Since March 14, 2026 · Remembered until April 14, 2026',
    'In use: This device, Firefox · Windows',
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
  ['never', 'Asks again at the next sign-in'],
] as const)('a decision that is remembered %s is called that', (remembered, text) => {
  show([harbor({ grants: [grant({ remembered })] })]);
  expect(screen.getByText(new RegExp(text))).toBeTruthy();
});

const unfold = (summary: string) => userEvent.click(screen.getByText(summary));

/** What pressing a button posts. */
const posted = (name: RegExp): unknown => {
  const button = screen.getByRole<HTMLButtonElement>('button', { name });
  expect([button.form?.getAttribute('action'), button.form?.method]).toEqual([
    '/settings/applications',
    'post',
  ]);
  return Object.fromEntries(new FormData(button.form ?? undefined, button));
};

test('withdrawing takes two presses, and says before what ends at once and what does not', async () => {
  show([harbor()]);
  expect(screen.queryByText('Withdraw all access')).toBeNull();
  await unfold('Withdraw the access of Harbor Clinic');
  expect(screen.getByText(/loses its access to your account at once.*It keeps the data/)).toBeTruthy();
  expect(posted(/Harbor Clinic/)).toEqual({ _csrf: 'portal-token', client: 'harbor' });
});

test('one of several grants, and all applications, can be withdrawn', async () => {
  const grants = [grant(), grant({ id: 'r2', scopes: ['email'] })];
  show([harbor({ grants }), harbor({ clientId: 'x', client: {} })]);
  expect(screen.getByText('Unnamed Client')).toBeTruthy();
  await unfold('Withdraw only this: See your email address');
  expect(posted(/Withdraw only this: See your email address$/)).toEqual({
    _csrf: 'portal-token',
    grant: 'r2',
  });
  await unfold('Withdraw all access');
  expect(posted(/Withdraw all access/)).toEqual({ _csrf: 'portal-token', all: 'true' });
});

test('says that nothing is granted, that the list is unknown, and that something was withdrawn', () => {
  show([], true);
  expect(screen.getByText(/^No application has access/)).toBeTruthy();
  expect(screen.getByText('Access withdrawn.')).toBeTruthy();
  show(undefined);
  expect(screen.getByText(/^Your applications could not be loaded/)).toBeTruthy();
});
