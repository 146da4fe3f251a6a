import { expect, test } from '@jest/globals';
import { fireEvent, screen } from '@testing-library/react';
import type { OpenedLink, PageContext } from '../../shared/page.ts';
import { renderInPage } from '../../test/support/renderInPage.tsx';
import { RecoveryLinkPage, VerificationLinkPage } from './OpenedLinkPage.tsx';

const link: OpenedLink = { action: '/self-service/recovery?flow=f1', token: 't1' };
const signedIn: Partial<PageContext> = { signedInAs: 'Ada', signedInAddress: 'ada@example.org' };

const pressable = (): HTMLButtonElement => screen.getByRole('button', { name: 'Recover account' });

test('a second press sends nothing', () => {
  renderInPage(<RecoveryLinkPage {...link} />);
  fireEvent.submit(pressable());
  expect(fireEvent.click(pressable())).toBe(false);
});

test.each([
  ['requested here', { address: 'ada@example.org' }, {}, { warns: false, saysWho: false }],
  ['requested elsewhere', {}, {}, { warns: true, saysWho: false }],
  ['requested elsewhere, somebody is signed in', {}, signedIn, { warns: true, saysWho: true }],
  ['of the signed-in account', { address: 'ada@example.org' }, signedIn, { warns: false, saysWho: false }],
  ['of another account', { address: 'eve@example.org' }, signedIn, { warns: false, saysWho: true }],
])('a recovery link warns of other accounts: %s', (_which, props, context, { warns, saysWho }) => {
  const { container } = renderInPage(<RecoveryLinkPage {...link} {...props} />, context);
  expect(container.querySelector('[data-message="recoveryLink.warning"]') !== null).toBe(warns);
  expect(container.textContent.includes('You are signed in as Ada')).toBe(saysWho);
});

test('a verification link warns unless it was requested here, and signs nobody in', () => {
  const own = renderInPage(<VerificationLinkPage {...link} address="ada@example.org" />, signedIn);
  expect(own.container.querySelector('p')?.textContent).toContain('ada@example.org');
  expect(own.container.querySelector('[data-message]')).toBeNull();
  const { container } = renderInPage(<VerificationLinkPage {...link} />, signedIn);
  expect(container.querySelector('[data-message="verificationLink.warning"]')).not.toBeNull();
  expect(container.textContent).not.toContain('You are signed in as');
});
