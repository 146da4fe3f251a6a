import type { ComponentProps, ReactNode } from 'react';
import { FormattedMessage } from 'react-intl';
import type { PageProps } from '../../shared/page.ts';
import { usePageContext } from '../shell/PageContext.tsx';
import { FlowView } from '../flow/FlowView.tsx';
import { Card } from '../ui/Card.tsx';
import { CardFooter } from './CardFooter.tsx';
import { passedChallenge } from '../../shared/flow/flowState.ts';

/** The page that verifies an address. Offers a sign-up to those who may have no account, otherwise a sign-in. */
export function VerificationPage({ signupUrl, loginUrl, ...served }: PageProps['verification']): ReactNode {
  const { signedInAs, product } = usePageContext();
  const footer = (): ComponentProps<typeof CardFooter> => {
    if (signedInAs) return { question: 'verification.signedIn', href: '/settings' };
    if (!signupUrl) return { question: 'verification.registered', href: loginUrl };
    return { question: 'verification.footer', href: signupUrl };
  };
  return (
    <Card
      title={<FormattedMessage id="verification.title" />}
      subtitle={
        served.flow.state !== passedChallenge && (
          <FormattedMessage id="verification.subtitle" values={{ product }} />
        )
      }
      footer={<CardFooter {...footer()} />}
    >
      <FlowView kind="verification" {...served} />
    </Card>
  );
}
