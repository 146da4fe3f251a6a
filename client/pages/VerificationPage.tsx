import type { ReactNode } from 'react';
import { FormattedMessage } from 'react-intl';
import type { PageProps } from '../../shared/page.ts';
import { usePageContext } from '../PageContext.tsx';
import { FlowView } from '../flow/FlowView.tsx';
import { Card } from '../ui/Card.tsx';
import { CardFooter } from './CardFooter.tsx';

/** Prove that an address is one's own. Its owner has an account: who is signed in is not asked to sign up. */
export function VerificationPage({ flow, notice, signupUrl }: PageProps['verification']): ReactNode {
  const { signedInAs } = usePageContext();
  const footer = signedInAs ? (
    <CardFooter question="verification.signedIn" href="/settings" />
  ) : (
    <CardFooter question="verification.footer" href={signupUrl} />
  );
  return (
    <Card title={<FormattedMessage id="verification.title" />} footer={footer}>
      <FlowView kind="verification" flow={flow} notice={notice} />
    </Card>
  );
}
