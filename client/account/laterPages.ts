/**
 * The pages that nobody meets on the way into an account, in a script of their own: each is exported by its name in
 * `shared/pages.ts`.
 */
export { ErrorPage as error } from './ErrorPage.tsx';
export { HomePage as home } from './HomePage.tsx';
export { LogoutPage as logout } from './LogoutPage.tsx';
export { SettingsPage as settings } from './SettingsPage.tsx';
