import type { PageComponent } from '../../client/App.tsx';
import { ErrorPage } from '../../client/account/ErrorPage.tsx';
import { HomePage } from '../../client/account/HomePage.tsx';
import { LoginPage } from '../../client/account/LoginPage.tsx';
import { LogoutPage } from '../../client/account/LogoutPage.tsx';
import { RecoveryPage } from '../../client/account/RecoveryPage.tsx';
import { RegistrationPage } from '../../client/account/RegistrationPage.tsx';
import { SettingsPage } from '../../client/account/SettingsPage.tsx';
import { VerificationPage } from '../../client/account/VerificationPage.tsx';
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
