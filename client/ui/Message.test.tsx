import { expect, test } from '@jest/globals';
import { render, screen } from '@testing-library/react';
import { Message } from './Message.tsx';

test('an error that appears after the page was served is announced assertively', () => {
  render(
    <Message severity="error" live>
      Wrong code
    </Message>,
  );
  expect(screen.getByRole('alert').textContent).toBe('Wrong code');
});

test('any other message that appears is announced politely', () => {
  render(
    <Message severity="success" live>
      Saved
    </Message>,
  );
  expect(screen.getByRole('status').textContent).toBe('Saved');
});

test('a message that was served with the page is not a live region', () => {
  render(<Message severity="error">Expired</Message>);
  expect(screen.queryByRole('alert')).toBeNull();
});
