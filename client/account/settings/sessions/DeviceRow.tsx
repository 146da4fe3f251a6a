import type { ReactNode } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import type { SessionSummary } from '../../../../shared/sessions.ts';
import { Glyph } from '../../../ui/Icon.tsx';
import { Confirm } from '../parts/Confirm.tsx';
import { browserName, deviceKind, deviceText } from './deviceName.ts';
import { placeOf, sessionIds, type Device } from './devices.ts';
import { settingsIcons } from '../parts/settingsIcons.ts';
import { AccountItem } from '../parts/AccountItem.tsx';
import styles from './Sessions.module.css';
import { Time } from '../../../ui/Time.tsx';

const day = { day: 'numeric', month: 'long', year: 'numeric' } as const;

/** A name within a sentence: it begins with a small letter, except in German, whose nouns have capitals. */
const inSentence = (name: string, locale: string): string =>
  /^de\b/.test(locale) ? name : name.charAt(0).toLocaleLowerCase(locale) + name.slice(1);

/** Says when and how a user signed in. */
export function SignedIn({ session }: { session: SessionSummary }): ReactNode {
  const intl = useIntl();
  // until the reader's own time zone is known, the time names its zone
  const zone = intl.timeZone ? ({ timeZoneName: 'short' } as const) : {};
  const methods = new Set(
    session.authentication_methods
      ?.map(({ method }) => `settings.sessions.method.${method ?? ''}`)
      .filter((id) => id in intl.messages),
  );
  const names = Array.from(methods, (id) => inSentence(intl.formatMessage({ id }), intl.locale));
  const at = session.authenticated_at ?? session.issued_at;
  if (!at) return intl.formatList(names);
  const values = {
    date: <Time at={at}>{intl.formatDate(at, day)}</Time>,
    time: intl.formatDate(at, { hour: 'numeric', minute: '2-digit', ...zone }),
    methods: names.length > 0 ? intl.formatList(names) : 'none',
  };
  return <FormattedMessage id="settings.sessions.signedIn" values={values} />;
}

interface DeviceRowProps {
  sessions: Device;
  /** Whether it is this browser's own device, which the logout signs out. */
  current?: boolean;
  busy?: boolean;
  /** Its number among the devices of the same name, from 1. */
  number?: number;
}

const agentOf = ({ devices }: SessionSummary): string | undefined => devices?.[0]?.user_agent;

/** One device: its place, when and how the user signed in on it, and the button that signs it out. */
export function DeviceRow({ sessions, current = false, busy, number = 1 }: DeviceRowProps): ReactNode {
  const intl = useIntl();
  const [first] = sessions;
  const baseName = deviceText(intl, sessions);
  const name = number > 1 ? `${baseName} (${number})` : baseName;
  const place = [first.devices?.[0]?.location, first.devices?.[0]?.ip_address].filter(Boolean).join(' · ');
  const signOut = intl.formatMessage({ id: 'settings.sessions.endOne' }, { device: name });
  return (
    <li>
      <AccountItem
        icon={<Glyph path={settingsIcons[deviceKind(agentOf(first))]} />}
        name={<span title={agentOf(first)}>{name}</span>}
        tag={current && <FormattedMessage id="settings.sessions.current" />}
        tone="good"
        lines={
          sessions.length === 1 ? (
            <p>
              {place}
              {place && ' · '}
              <SignedIn session={first} />
            </p>
          ) : (
            <>
              <p>{placeOf(first)}</p>
              <ul className={styles.signIns}>
                {sessions.map((session) => (
                  <li key={session.id}>
                    <strong>{browserName(agentOf(session)) ?? name}</strong> · <SignedIn session={session} />
                  </li>
                ))}
              </ul>
            </>
          )
        }
      >
        {!current && (
          <Confirm
            action={<FormattedMessage id="settings.sessions.end" />}
            name={signOut}
            question={signOut}
            consequence={<FormattedMessage id="settings.sessions.oneConsequence" />}
            verb={<FormattedMessage id="settings.sessions.end" />}
            submit={{ name: 'session', value: sessionIds(sessions) }}
            busy={busy}
          />
        )}
      </AccountItem>
    </li>
  );
}
