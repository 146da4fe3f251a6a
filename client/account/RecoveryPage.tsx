import type { ReactNode } from 'react';
import { FormattedMessage } from 'react-intl';
import type { PageProps } from '../../shared/page.ts';
import { FlowView } from '../flow/FlowView.tsx';
import { CardFooter } from './CardFooter.tsx';
import { FlowCard } from './FlowCard.tsx';

/** The page that recovers an account. */
export function RecoveryPage(props: PageProps['recovery']): ReactNode {
  const { loginUrl, application, ...served } = props;
  return (
    <FlowCard
      title={<FormattedMessage id="recovery.title" />}
      application={application}
      subtitle={<FormattedMessage id="recovery.subtitle" />}
      footer={<CardFooter question="recovery.footer" href={loginUrl} />}
    >
      <FlowView kind="recovery" {...served} />
    </FlowCard>
  );
}
