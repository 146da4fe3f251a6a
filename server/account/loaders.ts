import type { PagesOf } from '../../shared/pages.ts';
import type { Loader } from '../pages/loader.ts';
import type { BrowserCookies } from '../security/cookies/browserCookies.ts';
import type { Provider } from '../upstreams/provider.ts';
import { error } from './error.ts';
import { home } from './home.ts';
import { login } from './login.ts';
import { logout } from './logout.ts';
import { mailedLink } from './mailedLink.ts';
import { recovery } from './recovery.ts';
import { registration } from './registration.ts';
import { settings } from './settings.ts';
import { verification } from './verification.ts';

/** A loader for each of the area's pages. */
export const accountLoaders = (
  dependencies: BrowserCookies & Pick<Provider, 'hydra' | 'credentials' | 'identities'>,
): Record<PagesOf<'account'>, Loader> => ({
  home: home(dependencies),
  login: login(dependencies),
  registration: registration(dependencies),
  recovery: recovery(dependencies),
  verification: verification(dependencies),
  recoveryLink: mailedLink('recovery'),
  verificationLink: mailedLink('verification'),
  settings: settings(dependencies),
  logout,
  error: error(dependencies),
  accessibility: () => ({ page: { name: 'accessibility', props: {} } }),
});
