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

test.each([
  ['consent', 'You are now signed in as bob@acme.example, but this request is for ann@acme.example.'],
  ['device', 'You are now signed in as bob@acme.example. Your change to ann@acme.example was not made.'],
] as const)('says whose form the last one was, on the page %s', (page, text) => {
  const accounts = { signedInAddress: 'bob@acme.example', formerAccount: 'ann@acme.example' };
  renderInPage(<Notices page={page} />, accounts);
  const notice = screen.getByText(text, { exact: false });
  expect(document.activeElement?.contains(notice)).toBe(true);
});

test('says until when no more mail is sent', () => {
  renderNotices({ mailWait: 3540 });
  const notice = screen.getByText(/^We have sent several emails already\..* in 59 minutes\.$/);
  expect(document.activeElement?.contains(notice)).toBe(true);
});
