/** The settings, code-split into a script of their own: no other page needs their code. */
export { SettingsView as settings } from './settings/SettingsView.tsx';
