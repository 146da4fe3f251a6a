/** The pages with a script of their own, apart from the settings, by their names in `shared/pages.ts`. */
export { AccessibilityPage as accessibility } from './AccessibilityPage.tsx';
export { ErrorPage as error } from './ErrorPage.tsx';
export { HomePage as home } from './HomePage.tsx';
export {
  RecoveryLinkPage as recoveryLink,
  VerificationLinkPage as verificationLink,
} from './OpenedLinkPage.tsx';
export { LogoutPage as logout } from './LogoutPage.tsx';
