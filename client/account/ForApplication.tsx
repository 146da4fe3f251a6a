import type { ReactNode } from 'react';
import { FormattedMessage } from 'react-intl';
import type { PageProps } from '../../shared/page.ts';
import { CancelForm } from '../shell/CancelForm.tsx';
import styles from './ForApplication.module.css';

type Application = NonNullable<PageProps['recovery']['application']>;

/** An application's name, or its id. */
const ApplicationName = ({ name, id }: Application): ReactNode =>
  name ?? (
    <>
      <FormattedMessage id="flow.unnamedClient" />
      {id && ` (${id})`}
    </>
  );

/** Says which application a page leads to, on a line of its own in the card's subtitle. */
export const ForApplication = (application: Application): ReactNode => (
  <span className={styles.line}>
    <FormattedMessage id="flow.client" values={{ clientName: <ApplicationName {...application} /> }} />
  </span>
);

/** Cancels the sign-in that an application asks for. */
export function CancelSignIn(application: Application): ReactNode {
  const { challenge, isForDevice } = application;
  return (
    challenge && (
      <CancelForm challenge={challenge} className={styles.cancel}>
        <FormattedMessage
          id={isForDevice ? 'flow.cancel.device' : 'flow.cancel'}
          values={{ clientName: <ApplicationName {...application} /> }}
        />
      </CancelForm>
    )
  );
}
