import type { ReactNode } from 'react';
import { FormattedMessage } from 'react-intl';
import type { PageProps } from '../../shared/page.ts';
import { FlowView } from '../flow/FlowView.tsx';
import { Card } from '../ui/Card.tsx';
import { CardFooter } from './CardFooter.tsx';
import { CancelSignIn, ForApplication } from './ForApplication.tsx';
import { ExistingAccount } from './ExistingAccount.tsx';

/** The page that creates an account. */
export function RegistrationPage(props: PageProps['registration']): ReactNode {
  const { loginUrl, recoveryUrl, application, service, verificationUrl, ...shown } = props;
  return (
    <Card
      title={<FormattedMessage id="registration.title" />}
      subtitle={
        (service ?? application) && (
          <>
            {service && <FormattedMessage id="registration.unfinished" values={{ service }} />}
            {application && <ForApplication {...application} />}
          </>
        )
      }
      footer={
        <>
          <CardFooter question="registration.footer" href={loginUrl} />
          {application && <CancelSignIn {...application} />}
        </>
      }
    >
      <FlowView
        kind="registration"
        {...shown}
        existing={<ExistingAccount {...{ loginUrl, recoveryUrl, verificationUrl }} />}
      />
    </Card>
  );
}
