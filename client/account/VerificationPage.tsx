import { useState, type ReactNode } from 'react';
import { FormattedMessage } from 'react-intl';
import type { PageProps } from '../../shared/page.ts';
import { usePageContext } from '../shell/PageContext.tsx';
import { FlowView } from '../flow/FlowView.tsx';
import { Card } from '../ui/Card.tsx';
import { CardFooter } from './CardFooter.tsx';
import { passedChallenge } from '../../shared/flow/flowState.ts';

/**
 * Verify an address. Offers no sign-up to users who evidently have an account: who are signed in, have just registered,
 * or have just verified the address.
 */
export function VerificationPage({ signupUrl, loginUrl, ...served }: PageProps['verification']): ReactNode {
  const { flow, notice } = served;
  const { signedInAs, awaitsSecondFactor, product } = usePageContext();
  const [shown, setShown] = useState(flow);
  const footer = (): ReactNode => {
    if (signedInAs) return <CardFooter question="verification.signedIn" href="/settings" />;
    if (shown.state === passedChallenge)
      return <CardFooter question="verification.verified" href={loginUrl} />;
    if (notice === 'registered' || notice === 'unverified' || notice === 'filledIn' || awaitsSecondFactor)
      return <CardFooter question="verification.registered" href={loginUrl} />;
    return <CardFooter question="verification.footer" href={signupUrl} />;
  };
  return (
    <Card
      title={<FormattedMessage id="verification.title" />}
      subtitle={
        shown.state !== passedChallenge && (
          <FormattedMessage id="verification.subtitle" values={{ product }} />
        )
      }
      footer={footer()}
    >
      <FlowView kind="verification" {...served} onFlow={setShown} />
    </Card>
  );
}
