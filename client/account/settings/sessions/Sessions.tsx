import { useEffect, useRef, useState, type ReactNode, type SubmitEvent } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { isPrivileged, type SessionSummary } from '../../../../shared/sessions.ts';
import { FormToken } from '../../../shell/FormToken.tsx';
import { usePageContext } from '../../../shell/PageContext.tsx';
import { Message } from '../../../ui/Message.tsx';
import { Confirm } from '../parts/Confirm.tsx';
import { DeviceRow } from './DeviceRow.tsx';
import { deviceText } from './deviceName.ts';
import { devicesOf, sessionIds } from './devices.ts';
import { revoke } from './revoke.ts';
import styles from './Sessions.module.css';

interface SessionsProps {
  /** This browser's own; undefined if the provider did not list the sessions. */
  current?: SessionSummary;
  others: SessionSummary[];
  setOthers: (others: SessionSummary[]) => void;
  /** Called when devices were signed out without leaving the page, with their number, and the name of a single one. */
  onEnded: (devices: number, device?: string) => void;
}

/** The user's devices, with buttons that end the sessions on others: natively, or by script in place. */
export function Sessions({ current, others, setOthers, onEnded }: SessionsProps): ReactNode {
  const intl = useIntl();
  const { csrfToken } = usePageContext();
  const [failed, setFailed] = useState(!current);
  const [busy, setBusy] = useState<string>();
  const message = useRef<HTMLDivElement>(null);
  const devices = devicesOf(others);

  const end = async (pressed: string, target: HTMLFormElement): Promise<void> => {
    setBusy(pressed);
    const ids = pressed === 'all' ? undefined : pressed.split(' ');
    const done = await revoke(csrfToken, ids);
    if (done === 'signedOut') {
      // let the server redirect to a sign-in and back
      target.submit();
      return;
    }
    setFailed(!done);
    if (done) {
      setOthers(others.filter(({ id }) => ids?.includes(id) === false));
      const device = devices.find((one) => sessionIds(one) === pressed);
      onEnded(device ? 1 : devices.length, device && deviceText(intl, device));
    }
    setBusy(undefined);
  };
  useEffect(() => {
    if (failed && busy === undefined && current) message.current?.focus();
  }, [failed, busy, current]);
  const onSubmit = (event: SubmitEvent<HTMLFormElement>): void => {
    // the session is not privileged: submit natively, and the server redirects to re-authentication
    if (!current || !isPrivileged(current)) return;
    event.preventDefault();
    const { name, value } = event.nativeEvent.submitter as HTMLButtonElement;
    if (busy === undefined) void end(name === 'all' ? 'all' : value, event.currentTarget);
  };

  return (
    <form action="/settings/sessions" method="post" className={styles.sessions} onSubmit={onSubmit}>
      <FormToken />
      <p className={styles.hint}>
        <FormattedMessage id="settings.sessions.hint" />
      </p>
      {failed && (
        <Message ref={message} tabIndex={-1} severity="error" name="settings.sessions.failed" live>
          <FormattedMessage id="settings.sessions.failed" />
        </Message>
      )}
      {current && (
        <>
          <ul className={styles.list}>
            <DeviceRow sessions={[current]} current />
            {devices.map((device, index) => (
              <DeviceRow
                key={sessionIds(device)}
                sessions={device}
                namesake={deviceText(intl, device) === deviceText(intl, [current])}
                busy={busy === sessionIds(device)}
                number={
                  devices
                    .slice(0, index + 1)
                    .filter((other) => deviceText(intl, other) === deviceText(intl, device)).length
                }
              />
            ))}
          </ul>
          {others.length > 0 ? (
            <div>
              <Confirm
                action={<FormattedMessage id="settings.sessions.endOthers" />}
                question={<FormattedMessage id="settings.sessions.endOthers" />}
                consequence={<FormattedMessage id="settings.sessions.allConsequence" />}
                verb={
                  <FormattedMessage
                    id="settings.sessions.signOutDevices"
                    values={{ count: devices.length }}
                  />
                }
                submit={{ name: 'all', value: String(devices.length) }}
                busy={busy === 'all'}
              />
            </div>
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
