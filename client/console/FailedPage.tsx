import type { ReactNode } from 'react';
import { FormattedMessage } from 'react-intl';
import type { ConsoleProps } from '../../shared/console.ts';
import { usePageContext } from '../shell/PageContext.tsx';
import { Problem } from './ActPage.tsx';
import { Done } from './Done.tsx';
import styles from './Console.module.css';

/** Says who may do what somebody may not. */
export const ForbiddenPage = ({ needed, backUrl }: ConsoleProps['forbidden']): ReactNode => (
  <section className={styles.ask} aria-labelledby="refusal">
    <h1 id="refusal">
      <FormattedMessage id="console.forbidden" />
    </h1>
    <p>
      <FormattedMessage id={`console.forbidden.${needed}`} />
    </p>
    <p className={styles.actions}>
      <a className={styles.primary} href={backUrl}>
        <FormattedMessage id="console.back" />
      </a>
    </p>
  </section>
);

/** Says what could not be read, is not there or was not done, and leads on. */
export function FailedPage({ problem, until, name, backUrl, request }: ConsoleProps['failed']): ReactNode {
  const { path } = usePageContext();
  const isMissing = problem === 'missing';
  return (
    <section className={styles.ask} aria-labelledby="failed">
      <h1 id="failed">
        <FormattedMessage id={`console.failed.${isMissing || problem === 'notRead' ? problem : 'notDone'}`} />
      </h1>
      <Done />
      <Problem problem={problem} until={until} name={name} />
      {request !== undefined && (
        <p className={styles.soft}>
          <FormattedMessage id="console.filter.request" /> <code data-copy>{request}</code>
        </p>
      )}
      <p className={styles.actions}>
        <a className={styles.primary} href={isMissing ? '/manage/people' : (backUrl ?? path)}>
          <FormattedMessage id={isMissing ? 'console.nav.people' : 'console.failed.again'} />
        </a>
        <a className={styles.button} href="/manage">
          <FormattedMessage id="console.nav.overview" />
        </a>
      </p>
    </section>
  );
}
