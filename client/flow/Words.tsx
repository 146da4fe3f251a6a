import type { ReactNode } from 'react';
import type { Words as Text } from '../../shared/messages/messageText.ts';

/** A text, with its language where that is not the page's, so that it is read out as it should be (WCAG 2.2, 3.1.2). */
export const Words = ({ text, lang }: Text): ReactNode => (lang ? <span lang={lang}>{text}</span> : text);
