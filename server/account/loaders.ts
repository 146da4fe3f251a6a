import type { PagesOf } from '../../shared/pages.ts';
import type { Loader } from '../pages/loader.ts';
import type { AddressCookies } from '../security/cookies/forgetAddresses.ts';
import { accessibility } from './accessibility.ts';
import { error } from './error.ts';
import { home } from './home.ts';
import { login } from './login.ts';
import { logout } from './logout.ts';
import { mailedLink } from './mailedLink.ts';
import { recovery } from './recovery.ts';
import { registration } from './registration.ts';
import { settings, type SettingsDependencies } from './settings.ts';
import { verification, type VerificationDependencies } from './verification.ts';

/** A loader for each of the area's pages. */
export const accountLoaders = (
  dependencies: AddressCookies & SettingsDependencies & VerificationDependencies,
): Record<PagesOf<'account'>, Loader> => ({
  home,
  login: login(dependencies),
  registration: registration(dependencies),
  recovery,
  verification: verification(dependencies),
  recoveryLink: mailedLink('recovery'),
  verificationLink: mailedLink('verification'),
  settings: settings(dependencies),
  logout,
  error: error(dependencies.askingApplication),
  accessibility,
});
