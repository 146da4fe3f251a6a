import { hydrate } from './hydrate.tsx';
import { LoginPage } from './account/LoginPage.tsx';
import { RecoveryPage } from './account/RecoveryPage.tsx';
import { RegistrationPage } from './account/RegistrationPage.tsx';
import { VerificationPage } from './account/VerificationPage.tsx';

// The screens on the way into an account share nearly all of their code; the others are code-split.
void hydrate({
  login: LoginPage,
  registration: RegistrationPage,
  recovery: RecoveryPage,
  verification: VerificationPage,
  later: () => import('./account/laterPages.ts'),
});
