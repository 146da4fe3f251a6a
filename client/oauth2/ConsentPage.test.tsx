import { expect, test } from '@jest/globals';
import { createEvent, fireEvent, screen } from '@testing-library/react';
import { renderInPage } from '../../test/support/renderInPage.tsx';
import { ConsentPage } from './ConsentPage.tsx';

const show = () =>
  renderInPage(
    <ConsentPage challenge="c1" client={{}} scopes={['openid']} rememberDays={30} switchUrl="/logout" />,
  );

/** Whether the browser sends the form when Allow is pressed. */
function sends(): boolean {
  const allow = screen.getByRole('button', { name: 'Allow' });
  const submit = createEvent.submit(allow);
  fireEvent(allow, submit);
  return !submit.defaultPrevented;
}

test('the sign-in scope is always granted and cannot be unticked', () => {
  show();
  const [box] = screen.getAllByRole<HTMLInputElement>('checkbox');
  expect([box?.value, box?.checked, box?.disabled]).toEqual(['openid', true, true]);
});

test('a decision is sent once, and again only if the browser shows the page again', () => {
  show();
  expect([sends(), sends()]).toEqual([true, false]);
  fireEvent(window, Object.assign(new Event('pageshow'), { persisted: true }));
  expect(sends()).toBe(true);
});

test('advises to trust the client, offers to remember the decision, and opens the client’s own pages in a new tab', () => {
  const client = { policyUrl: 'https://lab.example/privacy', termsUrl: 'https://lab.example/terms' };
  renderInPage(
    <ConsentPage challenge="c1" client={client} scopes={['openid']} rememberDays={30} switchUrl="/logout" />,
  );
  expect(screen.getByText(/^Only grant permissions to applications you trust\./)).toBeTruthy();
  expect(screen.getByLabelText<HTMLInputElement>(/^Remember my decision/).name).toBe('remember');
  for (const [name, url] of [
    [/^Privacy policy/, client.policyUrl],
    [/^Terms of service/, client.termsUrl],
  ] as const) {
    const link = screen.getByRole('link', { name });
    expect([link.getAttribute('href'), link.getAttribute('target')]).toEqual([url, '_blank']);
  }
});
