import { hydrate } from '../hydrate.tsx';
import { LoginPage } from '../pages/LoginPage.tsx';
import { RecoveryPage } from '../pages/RecoveryPage.tsx';
import { RegistrationPage } from '../pages/RegistrationPage.tsx';
import { SettingsPage } from '../pages/SettingsPage.tsx';
import { VerificationPage } from '../pages/VerificationPage.tsx';

hydrate({
  login: LoginPage,
  registration: RegistrationPage,
  recovery: RecoveryPage,
  verification: VerificationPage,
  settings: SettingsPage,
});
