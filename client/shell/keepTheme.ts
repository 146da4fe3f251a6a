import type { Theme } from '../../shared/page.ts';

/**
 * Applies a theme at once, and saves it on the server for the next page.
 *
 * @param theme `system` follows the device
 * @param csrfToken the portal's own token
 * @param path this page's path and query
 */
export function keepTheme(theme: Theme, csrfToken: string, path: string): void {
  const { dataset } = document.documentElement;
  if (theme === 'system') delete dataset.theme;
  else dataset.theme = theme;
  const body = new URLSearchParams({ _csrf: csrfToken, theme, return_to: path });
  // The theme is already applied: if the server cannot be reached, it is just not saved.
  fetch('/preferences', { method: 'POST', body, redirect: 'manual', keepalive: true }).catch(() => undefined);
}
