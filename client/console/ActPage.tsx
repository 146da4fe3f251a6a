import type { ReactNode } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { actRow, personActUrl, type ConsoleRole } from '../../shared/console/acts.ts';
import type { ConsoleProps } from '../../shared/console/pages.ts';
import { classNames } from '../ui/classNames.ts';
import { ActLink, Card, namedTime, PostForm, When } from './parts.tsx';
import { focused } from './focused.ts';
import styles from './Console.module.css';
import controls from './Controls.module.css';
import notices from './Notice.module.css';

/** Says why an act was not made. It has the focus, unless a field is wrong. */
export function Problem({
  problem,
  until,
  name = '',
}: Partial<ConsoleProps['failed']> & { name?: string }): ReactNode {
  const { formatDate } = useIntl();
  if (!problem) return undefined;
  const isField = problem === 'reason' || problem === 'name';
  return (
    <p className={notices.problem} role="alert" id="problem" tabIndex={-1} {...focused(!isField)}>
      <FormattedMessage
        id={`console.problem.${problem}`}
        values={{ name, until: until === undefined ? '' : formatDate(until, namedTime) }}
      />
    </p>
  );
}

/** Asks before an act is made: what it does, why, and for what cannot be undone, the name. */
export function ActPage({ role, ...props }: ConsoleProps['act'] & { role: ConsoleRole }): ReactNode {
  const { act, target, itemName, backUrl, problem, reason, call } = props;
  const { reason: asksReason, destroys, ends, instead } = actRow(act);
  const values = { name: target.name, item: itemName ?? '' };
  const field = (name: 'reason' | 'name', label: ReactNode, isFirst: boolean): ReactNode => (
    <div className={controls.field}>
      <label htmlFor={name}>{label}</label>
      <input
        id={name}
        name={name}
        defaultValue={name === 'reason' ? reason : undefined}
        required
        maxLength={500}
        autoComplete="off"
        {...focused(problem === name || (problem === undefined && isFirst))}
        {...(problem === name && { 'aria-invalid': true, 'aria-describedby': 'problem' })}
      />
    </div>
  );
  return (
    <Card
      title={<FormattedMessage id={`console.act.${act}.title`} values={values} />}
      back={{ url: backUrl, name: target.name }}
    >
      <p>
        <FormattedMessage id={`console.act.${act}.text`} values={values} />
      </p>
      <Problem {...props} name={target.name} />
      <PostForm>
        {asksReason && field('reason', <FormattedMessage id="console.reason" />, true)}
        {destroys &&
          field(
            'name',
            <FormattedMessage id="console.typeName" values={{ name: <b>{target.name}</b> }} />,
            !asksReason,
          )}
        <p className={controls.actions}>
          <button className={classNames(controls.primary, ends && controls.ending)}>
            <FormattedMessage id={`console.act.${act}`} />
          </button>
          <a className={controls.button} href={backUrl}>
            <FormattedMessage id="console.cancel" />
          </a>
          {instead && <ActLink act={instead} url={personActUrl(target.id, instead)} role={role} />}
        </p>
      </PostForm>
      {call && (
        <details className={controls.copied}>
          <summary>
            <FormattedMessage id="console.call" />
          </summary>
          <pre data-copy>{call.curl}</pre>
          <pre data-copy>{call.client}</pre>
        </details>
      )}
    </Card>
  );
}

/** A secret in groups that can be read out; copied, it is one word. */
const Grouped = ({ secret }: { secret: string }): ReactNode => (
  <p>
    <output className={controls.secret} data-copy>
      {/^\d+$/.test(secret)
        ? secret.match(/\d{1,3}/g)?.map((part, at) => <span key={at}>{part}</span>)
        : secret}
    </output>
  </p>
);

/** Shows a secret once: what to do with it, until when it works, and that it does not come back. */
export const SecretPage = ({ act, target, secret, link, until, log }: ConsoleProps['secret']): ReactNode => (
  <Card title={<FormattedMessage id={`console.act.${act}.done`} />} back={target}>
    <p className={notices.problem}>
      <FormattedMessage id={`console.secret.${act}`} />
    </p>
    {link !== undefined && (
      <div className={controls.step}>
        <p>
          <FormattedMessage id="console.secret.open" />
        </p>
        <p>
          <code data-copy>{link}</code>
        </p>
        <p>
          <FormattedMessage id="console.secret.type" />
        </p>
      </div>
    )}
    <Grouped secret={secret} />
    <p className={styles.soft}>
      <FormattedMessage id="console.secret.once" />{' '}
      {until !== undefined && (
        <FormattedMessage id="console.secret.until" values={{ until: <When at={until} /> }} />
      )}
    </p>
    <p className={controls.actions}>
      <a className={controls.button} href={target.url}>
        {target.name}
      </a>
    </p>
    <p>
      <a href={`/manage/log?line=${log}`}>
        <FormattedMessage id="console.log.line" values={{ id: log }} />
      </a>
    </p>
  </Card>
);
