import type { ReactNode } from 'react';
import { FormattedMessage } from 'react-intl';
import type { PageProps } from '../../shared/page.ts';
import { FlowView } from '../flow/FlowView.tsx';
import { Card } from '../ui/Card.tsx';
import { CardFooter } from './CardFooter.tsx';

/** Prove that an address is one's own. */
export function VerificationPage({ flow, notice, signupUrl }: PageProps['verification']): ReactNode {
  return (
    <Card
      title={<FormattedMessage id="verification.title" />}
      footer={<CardFooter question="verification.footer" href={signupUrl} />}
    >
      <FlowView kind="verification" flow={flow} notice={notice} />
    </Card>
  );
}
