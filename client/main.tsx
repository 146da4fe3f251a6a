import { hydrate } from './hydrate.tsx';
import { LoginPage } from './pages/LoginPage.tsx';
import { RecoveryPage } from './pages/RecoveryPage.tsx';
import { RegistrationPage } from './pages/RegistrationPage.tsx';
import { VerificationPage } from './pages/VerificationPage.tsx';

// The screens on the way into an account share nearly all of their code; the others are code-split.
void hydrate({
  login: LoginPage,
  registration: RegistrationPage,
  recovery: RecoveryPage,
  verification: VerificationPage,
  later: () => import('./pages/laterPages.ts'),
});
