import { expect, test } from '@jest/globals';
import { render, screen } from '@testing-library/react';
import { Card } from './Card.tsx';

test('has the default size or is wide, and is labelled by its title', () => {
  const { rerender } = render(<Card title="Sign in">…</Card>);
  expect(screen.getByRole('region', { name: 'Sign in' }).className).toBe('card');
  rerender(
    <Card title="Sign in" size="wide">
      …
    </Card>,
  );
  expect(screen.getByRole('region', { name: 'Sign in' }).className).toBe('card wide');
});
