import type { ReactNode } from 'react';
import { FormattedMessage } from 'react-intl';
import { actRow, type ConsoleProps } from '../../shared/console.ts';
import { FormToken } from '../shell/FormToken.tsx';
import { classNames } from '../ui/classNames.ts';
import styles from './Console.module.css';

/** Asks before an act is made: what it does, why, and for what cannot be undone, the name. */
export function ActPage(props: ConsoleProps['act']): ReactNode {
  const { act, target, itemName, backUrl, problem, reason, call } = props;
  const { reason: asksReason, destroys, ends } = actRow(act);
  const values = { name: target.name, item: itemName ?? '' };
  return (
    <section className={styles.ask} aria-labelledby="ask">
      <p className={styles.crumbs}>
        <a href={backUrl}>{target.name}</a>
      </p>
      <h1 id="ask">
        <FormattedMessage id={`console.act.${act}.title`} values={values} />
      </h1>
      <p>
        <FormattedMessage id={`console.act.${act}.text`} values={values} />
      </p>
      {problem && (
        <p className={styles.problem} role="alert">
          <FormattedMessage id={`console.problem.${problem}`} values={values} />
        </p>
      )}
      <form method="post">
        <FormToken />
        {asksReason && (
          <div className={styles.field}>
            <label htmlFor="reason">
              <FormattedMessage id="console.reason" />
            </label>
            <input
              id="reason"
              name="reason"
              defaultValue={reason}
              required
              maxLength={500}
              autoComplete="off"
              aria-invalid={problem === 'reason' || undefined}
            />
          </div>
        )}
        {destroys && (
          <div className={styles.field}>
            <label htmlFor="name">
              <FormattedMessage id="console.typeName" values={{ name: <b>{target.name}</b> }} />
            </label>
            <input
              id="name"
              name="name"
              required
              autoComplete="off"
              aria-invalid={problem === 'name' || undefined}
            />
          </div>
        )}
        <p className={styles.actions}>
          <button className={classNames(styles.primary, ends && styles.ending)}>
            <FormattedMessage id={`console.act.${act}`} />
          </button>
          <a className={styles.button} href={backUrl}>
            <FormattedMessage id="console.cancel" />
          </a>
        </p>
      </form>
      {call && (
        <details className={styles.copied}>
          <summary>
            <FormattedMessage id="console.call" />
          </summary>
          <pre data-copy>{call.curl}</pre>
          <pre data-copy>{call.client}</pre>
        </details>
      )}
    </section>
  );
}

/** Shows a secret once. */
export const SecretPage = ({ act, target, secret, log }: ConsoleProps['secret']): ReactNode => (
  <section className={styles.ask} aria-labelledby="secret">
    <h1 id="secret">
      <FormattedMessage id={`console.act.${act}.done`} />
    </h1>
    <p>
      <FormattedMessage id="console.secret.once" />
    </p>
    <pre data-copy>{secret}</pre>
    <p>
      <a href={`/manage/log?line=${log}`}>
        <FormattedMessage id="console.log.line" values={{ id: log }} />
      </a>
    </p>
    <p className={styles.actions}>
      <a className={styles.primary} href={target.url}>
        {target.name}
      </a>
    </p>
  </section>
);

/** Says why nothing was done, and leads back. */
const Refusal = ({ title, text, backUrl }: { title: string; text: string; backUrl: string }): ReactNode => (
  <section className={styles.ask} aria-labelledby="refusal">
    <h1 id="refusal">
      <FormattedMessage id={title} />
    </h1>
    <p>
      <FormattedMessage id={text} />
    </p>
    <p className={styles.actions}>
      <a className={styles.primary} href={backUrl}>
        <FormattedMessage id="console.back" />
      </a>
    </p>
  </section>
);

/** Says who may do what somebody may not. */
export const ForbiddenPage = ({ needed, backUrl }: ConsoleProps['forbidden']): ReactNode => (
  <Refusal title="console.forbidden" text={`console.forbidden.${needed}`} backUrl={backUrl} />
);

/** Says that nothing was done, because it could not be written into the log. */
export const NotLoggedPage = ({ backUrl }: ConsoleProps['notLogged']): ReactNode => (
  <Refusal title="console.nav.notLogged" text="console.problem.log" backUrl={backUrl} />
);
