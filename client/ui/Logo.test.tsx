import { expect, jest, test } from '@jest/globals';
import { render, screen } from '@testing-library/react';
import { Logo } from './Logo.tsx';

/** Renders a logo whose image the browser decodes as given. */
function show(url: string, decode: () => Promise<void>): HTMLElement {
  Object.assign(HTMLImageElement.prototype, { decode: jest.fn(decode) });
  return render(<Logo url={url} name="Harbor Clinic" />).container;
}

test('a logo on https is shown', () => {
  const container = show('https://harbor.example/logo.png', () => Promise.resolve());
  expect(container.querySelector('img')?.src).toBe('https://harbor.example/logo.png');
});

test('the initial replaces a logo that the browser cannot load', async () => {
  const container = show('https://harbor.example/logo.png', () => Promise.reject(new Error('not an image')));
  await screen.findByText('H');
  expect(container.querySelector('img')).toBeNull();
});

test('a logo on http is not loaded', () => {
  expect(show('http://harbor.example/logo.png', () => Promise.resolve()).querySelector('img')).toBeNull();
});
