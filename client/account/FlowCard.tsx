import type { ComponentProps, ReactNode } from 'react';
import { FormattedMessage } from 'react-intl';
import type { PageProps } from '../../shared/page.ts';
import { CancelForm } from '../shell/CancelForm.tsx';
import { Card } from '../ui/Card.tsx';
import styles from './FlowCard.module.css';

type Application = NonNullable<PageProps['recovery']['application']>;

/** An application's name, or its id. */
const ApplicationName = ({ name, id }: Application): ReactNode =>
  name ?? (
    <>
      <FormattedMessage id="flow.unnamedClient" />
      {id && ` (${id})`}
    </>
  );

type FlowCardProps = Omit<ComponentProps<typeof Card>, 'application'> & {
  /** The application that the page leads to, if any. */
  application: Application | undefined;
};

/** The card of a page that may lead to an application: says so, and ends with a button that cancels its sign-in. */
export function FlowCard({ application, footer, ...card }: FlowCardProps): ReactNode {
  const values = application && { clientName: <ApplicationName {...application} /> };
  return (
    <Card
      {...card}
      application={values && <FormattedMessage id="flow.client" values={values} />}
      footer={
        (Boolean(footer) || application?.challenge) && (
          <>
            {footer}
            {application?.challenge && (
              <CancelForm challenge={application.challenge} className={styles.cancel}>
                <FormattedMessage
                  id={application.isForDevice ? 'flow.cancel.device' : 'flow.cancel'}
                  values={values}
                />
              </CancelForm>
            )}
          </>
        )
      }
    />
  );
}
