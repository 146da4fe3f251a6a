import type { Request } from 'express';
import type { Theme } from '../../shared/page.ts';
import { oneYear, ownCookie } from '../security/cookies/ownCookie.ts';

/** The cookie that stores the chosen theme. */
export const themeCookie = ownCookie('theme', oneYear);

const themes: Theme[] = ['light', 'dark', 'system'];

/** Whether a value names a theme. */
export const isTheme = (value: unknown): value is Theme => themes.some((theme) => theme === value);

/** The chosen theme; the system's by default. */
export function requestTheme({ headers }: Request, portalUrl: string): Theme {
  const chosen = themeCookie.read(headers.cookie, portalUrl);
  return isTheme(chosen) ? chosen : 'system';
}
