import type { ComponentProps, ReactNode, Ref } from 'react';
import { FormattedMessage } from 'react-intl';
import { accountRecovered, changesSaved } from '../../../../shared/flow/messageId.ts';
import { doneAnchor } from '../../../../shared/flow/settingsChange.ts';
import type { FlowPageState } from '../../../flow/flowPageState.ts';
import { Message } from '../../../ui/Message.tsx';
import type { Done } from './useDone.ts';
import styles from './DoneMessage.module.css';

/**
 * The messages that the settings show at the top in their own words: a change was saved, the account was recovered.
 */
const saidAtTop = new Set<number>([changesSaved, accountRecovered]);

/** Returns the same page without the messages that the settings show at the top. */
export function withShownMessages(shown: FlowPageState<'settings'>): FlowPageState<'settings'> {
  const { flow } = shown;
  const messages = flow.ui.messages?.filter(({ id }) => !saidAtTop.has(id));
  return { ...shown, flow: { ...flow, ui: { ...flow.ui, messages } } };
}

/** Returns the catalogue key of a message's title: the provider's sentence if it is not known what was changed. */
function titleOf({ what, name }: Done): string {
  const isUnknown = what === 'other' || (name === undefined && what.startsWith('oidc'));
  if (isUnknown) return `provider.${changesSaved}`;
  return `settings.done.${what === 'sessions' && name ? 'device' : what}`;
}

interface TopMessageProps extends Pick<ComponentProps<typeof Message>, 'severity' | 'name'> {
  title: ReactNode;
  /** Whether what it is about has signed the user out everywhere else. */
  endedOthers: boolean;
  children: ReactNode;
  next?: ReactNode;
}

/** A message at the top of the settings: its title, what else it says, and the next step. */
export const TopMessage = ({
  title,
  endedOthers,
  children,
  next,
  ...message
}: TopMessageProps): ReactNode => (
  <Message {...message}>
    <h2 className={styles.title}>{title}</h2>
    {children}
    {endedOthers && (
      <p>
        <FormattedMessage id="settings.done.endedOthers" />
      </p>
    )}
    {next}
  </Message>
);

interface DoneMessageProps {
  done: Done | undefined;
  /** How many answers have been shown. */
  answers: number;
  /** Whether the change has signed the user out everywhere else. */
  endedOthers?: boolean;
  /** The next step: a sentence, or a button that gets the focus. */
  next?: ReactNode;
  ref: Ref<HTMLDivElement>;
}

/** The message about the last change and the next step. Stays until the next action. */
export function DoneMessage({ done, answers, endedOthers = false, next, ref }: DoneMessageProps): ReactNode {
  return (
    <div role="status" className={styles.region}>
      {done && (
        <div key={`${answers} ${done.times}`} ref={ref} id={doneAnchor} tabIndex={-1} className={styles.done}>
          <TopMessage
            severity={done.devices === 0 ? 'info' : 'success'}
            name={`settings.done.${done.what}`}
            title={<FormattedMessage id={titleOf(done)} values={{ name: done.name, count: done.devices }} />}
            endedOthers={endedOthers}
            next={next}
          >
            {done.what === 'sessions' && (
              <p>
                <FormattedMessage id="settings.sessions.allConsequence" />
              </p>
            )}
          </TopMessage>
        </div>
      )}
    </div>
  );
}
