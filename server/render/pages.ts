import type { PageComponent } from '../../client/App.tsx';
import { ErrorPage } from '../../client/pages/ErrorPage.tsx';
import { HomePage } from '../../client/pages/HomePage.tsx';
import { LoginPage } from '../../client/pages/LoginPage.tsx';
import { LogoutPage } from '../../client/pages/LogoutPage.tsx';
import { RecoveryPage } from '../../client/pages/RecoveryPage.tsx';
import { RegistrationPage } from '../../client/pages/RegistrationPage.tsx';
import { SettingsPage } from '../../client/pages/SettingsPage.tsx';
import { VerificationPage } from '../../client/pages/VerificationPage.tsx';
import type { PageName } from '../../shared/page.ts';

/** The entry of client/entries that holds each screen: those that show a flow share nearly all of their code. */
export const entryOf: Record<PageName, 'portal' | 'flow'> = {
  home: 'portal',
  logout: 'portal',
  error: 'portal',
  login: 'flow',
  registration: 'flow',
  recovery: 'flow',
  verification: 'flow',
  settings: 'flow',
};

/** The component of each screen. */
export const pages: Record<PageName, PageComponent> = {
  home: HomePage,
  login: LoginPage,
  registration: RegistrationPage,
  recovery: RecoveryPage,
  verification: VerificationPage,
  settings: SettingsPage,
  logout: LogoutPage,
  error: ErrorPage,
};
