import type { ReactNode } from 'react';
import { FormattedMessage } from 'react-intl';
import type { PageProps } from '../../shared/page.ts';
import { FlowView } from '../flow/FlowView.tsx';
import { Card } from '../ui/Card.tsx';
import { CardFooter } from './CardFooter.tsx';
import { CancelSignIn, ForApplication } from './ForApplication.tsx';

/** The page that recovers an account. */
export function RecoveryPage(props: PageProps['recovery']): ReactNode {
  const { loginUrl, application, ...served } = props;
  return (
    <Card
      title={<FormattedMessage id="recovery.title" />}
      subtitle={
        <>
          <FormattedMessage id="recovery.subtitle" />
          {application && <ForApplication {...application} />}
        </>
      }
      footer={
        <>
          <CardFooter question="recovery.footer" href={loginUrl} />
          {application && <CancelSignIn {...application} />}
        </>
      }
    >
      <FlowView kind="recovery" {...served} />
    </Card>
  );
}
