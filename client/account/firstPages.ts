/** The pages on the way into an account, which share nearly all of their code, by their names in `shared/pages.ts`. */
export { LoginPage as login } from './LoginPage.tsx';
export { RecoveryPage as recovery } from './RecoveryPage.tsx';
export { RegistrationPage as registration } from './RegistrationPage.tsx';
export { VerificationPage as verification } from './VerificationPage.tsx';
