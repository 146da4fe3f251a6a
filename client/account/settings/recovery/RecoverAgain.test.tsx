import { expect, jest, test } from '@jest/globals';
import { act, screen, within } from '@testing-library/react';
import { text } from '../../../../test/support/flows/flowParts.ts';
import { recordedFlow } from '../../../../test/support/flows/recordedFlow.ts';
import {
  setUpSettingsHarness,
  showSettings,
  someSession,
} from '../../../../test/support/settingsHarness.tsx';

setUpSettingsHarness();

test('the minutes of a privileged session count down', async () => {
  const start = Date.parse('2026-01-31T12:00:00Z');
  jest.useFakeTimers({ now: start });
  const flow = recordedFlow('settings');
  flow.ui.messages = [
    text(
      1060001,
      'Change it within 15 minutes.',
      {
        privilegedSessionExpiresAt: '2026-01-31T12:15:00Z',
        privileged_session_expires_at_unix: start / 1000 + 15 * 60,
      },
      'success',
    ),
  ];
  showSettings(flow, { servedAt: start });
  expect(screen.getByText(/within 15 minutes/)).toBeTruthy();
  await act(async () => {
    jest.advanceTimersByTime(5 * 60_000);
    // by then the page loads it
    await import('../../../flow/expiry/Expiry.tsx');
  });
  expect(screen.getByText(/within 10 minutes/)).toBeTruthy();
});

test('once the time for a new password is over, the page says what to do and links to it', () => {
  const flow = recordedFlow('settings');
  const end = Date.parse('2026-01-31T12:15:00Z');
  const context = {
    privilegedSessionExpiresAt: new Date(end).toISOString(),
    privileged_session_expires_at_unix: end / 1000,
  };
  flow.ui.messages = [text(1060001, 'Change it in time.', context, 'success')];
  flow.return_to = 'https://app.example/';
  showSettings(flow, { servedAt: end });
  const message = screen.getByText(/^The time to change your password without the old one is over/);
  expect(message.textContent).not.toMatch(/minute/);
  expect(message.closest('.message')?.className).toContain('info');
  expect(within(message).getByRole('link', { name: 'Logout' }).getAttribute('href')).toBe(
    '/logout?next=%2Frecovery%3Freturn_to%3Dhttps%253A%252F%252Fapp.example%252F',
  );
});

test('no link leads to a recovery that is turned off', () => {
  const flow = recordedFlow('settings');
  const end = Date.parse('2026-01-31T12:15:00Z');
  const context = { privilegedSessionExpiresAt: new Date(end).toISOString() };
  flow.ui.messages = [text(1060001, 'Change it in time.', context, 'success')];
  showSettings(flow, { servedAt: end }, { recoveryOff: true });
  const message = screen.getByText(/Change it in time|is over/);
  expect(within(message).queryByRole('link')).toBeNull();
});

test('after a recovery, one message above the navigation says what to do and what has ended', () => {
  const flow = recordedFlow('settings');
  flow.ui.messages = [text(1060001, 'Change it in time.', {}, 'success')];
  const { container } = showSettings(flow, {}, { sessions: { current: someSession('s1'), others: [] } });
  const message = container.querySelector('[data-message="1060001"]');
  expect(message?.querySelector('h2')?.textContent).toBe('You have your account back');
  expect(message?.textContent).toContain('You stay signed in here. Everywhere else you were signed out.');
  expect(container.querySelectorAll('main [data-message], [data-message]')).toHaveLength(1);
  const navigation = screen.getByRole('navigation');
  expect(message?.compareDocumentPosition(navigation)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
});
