import type { ReactNode } from 'react';
import { FormattedMessage } from 'react-intl';
import { TextLink } from '../ui/TextLink.tsx';

interface CardFooterProps {
  /** The catalogue key of the question. */
  question: string;
  /** That of the link's text: by default the same with `.action`. */
  action?: string;
  href: string;
}

/** A question with a link to another page, below a card. */
export function CardFooter({ question, action = `${question}.action`, href }: CardFooterProps): ReactNode {
  return (
    <>
      <FormattedMessage id={question} />{' '}
      <TextLink href={href}>
        <FormattedMessage id={action} />
      </TextLink>
    </>
  );
}
