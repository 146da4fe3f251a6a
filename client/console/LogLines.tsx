import type { ReactNode } from 'react';
import { FormattedMessage, useIntl, type IntlShape } from 'react-intl';
import { activitySentence, adminActions } from '../../shared/activitySentence.ts';
import type { LogFilterName, LogLine } from '../../shared/console/lists.ts';
import { lookUp } from '../../shared/fields.ts';
import { classNames } from '../ui/classNames.ts';
import { Difference } from './Difference.tsx';
import { State, When } from './parts.tsx';
import styles from './Console.module.css';
import controls from './Controls.module.css';

const refused: ReadonlySet<string | undefined> = new Set(['signInFailed', 'limited']);

/** Returns the address of all lines that have a value, at any time. */
export const allWith = (name: LogFilterName, value: string): string =>
  `/manage/log?from=&${name}=${encodeURIComponent(value)}`;

/** The link to all lines about somebody or something, at any time. */
export const AllLines = ({ of: id }: { of: string }): ReactNode => (
  <a className={controls.act} href={allWith('person', id)}>
    <FormattedMessage id="console.log.all" />
  </a>
);

/** Says what an administrator did; undefined for an operation that the catalogue has no words for. */
export function operationText({ messages, formatMessage }: IntlShape, operation: string): string | undefined {
  const action = lookUp(adminActions, operation) ?? '';
  const ids = [`console.act.${operation}.past`, `activity.kind.changedByAdmin.${action}`];
  const id = ids.find((one) => one in messages);
  return id === undefined ? undefined : formatMessage({ id });
}

/** How an act has ended, with what it was refused for; nothing for one that was made. */
function Outcome({ outcome = 'made' }: Pick<LogLine, 'outcome'>): ReactNode {
  const [name = '', why] = outcome.split(': ');
  return (
    name !== 'made' && (
      <State is={name === 'begun' ? 'wait' : 'wrong'}>
        <FormattedMessage id={`console.outcome.${name}`} /> {why !== undefined && <code>{why}</code>}
      </State>
    )
  );
}

/** Where a name in a line leads. */
type UrlOf = (what: 'person' | 'actor', id: string) => string;

const found: UrlOf = (_what, id) => `/manage/find?q=${encodeURIComponent(id)}`;

/**
 * Lines of the log.
 *
 * @param withoutTarget whether they are all about one person
 * @param urlOf where the names in them lead: by default to those who have them
 */
export function LogLines({
  lines,
  withoutTarget = false,
  urlOf = found,
}: {
  lines: readonly LogLine[];
  withoutTarget?: boolean;
  urlOf?: UrlOf;
}): ReactNode {
  const intl = useIntl();
  return (
    <ul className={styles.lines}>
      {lines.map((line) => {
        const { id, at, kind, about = {}, device, operation = '', outcome, actor, actorName, reason } = line;
        const { target = '', targetName } = line;
        const words =
          kind === undefined ? operationText(intl, operation) : activitySentence(intl, { kind, about });
        return (
          <li key={id} id={`line-${id}`}>
            <div>
              <p className={classNames(styles.about, refused.has(kind) && styles.bad)}>
                {words !== undefined && <span className={styles.strong}>{words}</span>}
                {operation !== '' && <code>{operation}</code>}
                {kind === undefined && <Outcome outcome={outcome} />}
              </p>
              <p className={classNames(styles.soft, styles.about)}>
                {!withoutTarget && target !== '' && (
                  <span>
                    <a href={urlOf('person', target)}>{targetName ?? <code>{target}</code>}</a>
                  </span>
                )}{' '}
                {actor !== undefined && (
                  <span>
                    <FormattedMessage
                      id="console.log.by"
                      values={{ who: <a href={urlOf('actor', actor)}>{actorName ?? actor}</a> }}
                    />
                  </span>
                )}{' '}
                {device && (
                  <span>
                    <FormattedMessage id="deviceName.text" values={{ ...device }} />
                  </span>
                )}{' '}
                {about.from !== undefined && (
                  <span>
                    <a href={allWith('address', about.from)}>{about.from}</a>
                  </span>
                )}{' '}
                {line.request !== undefined && (
                  <span>
                    <a href={allWith('request', line.request)}>
                      <FormattedMessage id="console.filter.request" />
                    </a>
                  </span>
                )}{' '}
                {kind === undefined && (
                  <span>
                    <a href={`/manage/log?line=${id}`}>
                      <code>{id}</code>
                    </a>
                  </span>
                )}
              </p>
              {reason !== undefined && <p>{reason}</p>}
              <Difference before={line.before} after={line.after} />
            </div>
            <When at={at} />
          </li>
        );
      })}
    </ul>
  );
}
