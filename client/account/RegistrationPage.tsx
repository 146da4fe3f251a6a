import { useState, type ReactNode } from 'react';
import { FormattedMessage } from 'react-intl';
import { messagesIn, saysExists } from '../../shared/flow/messages.ts';
import type { PageProps } from '../../shared/page.ts';
import { FlowView } from '../flow/FlowView.tsx';
import { CardFooter } from './CardFooter.tsx';
import { FlowCard } from './FlowCard.tsx';
import { ExistingAccount } from './ExistingAccount.tsx';

/** The page that creates an account. */
export function RegistrationPage(props: PageProps['registration']): ReactNode {
  const { loginUrl, recoveryUrl, application, service, verificationUrl, ...served } = props;
  const [shown, setShown] = useState(served.flow);
  // the way on below the error says the same, and a sign-in would forget the service's account, which the next step links
  const signIn = !service && !messagesIn(shown).some(saysExists) && (
    <CardFooter question="registration.footer" href={loginUrl} />
  );
  return (
    <FlowCard
      title={<FormattedMessage id="registration.title" />}
      application={application}
      subtitle={service && <FormattedMessage id="registration.unfinished" values={{ service }} />}
      footer={signIn}
    >
      <FlowView
        kind="registration"
        {...served}
        onFlow={setShown}
        existing={<ExistingAccount {...{ loginUrl, recoveryUrl, verificationUrl }} />}
      />
    </FlowCard>
  );
}
