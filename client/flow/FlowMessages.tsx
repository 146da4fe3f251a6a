import type { ReactNode, Ref } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import type { UiText } from '@ory/client';
import { textIn } from '../../shared/fields.ts';
import { isHidden, isSubmit } from '../../shared/flow/inputAttributes.ts';
import { localizedMessage } from './messages/messageText.ts';
import type { Flow, FlowKind, Notice } from '../../shared/page.ts';
import { Message } from '../ui/Message.tsx';
import { isCodeSent, mailedKind, sentTo, viaOf } from './model/address.ts';
import { saysError, saysExists } from '../../shared/flow/messages.ts';
import { buttonLabel } from './nodes/buttonText.ts';
import { startHere } from './nodes/startProps.ts';
import { severityOf } from './nodes/nodeMessages.ts';
import { usePageContext } from '../shell/PageContext.tsx';
import { useFlowContext, type Announcement } from './FlowContext.ts';
import { useNow } from './useNow.ts';
import { lastingNotices } from './lastingNotices.ts';
import type { FlowPageState } from './flowPageState.ts';
import { LocalizedText } from './LocalizedText.tsx';
import styles from './FlowView.module.css';
import { SupportContact } from '../shell/SupportContact.tsx';
import {
  accountDisabled,
  chooseCredential,
  confirmIdentity,
  secondFactorNeeded,
  securityKeyNeeded,
} from '../../shared/flow/messageId.ts';
import * as nodeGroup from '../../shared/flow/nodeGroup.ts';

/** Returns the flow's messages, and those of hidden inputs in all forms, which are shown nowhere else. */
function messagesOf({ ui }: Flow, offersExisting: boolean): UiText[] {
  const hiddenInputs = ui.nodes.filter((node) => node.group === nodeGroup.common && isHidden(node));
  const texts = [...(ui.messages ?? []), ...hiddenInputs.flatMap(({ messages }) => messages)];
  const ids = new Set(texts.map(({ id }) => id));
  return texts.filter(
    ({ id, type }) =>
      // the offered alternative says the same
      !(offersExisting && saysExists({ id })) &&
      // the provider leaves older errors in the flow when it asks for a security key
      !(ids.has(securityKeyNeeded) && type === 'error') &&
      // the page's title, or the text below it, says these
      id !== confirmIdentity &&
      id !== secondFactorNeeded &&
      id !== chooseCredential,
  );
}

/** A message that may name the address that the flow has mailed or verified, or its kind. */
const aboutAddress = (text: UiText, flow: Flow, kind: FlowKind | 'unknown'): UiText => {
  const context = { address: sentTo(flow), kind, ...text.context };
  return { ...text, context: { via: viaOf(textIn(context.address)), ...context } };
};

/** The notices about the user's own actions. */
const successes = new Set<Notice>([
  'registered',
  'verified',
  'verifiedElsewhere',
  'verifiedThere',
  'pressAgain',
  'addressChanged',
  'codeResent',
  'alreadyVerified',
  'signedOut',
  'recovered',
]);

interface FlowMessagesProps {
  shown: FlowPageState<FlowKind>;
  announcement?: Announcement;
  /** Whether the page names the address to which a code was sent. */
  namesAddress?: boolean;
  ref: Ref<HTMLDivElement>;
}

/** Messages, notice and failure about the flow as a whole; announced after an answer. */
export function FlowMessages({
  shown,
  announcement,
  namesAddress = false,
  ref,
}: FlowMessagesProps): ReactNode {
  const intl = useIntl();
  const { servedAt, signedInAddress } = usePageContext();
  const { flow, notice, failure, answers } = shown;
  const {
    kind,
    correctUrl,
    existing,
    address,
    start,
    last = flow.ui.nodes.find(isSubmit),
  } = useFlowContext();
  const mailed = mailedKind(kind, correctUrl);
  const now = useNow(servedAt);
  // Only the last attempt matters: a failed prompt replaces messages about what was saved or refused before it.
  const texts = messagesOf(flow, existing !== undefined).filter(
    ({ id, type }) => (!announcement || type === 'info') && !(namesAddress && isCodeSent({ id })),
  );
  const messages = texts
    .map((text) => [text, localizedMessage(intl, aboutAddress(text, flow, mailed), now)] as const)
    .filter(([, { text }]) => textIn(text));
  const live = answers > 0;
  const shownNotice = lastingNotices.has(notice) || !saysError(flow) ? notice : undefined;
  const isError = failure !== undefined || texts.some(({ type }) => type === 'error');
  const starts = !live && notice === 'ended' && !start ? startHere : {};
  return (
    <div ref={ref} tabIndex={-1} className={styles.messages} key={answers} {...starts}>
      {isError && <span data-error={failure ? 'unanswered' : ''} hidden />}
      {failure && (
        <Message severity="error" name="transport" live={live}>
          {failure}
        </Message>
      )}
      {shownNotice && (
        <Message
          severity={successes.has(shownNotice) ? 'success' : 'info'}
          name={`flow.${shownNotice}`}
          live={live}
        >
          <FormattedMessage
            id={`flow.${shownNotice}`}
            values={{
              via: viaOf(sentTo(flow) ?? address),
              label: last && buttonLabel(intl, last, now).text,
              address: signedInAddress ?? 'none',
              kind: mailed,
            }}
          />
        </Message>
      )}
      {announcement && (
        <Message severity={announcement.severity} name={announcement.text} live>
          <FormattedMessage id={announcement.text} />
        </Message>
      )}
      {!failure &&
        messages.map(([text, words], index) => (
          <Message key={`${text.id} ${index}`} name={text.id} severity={severityOf(text)} live={live}>
            <LocalizedText {...words} /> {text.id === accountDisabled && <SupportContact />}
          </Message>
        ))}
    </div>
  );
}
