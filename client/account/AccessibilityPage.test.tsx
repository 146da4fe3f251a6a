import { expect, test } from '@jest/globals';
import { screen } from '@testing-library/react';
import { renderInPage } from '../../test/support/renderInPage.tsx';
import { AccessibilityPage } from './AccessibilityPage.tsx';

test('states the conformance, how it is tested, the known limits and a contact', () => {
  renderInPage(<AccessibilityPage />, { supportEmail: 'help@example.org' });
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Accessibility');
  expect(screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)).toEqual([
    'What we conform to',
    'How it is tested',
    'Known limits',
    'Tell us',
  ]);
  expect(screen.getByRole('link', { name: 'help@example.org' }).getAttribute('href')).toBe(
    'mailto:help@example.org',
  );
});

test('names no contact if there is no support address', () => {
  renderInPage(<AccessibilityPage />);
  expect(screen.queryByRole('heading', { name: 'Tell us' })).toBeNull();
});
