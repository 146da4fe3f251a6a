import type { ReactNode } from 'react';
import { FormattedMessage } from 'react-intl';
import type { PageProps } from '../../shared/page.ts';
import { FlowView } from '../flow/FlowView.tsx';
import { Card } from '../ui/Card.tsx';
import { CardFooter } from './CardFooter.tsx';
import { ExistingAccount } from './ExistingAccount.tsx';

/** The page that creates an account. */
export function RegistrationPage({ loginUrl, recoveryUrl, ...shown }: PageProps['registration']): ReactNode {
  return (
    <Card
      title={<FormattedMessage id="registration.title" />}
      footer={<CardFooter question="registration.footer" href={loginUrl} />}
    >
      <FlowView
        kind="registration"
        {...shown}
        existing={<ExistingAccount loginUrl={loginUrl} recoveryUrl={recoveryUrl} />}
      />
    </Card>
  );
}
