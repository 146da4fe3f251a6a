import { expect, jest, test } from '@jest/globals';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { SubmitEvent } from 'react';
import { renderInPage } from '../../test/support/renderInPage.tsx';
import { Button } from './Button.tsx';

test('submits its form with its name and value', async () => {
  const submitted = jest.fn((event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    return (event.nativeEvent.submitter as HTMLButtonElement).value;
  });
  render(
    <form onSubmit={submitted}>
      <Button name="method" value="password">
        Sign in
      </Button>
    </form>,
  );
  await userEvent.click(screen.getByRole('button', { name: 'Sign in' }));
  expect(submitted).toHaveReturnedWith('password');
});

test('keeps the description that it is given', () => {
  render(
    <>
      <p id="question">Sign out of this device?</p>
      <Button aria-describedby="question">Sign out</Button>
    </>,
  );
  expect(screen.getByRole('button').getAttribute('aria-describedby')).toBe('question');
});

test('while busy it keeps focus and ignores further presses', async () => {
  const submitted = jest.fn();
  const pressed = jest.fn();
  renderInPage(
    <form onSubmit={submitted}>
      <Button busy onClick={pressed}>
        Sign in
      </Button>
    </form>,
  );
  const button = screen.getByRole<HTMLButtonElement>('button', { name: 'Sign in' });
  await userEvent.click(button);
  expect([submitted, pressed].map((one) => one.mock.calls.length)).toEqual([0, 0]);
  expect(document.activeElement).toBe(button);
  expect(button.getAttribute('aria-busy')).toBe('true');
});
