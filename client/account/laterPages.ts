/**
 * The pages that are not on the way into an account, code-split into a script of their own; the settings have another. Each is exported by its
 * name in `shared/pages.ts`.
 */
export { AccessibilityPage as accessibility } from './AccessibilityPage.tsx';
export { ErrorPage as error } from './ErrorPage.tsx';
export { HomePage as home } from './HomePage.tsx';
export {
  RecoveryLinkPage as recoveryLink,
  VerificationLinkPage as verificationLink,
} from './OpenedLinkPage.tsx';
export { LogoutPage as logout } from './LogoutPage.tsx';
