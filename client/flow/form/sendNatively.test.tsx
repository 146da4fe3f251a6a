import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';

jest.unstable_mockModule('../firstUse.ts', () => {
  throw new Error('the script is gone from the server');
});
const { button, field, json, setUpFlowHarness, show, harness } =
  await import('../../../test/support/flowHarness.tsx');
setUpFlowHarness();

const sent: [string, unknown][][] = [];
let native: jest.SpiedFunction<() => void>;

beforeEach(() => {
  sent.length = 0;
  native = jest.spyOn(HTMLFormElement.prototype, 'submit').mockImplementation(function (
    this: HTMLFormElement,
  ) {
    sent.push([...new FormData(this)]);
  });
});
afterEach(() => native.mockRestore());

async function signIn(): Promise<void> {
  show('login');
  await userEvent.type(field(/^Email/), 'ann@example.org');
  await userEvent.type(field(/^Password/), 'correct horse');
  await userEvent.click(button('Sign in with password'));
}

test('if the portal no longer has the script that sends forms, the browser sends the form with the pressed button', async () => {
  harness.answers = [json(200, { status: 'ok' })];
  await signIn();
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(Object.fromEntries(sent[0] ?? [])).toMatchObject({
    identifier: 'ann@example.org',
    password: 'correct horse',
    method: 'password',
  });
});

test('if the network is down, so that the script cannot be loaded, the page says so and keeps what was typed', async () => {
  await signIn();
  expect(await screen.findByText(/^The service does not answer\./)).toBeTruthy();
  expect(field(/^Password/).value).toBe('correct horse');
  expect(sent).toEqual([]);
});
