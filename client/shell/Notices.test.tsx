import { expect, jest, test } from '@jest/globals';
import { cleanup, screen } from '@testing-library/react';
import { renderInPage } from '../../test/support/renderInPage.tsx';
import type { PageContext } from '../../shared/page.ts';
import { Notices } from './Notices.tsx';

const renderNotices = (context?: Partial<PageContext>): void => {
  renderInPage(<Notices page="home" />, context);
};

test('says that cookies are needed if the browser blocks them', () => {
  jest.spyOn(navigator, 'cookieEnabled', 'get').mockReturnValue(false);
  renderNotices({ warning: 'doubledCookies' });
  expect(screen.getByText(/^This site needs cookies, and your browser blocks them\./)).toBeTruthy();
  cleanup();
  jest.restoreAllMocks();
  renderNotices();
  expect(screen.queryByText(/This site needs cookies/)).toBeNull();
});

const accounts = { signedInAddress: 'bob@acme.example', formerAccount: 'ann@acme.example' };

test('says whose form the last one was', () => {
  renderNotices(accounts);
  expect(document.activeElement?.textContent).toBe(
    'You are now signed in as bob@acme.example. Your change to ann@acme.example was not made.',
  );
});

test('leaves it to a consent to say whose request it is', () => {
  renderInPage(<Notices page="consent" />, accounts);
  expect(screen.queryByText(/ann@acme\.example/)).toBeNull();
});

test('says until when no more mail is sent', () => {
  renderNotices({ limit: { texts: ['error.reason.mail_limited.until'], waitSeconds: 3540 } });
  const notice = screen.getByText(/^We have sent several emails already\..* in 59 minutes\.$/);
  expect(document.activeElement?.contains(notice)).toBe(true);
});
