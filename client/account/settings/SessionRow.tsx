import { useId, type ReactNode } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import type { SessionSummary } from '../../../shared/sessions.ts';
import { Button } from '../../ui/Button.tsx';
import { Time } from '../../ui/Time.tsx';
import { deviceName } from './deviceName.ts';
import styles from './Sessions.module.css';

interface SessionRowProps {
  session: SessionSummary;
  /** Whether it is this browser's own session, which the logout ends. */
  current?: boolean;
  busy?: boolean;
  /** Its number among the sessions on devices of the same name, from 1. */
  number?: number;
}

/** A day and a time of day. */
const moment = {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
} as const;

/** One session: device, place, methods and time. */
export function SessionRow({ session, current = false, busy, number = 1 }: SessionRowProps): ReactNode {
  const intl = useIntl();
  const details = useId();
  // until the reader's own time zone is known, the time names its zone
  const zone = intl.timeZone ? ({ timeZoneName: 'short' } as const) : {};
  const device = session.devices?.[0];
  const baseName =
    deviceName(device?.user_agent) || intl.formatMessage({ id: 'settings.sessions.unknownDevice' });
  const name = number > 1 ? `${baseName} (${number})` : baseName;
  const place = [device?.location, device?.ip_address].filter(Boolean).join(' · ');
  const methods = new Set(
    session.authentication_methods
      ?.map(({ method }) => `settings.sessions.method.${method ?? ''}`)
      .filter((id) => id in intl.messages),
  );
  const methodNames = intl.formatList(Array.from(methods, (id) => intl.formatMessage({ id })));
  const signedInAt = session.authenticated_at ?? session.issued_at;
  return (
    <li className={styles.session}>
      <div className={styles.what}>
        <strong title={device?.user_agent}>
          {name}
          {current && (
            <span className={styles.current}>
              <FormattedMessage id="settings.sessions.current" />
            </span>
          )}
        </strong>
        <span id={details} className={styles.details}>
          {place && <span>{place}</span>}
          <span>
            {methodNames}
            {methodNames && signedInAt && ' · '}
            {signedInAt && <Time at={signedInAt}>{intl.formatDate(signedInAt, { ...moment, ...zone })}</Time>}
          </span>
        </span>
      </div>
      {!current && (
        <Button
          name="session"
          value={session.id}
          size="small"
          variant="quiet"
          busy={busy}
          aria-label={intl.formatMessage({ id: 'settings.sessions.endOne' }, { device: name })}
          aria-describedby={details}
        >
          <FormattedMessage id="settings.sessions.end" />
        </Button>
      )}
    </li>
  );
}
