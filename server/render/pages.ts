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
