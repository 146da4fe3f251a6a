import type { ReactNode } from 'react';
import { useIntl } from 'react-intl';
import type { UiText } from '@ory/client';
import { textIn } from '../../../shared/fields.ts';
import { messageWords } from '../../flow/messages/messageText.ts';
import { severityOf } from '../../flow/model/nodeMessages.ts';
import { Words } from '../../flow/Words.tsx';
import { Message } from '../../ui/Message.tsx';
import styles from './SettingsSection.module.css';

/**
 * The flow's messages for the top of a section. Shown only in the section that the browser went to: without scripts it
 * goes back to the form that was sent, which the provider does not name.
 */
export function SectionMessages({ messages, now }: { messages: UiText[]; now: number }): ReactNode {
  const intl = useIntl();
  const shown = messages.map((text, index) => {
    const words = messageWords(intl, text, now);
    return (
      textIn(words.text) !== undefined && (
        <Message key={index} severity={severityOf(text)}>
          <Words {...words} />
        </Message>
      )
    );
  });
  return <div className={styles.messages}>{shown}</div>;
}
