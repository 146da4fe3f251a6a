import type { ReactNode } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import type { Session } from '@ory/client';
import { Button } from '../../ui/Button.tsx';
import { deviceName } from './deviceName.ts';
import styles from './Sessions.module.css';

interface SessionRowProps {
  session: Session;
  current?: boolean;
  busy?: boolean;
  onEnd?: () => void;
}

/** One sign-in: on what, where, how and when. */
export function SessionRow({ session, current = false, busy, onEnd }: SessionRowProps): ReactNode {
  const intl = useIntl();
  const device = session.devices?.[0];
  const name =
    deviceName(device?.user_agent) || intl.formatMessage({ id: 'settings.sessions.unknownDevice' });
  const place = [device?.location, device?.ip_address].filter(Boolean).join(' · ');
  const methods = [...new Set(session.authentication_methods?.map(({ method }) => method).filter(Boolean))];
  const methodName = (method: string): string => {
    const id = `settings.sessions.method.${method}`;
    return id in intl.messages ? intl.formatMessage({ id }) : method;
  };
  const when = session.authenticated_at ?? session.issued_at;
  return (
    <li className={styles.session}>
      <div className={styles.what}>
        <strong>
          {name}
          {current && (
            <span className={styles.current}>
              <FormattedMessage id="settings.sessions.current" />
            </span>
          )}
        </strong>
        {place && <span className={styles.soft}>{place}</span>}
        <span className={styles.soft}>
          {methods.length > 0 && `${intl.formatList(methods.map((method) => methodName(String(method))))} · `}
          {when && (
            <time dateTime={when}>{intl.formatDate(when, { dateStyle: 'medium', timeStyle: 'short' })}</time>
          )}
        </span>
      </div>
      {onEnd && (
        <Button
          type="button"
          size="small"
          variant="secondary"
          busy={busy}
          aria-label={intl.formatMessage({ id: 'settings.sessions.endOne' }, { device: name })}
          onClick={onEnd}
        >
          <FormattedMessage id="settings.sessions.end" />
        </Button>
      )}
    </li>
  );
}
