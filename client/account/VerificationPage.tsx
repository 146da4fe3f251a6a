import type { ReactNode } from 'react';
import { FormattedMessage } from 'react-intl';
import type { PageProps } from '../../shared/page.ts';
import { usePageContext } from '../shell/PageContext.tsx';
import { FlowView } from '../flow/FlowView.tsx';
import { Card } from '../ui/Card.tsx';
import { CardFooter } from './CardFooter.tsx';
import { passedChallenge } from '../../shared/flow/flowState.ts';

/**
 * The page that verifies an address. Offers a sign-up if nobody is signed in, not even with only the first factor.
 */
export function VerificationPage({ signupUrl, loginUrl, ...served }: PageProps['verification']): ReactNode {
  const { signedInAs, awaitsSecondFactor, product } = usePageContext();
  const footer = (): ReactNode => {
    if (signedInAs) return <CardFooter question="verification.signedIn" href="/settings" />;
    if (awaitsSecondFactor) return <CardFooter question="verification.registered" href={loginUrl} />;
    return signupUrl && <CardFooter question="verification.footer" href={signupUrl} />;
  };
  return (
    <Card
      title={<FormattedMessage id="verification.title" />}
      subtitle={
        served.flow.state !== passedChallenge && (
          <FormattedMessage id="verification.subtitle" values={{ product }} />
        )
      }
      footer={footer()}
    >
      <FlowView kind="verification" {...served} />
    </Card>
  );
}
