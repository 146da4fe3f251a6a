import { expect, test } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { readFlow } from '../../shared/flow/readFlow.ts';
import type { FlowOf } from '../../shared/page.ts';
import { button, field, harness, json, setUpFlowHarness } from '../../test/support/flowHarness.tsx';
import { text } from '../../test/support/flows/flowParts.ts';
import { recordedFlow } from '../../test/support/flows/recordedFlow.ts';
import { renderInPage } from '../../test/support/renderInPage.tsx';
import { RegistrationPage } from './RegistrationPage.tsx';

setUpFlowHarness();

const read = (name: string): FlowOf['registration'] =>
  readFlow({ ...recordedFlow(name) }) as FlowOf['registration'];

/** The link below the error, which takes the place of that in the card's footer. */
const signIn = (): HTMLElement => screen.getByRole('link', { name: 'Sign in' });

test('for an address that already has an account, the link to the sign-in is primary and has the focus', async () => {
  const page = (
    <RegistrationPage
      flow={read('registration')}
      loginUrl="/login?return_to=%2Fapp"
      recoveryUrl="/recovery?return_to=%2Fapp"
    />
  );
  renderInPage(page);
  expect(screen.queryByText(/Sign in instead/)).toBeNull();
  harness.answers = [json(400, recordedFlow('registration-taken'))];
  await userEvent.type(field(/^Email/), 'ann@example.org');
  await userEvent.type(field(/^Password/), 'a fine stethoscope');
  await userEvent.click(field(/informed consent/));
  await userEvent.click(button('Sign up'));
  await screen.findByText('Sign in instead. Your address is filled in there.');
  await waitFor(() => expect(document.activeElement).toBe(signIn()));
  const { id } = recordedFlow('registration-taken');
  expect(signIn().getAttribute('href')).toBe(`/login?return_to=%2Fapp&existing=${id}`);
  expect(signIn().className).toContain('primary');
  expect(button('Sign up').className).not.toContain('primary');
  expect(screen.getByRole('link', { name: 'Forgot password?' }).getAttribute('href')).toBe(
    '/recovery?return_to=%2Fapp',
  );
  expect(field(/^Email/).value).toBe('ann@example.org');
  expect(field(/^Email/).getAttribute('aria-invalid')).toBe('true');
});

test('methods without a password come below a divider, after the button', () => {
  renderInPage(<RegistrationPage flow={read('registration-taken')} loginUrl="/login" />);
  const divider = screen.getByText('or', { exact: true });
  const order = (element: Element): number => button('Sign up').compareDocumentPosition(element);
  expect(order(divider)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  expect(divider.compareDocumentPosition(button('Sign up with passkey'))).toBe(
    Node.DOCUMENT_POSITION_FOLLOWING,
  );
});

test('optional fields are collapsed, unless one of them has content', () => {
  const { container, unmount } = renderInPage(
    <RegistrationPage flow={read('registration')} loginUrl="/login" />,
  );
  const details = (): HTMLDetailsElement | null => container.querySelector('form details');
  expect(details()?.textContent).toContain('Add your name and profession (optional)');
  expect(details()?.open).toBe(false);
  expect(field(/^Language/).value).toBe('en');
  unmount();
  const filled = renderInPage(<RegistrationPage flow={read('registration-errors')} loginUrl="/login" />);
  expect(filled.container.querySelector<HTMLDetailsElement>('form details')?.open).toBe(true);
});

test('where the address cannot be changed, only one short message is left, which leads to the sign-in', () => {
  const flow = read('registration-two-step-choose');
  const messages = [text(4000007, 'An account with the same identifier exists already.', {}, 'error')];
  const refused = readFlow({ ...flow, ui: { ...flow.ui, messages } }) as FlowOf['registration'];
  const { container } = renderInPage(<RegistrationPage flow={refused} loginUrl="/login" />);
  expect(container.querySelectorAll('[data-message="4000007"]')).toHaveLength(1);
  const message = screen.getByText('There is already an account with this email.');
  expect(message.compareDocumentPosition(signIn())).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  expect(signIn().getAttribute('href')).toBe(`/login?existing=${flow.id}`);
  expect(screen.queryAllByRole('button')).toEqual([]);
  expect(screen.getByRole('link', { name: 'Change' }).getAttribute('href')).toBe(
    `/registration?correct=${flow.id}`,
  );
});

test('after a sign-up in this browser, the code comes before the sign-in', () => {
  renderInPage(
    <RegistrationPage
      flow={read('registration-taken')}
      loginUrl="/login"
      verificationUrl="/verification?flow=v1"
    />,
  );
  const code = screen.getByRole('link', { name: 'Enter the code' });
  expect(code.getAttribute('href')).toBe('/verification?flow=v1');
  expect([code, signIn()].map(({ className }) => className.includes('primary'))).toEqual([true, false]);
});
