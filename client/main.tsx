import { hydrate } from './hydrate.tsx';
import { ErrorPage } from './pages/ErrorPage.tsx';
import { HomePage } from './pages/HomePage.tsx';
import { LoginPage } from './pages/LoginPage.tsx';
import { LogoutPage } from './pages/LogoutPage.tsx';
import { RecoveryPage } from './pages/RecoveryPage.tsx';
import { RegistrationPage } from './pages/RegistrationPage.tsx';
import { VerificationPage } from './pages/VerificationPage.tsx';

// The screens on the way into an account share nearly all of their code; what only a signed-in person needs comes apart.
void hydrate({
  home: HomePage,
  login: LoginPage,
  registration: RegistrationPage,
  recovery: RecoveryPage,
  verification: VerificationPage,
  logout: LogoutPage,
  error: ErrorPage,
  settings: async () => (await import('./pages/SettingsPage.tsx')).SettingsPage,
});
