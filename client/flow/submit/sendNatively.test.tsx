import { expect, jest, test } from '@jest/globals';
import { waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';

jest.unstable_mockModule('./exchange.tsx', () => {
  throw new Error('the script is gone from the server');
});
const { button, field, setUpFlowStand, show, stand } =
  await import('../../../test/support/flows/flowStand.tsx');
setUpFlowStand();

test('where the script that sends forms cannot be loaded, the browser sends the form with the pressed button', async () => {
  const sent: [string, unknown][][] = [];
  const native = jest.spyOn(HTMLFormElement.prototype, 'submit').mockImplementation(function (
    this: HTMLFormElement,
  ) {
    sent.push([...new FormData(this)]);
  });
  show('login');
  await userEvent.type(field(/^Email/), 'ann@example.org');
  await userEvent.type(field(/^Password/), 'correct horse');
  await userEvent.click(button('Sign in with password'));
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(Object.fromEntries(sent[0] ?? [])).toMatchObject({
    identifier: 'ann@example.org',
    password: 'correct horse',
    method: 'password',
  });
  expect(stand.calls).toEqual([]);
  native.mockRestore();
});
