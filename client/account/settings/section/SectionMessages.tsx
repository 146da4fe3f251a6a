import type { ReactNode } from 'react';
import { useIntl } from 'react-intl';
import type { UiText } from '@ory/client';
import { textIn } from '../../../../shared/fields.ts';
import { localizedMessage } from '../../../flow/messages/messageText.ts';
import { severityOf } from '../../../flow/nodes/nodeMessages.ts';
import { LocalizedText } from '../../../flow/LocalizedText.tsx';
import { Message } from '../../../ui/Message.tsx';

/** The flow's messages at the top of a section. */
export function SectionMessages({ messages, now }: { messages: UiText[]; now: number }): ReactNode {
  const intl = useIntl();
  return messages.map((text, index) => {
    const localized = localizedMessage(intl, text, now);
    return (
      textIn(localized.text) !== undefined && (
        <Message key={index} severity={severityOf(text)} name={text.id}>
          <LocalizedText {...localized} />
        </Message>
      )
    );
  });
}
