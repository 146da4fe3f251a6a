import { afterEach, beforeAll, expect, jest, test } from '@jest/globals';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { renderInPage } from '../../test/support/renderInPage.tsx';
import type { PageContext, PageName } from '../../shared/page.ts';
import { startMenus } from './startMenus.ts';
import { Shell } from './Shell.tsx';

const { fetch } = globalThis;

beforeAll(startMenus);

afterEach(() => {
  globalThis.fetch = fetch;
  delete document.documentElement.dataset.theme;
});

const renderShell = (page: PageName, context?: Partial<PageContext>): void => {
  renderInPage(<Shell page={page} content="Content" />, context);
};

const destinations = (): string[] =>
  within(screen.getByRole('navigation'))
    .getAllByRole('link')
    .map((link) => `${link.textContent} ${link.getAttribute('href') ?? ''}`);

test('links home and to sign-in for a signed-out visitor', () => {
  renderShell('home');
  expect(destinations()).toEqual(['Home /', 'Sign in /login']);
});

test('links home, to the settings and to logout for a signed-in visitor', () => {
  renderShell('home', { signedInAs: 'ada@example.org' });
  expect(destinations()).toEqual(['Home /', 'Settings /settings', 'Logout /logout']);
});

test('links only to logout while the second factor is missing', () => {
  renderShell('login', { awaitsSecondFactor: true });
  expect(destinations()).toEqual(['Logout /logout']);
});

test('links to the accessibility statement from every page', () => {
  renderShell('login');
  const link = within(screen.getByRole('contentinfo')).getByRole('link', { name: 'Accessibility' });
  expect(link.getAttribute('href')).toBe('/accessibility');
});

test('marks the current page', () => {
  renderShell('login');
  const current = within(screen.getByRole('navigation')).getByRole('link', { current: 'page' });
  expect(current.textContent).toBe('Sign in');
});

test.each([
  ['login', 'card'],
  ['settings', 'cards'],
] as const)('the page %s has the layout that its row names: %s', (page, layout) => {
  renderShell(page);
  expect([...(screen.getByRole('main').parentElement?.classList ?? [])]).toEqual(['shell', layout]);
});

test('the first link skips to the content', () => {
  renderShell('login');
  const [first] = screen.getAllByRole('link');
  expect(first?.getAttribute('href')).toBe('#main');
  expect(screen.getByRole('main').id).toBe('main');
});

const menu = (name: string): HTMLDetailsElement => {
  const found = screen.getByLabelText(name).closest('details');
  if (!found) throw new Error(`${name} opens no menu`);
  return found;
};

test('the chosen language is posted with the CSRF token and returns to the current flow', async () => {
  const posted = jest.fn((event: SubmitEvent) => {
    event.preventDefault();
    const form = event.target as HTMLFormElement;
    return [form.getAttribute('action'), Object.fromEntries(new FormData(form, event.submitter))];
  });
  addEventListener('submit', posted, { once: true });
  history.replaceState(null, '', '/settings?flow=f2#password');
  renderShell('login');
  await userEvent.click(within(menu('Page language English')).getByText('Polski'));
  expect(posted).toHaveReturnedWith([
    '/preferences#password',
    { _csrf: 'portal-token', locale: 'pl', return_to: '/settings?flow=f2' },
  ]);
});

test('each language is offered once, in the header, under its own name', () => {
  renderShell('login');
  expect(menu('Page language English').closest('header')).not.toBeNull();
  const polish = within(menu('Page language English')).getByText('Polski');
  expect([polish.lang, polish.getAttribute('aria-pressed')]).toEqual(['pl', 'false']);
});

test('Escape closes an open menu and returns the focus to its button; a click elsewhere closes it, too', async () => {
  renderShell('login');
  const theme = menu('Theme Same as device');
  theme.open = true;
  within(theme).getByText('Dark').focus();
  await userEvent.keyboard('{Escape}');
  expect([theme.open, document.activeElement?.tagName]).toEqual([false, 'SUMMARY']);
  theme.open = true;
  await userEvent.click(screen.getByText('Content'));
  expect(theme.open).toBe(false);
});

test('an open menu closes when the focus leaves it, so that it never covers the focused element', () => {
  renderShell('login');
  const theme = menu('Theme Same as device');
  theme.open = true;
  within(theme).getByText('Dark').focus();
  expect(theme.open).toBe(true);
  screen.getAllByRole('link')[0]?.focus();
  expect(theme.open).toBe(false);
});

test('the menu of destinations stays open for the focus inside it, and Escape closes it', async () => {
  renderShell('home', { signedInAs: 'ada@example.org' });
  const summary = screen.getByText('Menu');
  const links = summary.closest('details');
  await userEvent.click(summary);
  screen.getByRole('link', { name: 'Settings' }).focus();
  expect(links?.open).toBe(true);
  await userEvent.keyboard('{Escape}');
  expect([links?.open, document.activeElement]).toEqual([false, summary]);
});

test('the chosen theme is applied at once and saved by the server', async () => {
  const post = jest.fn<typeof globalThis.fetch>(() => Promise.resolve({ ok: true } as Response));
  globalThis.fetch = post;
  renderShell('login');
  await userEvent.click(within(menu('Theme Same as device')).getByText('Dark'));
  expect(document.documentElement.dataset.theme).toBe('dark');
  const theme = menu('Theme Dark');
  expect([theme.open, theme.querySelector('summary')?.textContent]).toEqual([false, 'Dark']);
  const chosen = [...theme.querySelectorAll('[aria-pressed="true"]')];
  expect(chosen.map((button) => [button.textContent, button.querySelectorAll('svg').length])).toEqual([
    ['Dark', 1],
  ]);
  const [url, init] = post.mock.calls[0] ?? [];
  expect([url, init?.method, (init?.body as URLSearchParams).toString()]).toEqual([
    '/preferences',
    'POST',
    '_csrf=portal-token&return_to=%2Flogin%3Freturn_to%3D%252F&theme=dark',
  ]);
});

test('shows the support address only if there is one', () => {
  renderShell('login', { supportEmail: 'help@example.org' });
  expect(screen.getByRole('link', { name: 'help@example.org' }).getAttribute('href')).toBe(
    'mailto:help@example.org',
  );
});
