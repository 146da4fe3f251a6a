import { useEffect, useState, type ReactNode } from 'react';
import { FormattedMessage } from 'react-intl';
import type { Session } from '@ory/client';
import { usePageContext } from '../../PageContext.tsx';
import { Button } from '../../ui/Button.tsx';
import { Message } from '../../ui/Message.tsx';
import { PleaseWait } from '../../ui/PleaseWait.tsx';
import { browser } from '../browser.ts';
import { SessionRow } from './SessionRow.tsx';
import { loadSessions, revoke, type Sessions as Loaded } from './sessionCalls.ts';
import styles from './Sessions.module.css';

/** For how long a sign-in is fresh enough to sign others out, in milliseconds. */
const privileged = 15 * 60 * 1000;

const isFresh = ({ authenticated_at: at }: Session): boolean =>
  at !== undefined && Date.now() - Date.parse(at) < privileged;

const confirmUrl = (): string => {
  const back = new URL(browser.url());
  back.hash = 'sessions';
  const query = new URLSearchParams({ refresh: 'true', return_to: back.href });
  return `/self-service/login/browser?${query.toString()}`;
};

/** Where one is signed in, and a way to end that elsewhere. */
export function Sessions(): ReactNode {
  const { csrfToken } = usePageContext();
  const [loaded, setLoaded] = useState<Loaded>();
  const [state, setState] = useState<'idle' | 'failed' | 'revoked'>('idle');
  const [busy, setBusy] = useState<string>();

  const take = (sessions: Loaded | undefined): void => {
    if (sessions) setLoaded(sessions);
    else setState('failed');
  };
  useEffect(() => {
    void loadSessions().then(take);
  }, []);

  const end = async (id?: string): Promise<void> => {
    if (!loaded || busy !== undefined) return;
    if (!isFresh(loaded.current)) {
      browser.goTo(confirmUrl());
      return;
    }
    setBusy(id ?? 'all');
    const done = await revoke(csrfToken, id);
    setState(done ? 'revoked' : 'failed');
    take(await loadSessions());
    setBusy(undefined);
  };

  if (!loaded && state !== 'failed') return <PleaseWait />;
  return (
    <div className={styles.sessions}>
      {state !== 'idle' && (
        <Message severity={state === 'failed' ? 'error' : 'success'} live>
          <FormattedMessage id={`settings.sessions.${state}`} />
        </Message>
      )}
      {loaded && (
        <>
          <ul className={styles.list}>
            <SessionRow session={loaded.current} current />
            {loaded.others.map((session) => (
              <SessionRow
                key={session.id}
                session={session}
                busy={busy === session.id}
                onEnd={() => void end(session.id)}
              />
            ))}
          </ul>
          {loaded.others.length > 0 ? (
            <Button type="button" variant="secondary" busy={busy === 'all'} onClick={() => void end()}>
              <FormattedMessage id="settings.sessions.endOthers" />
            </Button>
          ) : (
            <p className={styles.soft}>
              <FormattedMessage id="settings.sessions.noOthers" />
            </p>
          )}
        </>
      )}
    </div>
  );
}
