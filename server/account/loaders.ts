import type { PagesOf } from '../../shared/pages.ts';
import type { Loader } from '../pages/page.ts';
import type { TypedFieldsCookie } from '../security/typedFields.ts';
import { error } from './error.ts';
import { home } from './home.ts';
import { login } from './login.ts';
import { logout } from './logout.ts';
import { recovery } from './recovery.ts';
import { registration } from './registration.ts';
import { settings } from './settings.ts';
import { verification } from './verification.ts';

/**
 * The loader of each of the area's pages.
 *
 * @param typedFields see `settings`
 */
export const accountLoaders = (typedFields: TypedFieldsCookie): Record<PagesOf<'account'>, Loader> => ({
  home,
  login,
  registration,
  recovery,
  verification,
  settings: settings(typedFields),
  logout,
  error,
});
