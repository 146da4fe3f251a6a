import type { ReactNode } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import type { SessionSummary } from '../../../../shared/sessions.ts';
import { Details } from '../../../ui/Details.tsx';
import { Glyph } from '../../../ui/Icon.tsx';
import { Confirm } from '../parts/Confirm.tsx';
import { browserName } from '../../../../shared/userAgent.ts';
import { deviceKind, deviceText } from './deviceName.ts';
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
    time: intl.formatDate(at, { hour: 'numeric', minute: '2-digit', ...zone }).replaceAll(' ', '\u00a0'),
    methods: names.length > 0 ? intl.formatList(names) : 'none',
  };
  return <FormattedMessage id="settings.sessions.signedIn" values={values} />;
}

interface DeviceRowProps {
  sessions: Device;
  /** Whether it is this browser's own device, which the logout signs out. */
  current?: boolean;
  /** Whether it has the name of that device, of which it may be an earlier sign-in. */
  namesake?: boolean;
  busy?: boolean;
  /** Its number among the devices of the same name, from 1. */
  number?: number;
}

const agentOf = ({ devices }: SessionSummary): string | undefined => devices?.[0]?.user_agent;

/** How many sign-ins of a device are in view. */
const inView = 3;

/** Sign-ins on one device, each with its browser if there are several. */
function SignIns({ sessions }: { sessions: readonly SessionSummary[] }): ReactNode {
  const browsers = sessions.map((session) => browserName(agentOf(session)));
  return (
    <ul className={styles.signIns}>
      {sessions.map((session, index) => (
        <li key={session.id}>
          {new Set(browsers).size > 1 && browsers[index] && (
            <>
              <strong>{browsers[index]}</strong> ·{' '}
            </>
          )}
          <SignedIn session={session} />
        </li>
      ))}
    </ul>
  );
}

/** One device: its place, when and how the user signed in on it, and the button that signs it out. */
export function DeviceRow(props: DeviceRowProps): ReactNode {
  const { sessions, current = false, namesake = false, busy, number = 1 } = props;
  const intl = useIntl();
  const [first] = sessions;
  const baseName = deviceText(intl, sessions);
  const count = sessions.length;
  const numbered = number > 1 ? `${baseName} (${number})` : baseName;
  const name =
    count > 1
      ? intl.formatMessage({ id: 'settings.sessions.several' }, { device: numbered, count })
      : numbered;
  const place = [first.devices?.[0]?.location, first.devices?.[0]?.ip_address].filter(Boolean).join(' · ');
  const signOut = intl.formatMessage({ id: 'settings.sessions.endOne' }, { device: name });
  return (
    <li>
      <AccountItem
        icon={<Glyph path={settingsIcons[deviceKind(agentOf(first))]} />}
        name={<span title={agentOf(first)}>{name}</span>}
        tag={
          (current && <FormattedMessage id="settings.sessions.current" />) ||
          (namesake && <FormattedMessage id="settings.sessions.namesake" values={{ count }} />)
        }
        tone={current ? 'good' : 'other'}
        lines={
          count === 1 ? (
            <p>
              {place}
              {place && ' · '}
              <SignedIn session={first} />
            </p>
          ) : (
            <>
              <p>{placeOf(first)}</p>
              <SignIns sessions={sessions.slice(0, inView)} />
              {count > inView && (
                <Details
                  summary={
                    <FormattedMessage id="settings.sessions.more" values={{ count: count - inView }} />
                  }
                >
                  <SignIns sessions={sessions.slice(inView)} />
                </Details>
              )}
            </>
          )
        }
      >
        {!current && (
          <Confirm
            action={<FormattedMessage id="settings.sessions.end" />}
            name={signOut}
            question={signOut}
            consequence={
              <>
                <FormattedMessage id="settings.sessions.oneConsequence" />{' '}
                <FormattedMessage id="settings.sessions.allConsequence" />
              </>
            }
            verb={<FormattedMessage id="settings.sessions.end" />}
            submit={{ name: 'session', value: sessionIds(sessions) }}
            busy={busy}
          />
        )}
      </AccountItem>
    </li>
  );
}
