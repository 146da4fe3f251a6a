import type { Locale } from '../../shared/messages/locales.ts';

/** Each language's own name for itself, as a language menu shows it. */
export const languageNames: Record<Locale, string> = {
  en: 'English',
  es: 'Español',
  de: 'Deutsch',
  fr: 'Français',
  nl: 'Nederlands',
  pl: 'Polski',
  pt: 'Português',
  se: 'Svenska',
};
