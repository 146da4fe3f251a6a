import { expect, test } from '@jest/globals';
import { screen } from '@testing-library/react';
import { renderInPage } from '../../test/support/renderInPage.tsx';
import { AccessibilityPage } from './AccessibilityPage.tsx';

test('says what the pages conform to, how that is tested, what is missing, and whom to tell', () => {
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

test('without a support address, names the product’s support', () => {
  renderInPage(<AccessibilityPage />);
  expect(screen.getByText(/Tell Stetho support the page/)).toBeTruthy();
  expect(screen.queryByRole('link')).toBeNull();
});
