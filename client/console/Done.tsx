import type { ReactNode } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { personActUrl, undoOf, type ConsoleContext, type ConsolePage } from '../../shared/console.ts';
import { Glyph } from '../ui/Icon.tsx';
import { consoleIcons } from './consoleIcons.ts';
import { ActLink, focused } from './parts.tsx';
import styles from './Console.module.css';

/**
 * Says what was just done, with the line of the log about it and the act that takes it back; nothing for an act that no text
 * knows. It has the focus.
 */
export function Done({
  done: { act, log },
  page,
  role,
}: {
  done: NonNullable<ConsoleContext['done']>;
  page: ConsolePage;
  role: ConsoleContext['role'];
}): ReactNode {
  const { messages } = useIntl();
  const text = `console.act.${act}.done`;
  if (!(text in messages)) return null;
  const undo = undoOf(act);
  return (
    <div className={styles.notice} role="status" data-act={act} tabIndex={-1} {...focused()}>
      <Glyph path={consoleIcons.done} />
      <p>
        <FormattedMessage id={text} />{' '}
        {log !== '' && (
          <a href={`/manage/log?line=${encodeURIComponent(log)}`}>
            <FormattedMessage id="console.log.line" values={{ id: log }} />
          </a>
        )}
      </p>
      {undo && page.name === 'person' && (
        <ActLink act={undo} url={personActUrl(page.props.id, undo)} role={role} />
      )}
    </div>
  );
}
