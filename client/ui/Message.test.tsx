import { expect, test } from '@jest/globals';
import { render, screen } from '@testing-library/react';
import { Message } from './Message.tsx';

test('an error that appears after the page was served is announced assertively', () => {
  render(
    <Message severity="error" name={4000006} live>
      Wrong code
    </Message>,
  );
  expect(screen.getByRole('alert').textContent).toBe('Wrong code');
});

test('any other message that appears is announced politely', () => {
  render(
    <Message severity="success" name="saved" live>
      Saved
    </Message>,
  );
  expect(screen.getByRole('status').textContent).toBe('Saved');
});

test('a message that was served with the page is not a live region', () => {
  render(
    <Message severity="error" name={4000006}>
      Expired
    </Message>,
  );
  expect(screen.queryByRole('alert')).toBeNull();
});

test.each(['error', 'success', 'info', 'disabled', 'default'] as const)(
  'with the severity %s has its own look and an icon beside the text',
  (severity) => {
    const { container } = render(
      <Message severity={severity} name="said">
        Words
      </Message>,
    );
    expect(container.firstElementChild?.className).toBe(`message ${severity}`);
    expect(container.querySelector('svg')).not.toBeNull();
  },
);
