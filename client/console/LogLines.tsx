import type { ReactNode } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { activitySentence } from '../../shared/activitySentence.ts';
import type { LogLine } from '../../shared/console.ts';
import { classNames } from '../ui/classNames.ts';
import { When } from './parts.tsx';
import styles from './Console.module.css';

const refused: ReadonlySet<string | undefined> = new Set(['signInFailed', 'limited']);

/** Says what an administrator did: in the catalogue's words, or by the operation's own name. */
function Operation({ operation = '' }: Pick<LogLine, 'operation'>): ReactNode {
  const { messages } = useIntl();
  const id = `console.act.${operation}.past`;
  return id in messages ? <FormattedMessage id={id} /> : <code>{operation}</code>;
}

/** A person or thing by its name, which leads to it. */
const Target = ({ target = '', targetName, urlOf }: LogLine & { urlOf: UrlOf }): ReactNode =>
  target !== '' && (
    <span>
      <a href={urlOf('person', target)}>{targetName ?? <code>{target}</code>}</a>
    </span>
  );

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
        const {
          id,
          at,
          kind,
          about = {},
          device,
          operation,
          outcome,
          actor,
          actorName,
          reason,
          before,
          after,
        } = line;
        const isBad = refused.has(kind) || (outcome !== undefined && outcome !== 'made');
        return (
          <li key={id} id={`line-${id}`}>
            <div>
              <p className={classNames(styles.strong, isBad && styles.bad)}>
                {kind === undefined ? (
                  <Operation operation={operation} />
                ) : (
                  activitySentence(intl, { kind, about })
                )}
                {outcome !== undefined && outcome !== 'made' && (
                  <>
                    {' '}
                    (<code>{outcome}</code>)
                  </>
                )}
              </p>
              <p className={classNames(styles.soft, styles.about)}>
                {!withoutTarget && <Target {...line} urlOf={urlOf} />}{' '}
                {actor !== undefined && (
                  <span>
                    <FormattedMessage
                      id="console.log.by"
                      values={{ who: <a href={urlOf('actor', actor)}>{actorName ?? actor}</a> }}
                    />
                  </span>
                )}{' '}
                {device && <FormattedMessage id="deviceName.text" values={{ ...device }} />} {about.from}{' '}
                {operation !== undefined && (
                  <span>
                    <a href={`/manage/log?line=${id}`}>
                      <code>{id}</code>
                    </a>
                  </span>
                )}
              </p>
              {reason !== undefined && <p>{reason}</p>}
              {(before ?? after) !== undefined && (
                <p className={styles.difference}>
                  {before !== undefined && <del>{before}</del>} {after !== undefined && <ins>{after}</ins>}
                </p>
              )}
            </div>
            <When at={at} />
          </li>
        );
      })}
    </ul>
  );
}
