import type { ReactNode } from 'react';
import { FormattedMessage } from 'react-intl';
import { TextLink } from '../ui/TextLink.tsx';

interface CardFooterProps {
  /** The catalogue key of the question; the key of the link's text is the same with `.action`. */
  question: string;
  href: string;
}

/** A question with a link to another page, below a card. */
export function CardFooter({ question, href }: CardFooterProps): ReactNode {
  return (
    <>
      <FormattedMessage id={question} />{' '}
      <TextLink href={href}>
        <FormattedMessage id={`${question}.action`} />
      </TextLink>
    </>
  );
}
