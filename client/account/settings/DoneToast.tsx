import type { ReactNode } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import type { Announcement } from '../../flow/FlowContext.ts';
import { localizedMessage } from '../../flow/messages/messageText.ts';
import type { Shown } from '../../flow/useFlow.ts';
import { LocalizedText } from '../../flow/LocalizedText.tsx';
import { isDone, mayEndSessions } from './savedMessages.ts';
import { Toast } from './Toast.tsx';
import styles from './Toast.module.css';

interface DoneToastProps {
  shown: Shown<'settings'>;
  announcement: Announcement | undefined;
  /** How often sessions were ended. */
  ended: number;
  /** Whether the served page follows a withdrawal of an application's access. */
  withdrawn: boolean;
  /** Whether the user is known to have no other session. */
  isAlone: boolean;
}

/** Says what was done last, in a toast; assistive technology is told of what happens after the page was served. */
export function DoneToast({ shown, announcement, ended, withdrawn, isAlone }: DoneToastProps): ReactNode {
  const intl = useIntl();
  const { flow, answers, at, failure } = shown;
  const done = failure || announcement ? [] : (flow.ui.messages ?? []).filter(isDone);
  const texts = [
    ...done.map((text) => <LocalizedText key={text.id} {...localizedMessage(intl, text, at)} />),
    announcement?.severity === 'success' && <FormattedMessage key="announced" id={announcement.text} />,
    isAlone && mayEndSessions(shown) && <FormattedMessage key="alone" id="settings.sessions.noOthers" />,
    withdrawn && answers === 0 && ended === 0 && (
      <FormattedMessage key="withdrawn" id="applications.withdrawn" />
    ),
  ].filter(Boolean);
  const shownTexts = ended > 0 ? [<FormattedMessage key="ended" id="settings.sessions.revoked" />] : texts;
  return (
    <div role="status" className={styles.toasts}>
      {shownTexts.length > 0 && (
        <Toast key={`${answers} ${ended} ${announcement?.text ?? ''}`}>
          {shownTexts.map((text, index) => (
            <p key={index}>{text}</p>
          ))}
        </Toast>
      )}
    </div>
  );
}
