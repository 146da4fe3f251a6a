import type { Request } from 'express';
import type { Theme } from '../../shared/page.ts';

/** The cookie that stores the chosen theme. */
export const themeCookie = 'theme';

const themes: Theme[] = ['light', 'dark', 'system'];

/** Whether a value names a theme. */
export const isTheme = (value: unknown): value is Theme => themes.some((theme) => theme === value);

/**
 * The chosen theme; the system's by default.
 *
 * @param request a request whose cookies are parsed
 */
export function requestTheme(request: Request): Theme {
  const chosen = (request.cookies as Record<string, unknown> | undefined)?.[themeCookie];
  return isTheme(chosen) ? chosen : 'system';
}
