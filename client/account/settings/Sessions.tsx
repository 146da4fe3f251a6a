import { useEffect, useRef, useState, type ReactNode, type SubmitEvent } from 'react';
import { FormattedMessage } from 'react-intl';
import { isPrivileged, type SessionSummary } from '../../../shared/sessions.ts';
import { usePageContext } from '../../shell/PageContext.tsx';
import { Button } from '../../ui/Button.tsx';
import { Message } from '../../ui/Message.tsx';
import { deviceName } from './deviceName.ts';
import { revoke } from './revoke.ts';
import { SessionRow } from './SessionRow.tsx';
import styles from './Sessions.module.css';

interface SessionsProps {
  /** This browser's own; undefined if the provider did not list the sessions. */
  current?: SessionSummary;
  others: SessionSummary[];
  setOthers: (others: SessionSummary[]) => void;
}

const nameOf = ({ devices }: SessionSummary): string => deviceName(devices?.[0]?.user_agent);

const isOnSame = (session: SessionSummary) => (other: SessionSummary) => nameOf(session) === nameOf(other);

/** The user's sessions, with buttons that end the others: by a native submit, or by script without leaving the page. */
export function Sessions({ current, others, setOthers }: SessionsProps): ReactNode {
  const { csrfToken } = usePageContext();
  const [state, setState] = useState<'idle' | 'failed' | 'revoked'>(current ? 'idle' : 'failed');
  const [ended, setEnded] = useState(0);
  const [busy, setBusy] = useState<string>();
  const message = useRef<HTMLDivElement>(null);

  useEffect(() => {
    // the pressed button is gone, and the focus with it
    if (ended > 0) message.current?.focus();
  }, [ended]);

  const end = async (id: string, form: HTMLFormElement): Promise<void> => {
    setBusy(id);
    const done = await revoke(csrfToken, id === 'all' ? undefined : id);
    if (done === 'signedOut') {
      // leave it to the server, which redirects to a sign-in and back
      form.submit();
      return;
    }
    setState(done ? 'revoked' : 'failed');
    if (done) {
      setOthers(others.filter((session) => id !== 'all' && session.id !== id));
      setEnded(ended + 1);
    }
    setBusy(undefined);
  };
  const onSubmit = (event: SubmitEvent<HTMLFormElement>): void => {
    // the session is not privileged: submit natively, and the server redirects to re-authentication
    if (!current || !isPrivileged(current)) return;
    event.preventDefault();
    const { name, value } = event.nativeEvent.submitter as HTMLButtonElement;
    if (busy === undefined) void end(name === 'all' ? 'all' : value, event.currentTarget);
  };

  return (
    <form action="/settings/sessions" method="post" className={styles.sessions} onSubmit={onSubmit}>
      <input type="hidden" name="_csrf" value={csrfToken} />
      {state !== 'idle' && (
        <Message ref={message} tabIndex={-1} severity={state === 'failed' ? 'error' : 'success'} live>
          <FormattedMessage id={`settings.sessions.${state}`} />
        </Message>
      )}
      {current && (
        <>
          <ul className={styles.list}>
            <SessionRow session={current} current />
            {others.map((session, index) => (
              <SessionRow
                key={session.id}
                session={session}
                busy={busy === session.id}
                number={others.slice(0, index + 1).filter(isOnSame(session)).length}
              />
            ))}
          </ul>
          {others.length > 0 ? (
            <Button name="all" value="true" variant="quiet" busy={busy === 'all'}>
              <FormattedMessage id="settings.sessions.endOthers" />
            </Button>
          ) : (
            <p className={styles.soft}>
              <FormattedMessage id="settings.sessions.noOthers" />
            </p>
          )}
        </>
      )}
    </form>
  );
}
