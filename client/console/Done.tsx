import type { ReactNode } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import type { ConsoleContext } from '../../shared/console/pages.ts';
import { usePageContext } from '../shell/PageContext.tsx';
import { Glyph } from '../ui/Icon.tsx';
import { consoleIcons } from './consoleIcons.ts';
import { focused } from './focused.ts';
import controls from './Controls.module.css';
import notices from './Notice.module.css';

/**
 * Says what was just done, with the line of the log about it and what takes it back; nothing for an act that no text knows. It has
 * the focus.
 */
export function Done(): ReactNode {
  const { messages } = useIntl();
  const { done } = usePageContext() as ConsoleContext;
  const text = `console.act.${done?.act}.done`;
  if (!done || !(text in messages)) return null;
  const { act, log, undoUrl } = done;
  return (
    <div className={notices.notice} role="status" data-act={act} tabIndex={-1} {...focused()}>
      <Glyph path={consoleIcons.done} />
      <p>
        <FormattedMessage id={text} />{' '}
        {log !== '' && (
          <a href={`/manage/log?line=${encodeURIComponent(log)}`}>
            <FormattedMessage id="console.log.line" values={{ id: log }} />
          </a>
        )}
      </p>
      {undoUrl !== undefined && (
        <a className={controls.act} href={undoUrl} data-act="undo">
          <FormattedMessage id="console.undo" />
        </a>
      )}
    </div>
  );
}
