import type { ReactNode } from 'react';
import { FormattedMessage } from 'react-intl';
import type { PageProps } from '../../shared/page.ts';
import { FlowView } from '../flow/FlowView.tsx';
import { Card } from '../ui/Card.tsx';
import { CardFooter } from './CardFooter.tsx';

/** The page that recovers an account. */
export function RecoveryPage({ flow, notice, loginUrl }: PageProps['recovery']): ReactNode {
  return (
    <Card
      title={<FormattedMessage id="recovery.title" />}
      subtitle={<FormattedMessage id="recovery.subtitle" />}
      footer={<CardFooter question="recovery.footer" href={loginUrl} />}
    >
      <FlowView kind="recovery" flow={flow} notice={notice} />
    </Card>
  );
}
