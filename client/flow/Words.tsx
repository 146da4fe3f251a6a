import type { ReactNode } from 'react';
import type { Words as Text } from './messages/messageText.ts';

/** A text, with `lang` if it is not in the page's language, for screen readers (WCAG 2.2, 3.1.2). */
export const Words = ({ text, lang }: Text): ReactNode => (lang ? <span lang={lang}>{text}</span> : text);
