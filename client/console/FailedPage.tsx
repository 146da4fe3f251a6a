import type { ReactNode } from 'react';
import { FormattedMessage } from 'react-intl';
import type { ConsoleProps } from '../../shared/console/pages.ts';
import { usePageContext } from '../shell/PageContext.tsx';
import { Problem } from './ActPage.tsx';
import { Done } from './Done.tsx';
import { Card } from './parts.tsx';
import styles from './Console.module.css';
import controls from './Controls.module.css';

/** Says who may do what somebody may not. */
export const ForbiddenPage = ({ needed, backUrl }: ConsoleProps['forbidden']): ReactNode => (
  <Card title={<FormattedMessage id="console.forbidden" />}>
    <p>
      <FormattedMessage id={`console.forbidden.${needed}`} />
    </p>
    <p className={controls.actions}>
      <a className={controls.primary} href={backUrl}>
        <FormattedMessage id="console.back" />
      </a>
    </p>
  </Card>
);

/** Says what could not be read, is not there or was not done, and leads on. */
export function FailedPage({ problem, until, name, backUrl, request }: ConsoleProps['failed']): ReactNode {
  const { path } = usePageContext();
  const isMissing = problem === 'missing';
  return (
    <Card
      title={
        <FormattedMessage id={`console.failed.${isMissing || problem === 'notRead' ? problem : 'notDone'}`} />
      }
    >
      <Done />
      <Problem problem={problem} until={until} name={name} />
      {request !== undefined && (
        <p className={styles.soft}>
          <FormattedMessage id="console.filter.request" /> <code data-copy>{request}</code>
        </p>
      )}
      <p className={controls.actions}>
        <a className={controls.primary} href={isMissing ? '/manage/people' : (backUrl ?? path)}>
          <FormattedMessage id={isMissing ? 'console.nav.people' : 'console.failed.again'} />
        </a>
        <a className={controls.button} href="/manage">
          <FormattedMessage id="console.nav.overview" />
        </a>
      </p>
    </Card>
  );
}
