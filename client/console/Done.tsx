import type { ReactNode } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import type { ConsoleContext } from '../../shared/console.ts';
import { Glyph } from '../ui/Icon.tsx';
import { consoleIcons } from './consoleIcons.ts';
import styles from './Console.module.css';

/** Says what was just done, with the line of the log about it; nothing for an act that no text knows. */
export function Done({ act, log }: NonNullable<ConsoleContext['done']>): ReactNode {
  const { messages } = useIntl();
  const text = `console.act.${act}.done`;
  if (!(text in messages)) return null;
  return (
    <p className={styles.notice} role="status" data-act={act}>
      <Glyph path={consoleIcons.done} />
      <span>
        <FormattedMessage id={text} />{' '}
        {log !== '' && (
          <a href={`/manage/log?line=${encodeURIComponent(log)}`}>
            <FormattedMessage id="console.log.line" values={{ id: log }} />
          </a>
        )}
      </span>
    </p>
  );
}
