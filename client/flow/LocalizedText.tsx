import type { ReactNode } from 'react';
import { FormattedMessage } from 'react-intl';
import { Details } from '../ui/Details.tsx';
import type { LocalizedText as Text } from './messages/messageText.ts';

/** A text, with `lang` if it is not in the page's language, for screen readers (WCAG 2.2, 3.1.2). */
export const LocalizedText = ({ text, lang, details }: Text): ReactNode => (
  <>
    {lang ? <span lang={lang}>{text}</span> : text}
    {details && (
      <Details summary={<FormattedMessage id="error.details" />}>
        <span lang="en">{details}</span>
      </Details>
    )}
  </>
);
