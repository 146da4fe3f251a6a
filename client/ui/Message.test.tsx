import { expect, test } from '@jest/globals';
import { render, screen } from '@testing-library/react';
import { Message } from './Message.tsx';

test('a message that was served with the page is not a live region', () => {
  render(
    <Message severity="error" name={4000006}>
      Expired
    </Message>,
  );
  expect(screen.queryByRole('alert')).toBeNull();
});
