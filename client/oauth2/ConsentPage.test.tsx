import { expect, test } from '@jest/globals';
import { createEvent, fireEvent, screen } from '@testing-library/react';
import { renderInPage } from '../../test/support/renderInPage.tsx';
import { ConsentPage } from './ConsentPage.tsx';

const show = () =>
  renderInPage(
    <ConsentPage challenge="c1" client={{}} scopes={['openid']} rememberDays={30} switchUrl="/logout" />,
  );
const form = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Allow' }).form as HTMLFormElement;

/** Whether the browser sends the form when a button is pressed. */
function sends(): boolean {
  const submit = createEvent.submit(form());
  fireEvent(form(), submit);
  return !submit.defaultPrevented;
}

test('a decision is sent once, and again only when the browser shows the page again', () => {
  show();
  expect([sends(), sends()]).toEqual([true, false]);
  fireEvent(window, Object.assign(new Event('pageshow'), { persisted: true }));
  expect(sends()).toBe(true);
});
