/** The settings, code-split into a script of their own: no other page needs their code. */
export { SettingsPage as settings } from './SettingsPage.tsx';
