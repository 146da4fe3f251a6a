import type { ReactNode } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { applicationUrl, personActUrl, type ConsoleRole, type PersonAct } from '../../shared/console/acts.ts';
import type { ConsoleProps } from '../../shared/console/pages.ts';
import { Icon } from '../ui/Icon.tsx';
import { hasIcon } from '../ui/iconPaths.ts';
import { Device } from './Device.tsx';
import { MailName, MailState } from './MailState.tsx';
import { ActLink, Line, ListPanel, State, useNames, When } from './parts.tsx';
import controls from './Controls.module.css';

/** Somebody, and who looks at them. */
export type PersonProps = ConsoleProps['person'] & { role: ConsoleRole };

/** What somebody has: addresses, ways to sign in, sessions, mail, applications and permissions. */
export function PersonLists(props: PersonProps): ReactNode {
  const { id, role, least, addresses, credentials, sessions, mails, applications, permissions } = props;
  const { formatMessage } = useIntl();
  const named = useNames();
  const act = (name: PersonAct, item?: string, label?: string): ReactNode => (
    <ActLink least={least} act={name} url={personActUrl(id, name, item)} role={role} label={label} />
  );
  const active = sessions?.filter(({ isActive }) => isActive);
  const nameOf = (kind: string, name?: string): string =>
    [named('settings.sessions.method', kind), name].filter(Boolean).join(' · ');
  return (
    <>
      <ListPanel id="addresses" items={addresses} none="console.sees.nothing">
        {({ value, isProved, at, isMail }) => (
          <Line
            key={value}
            title={value}
            note={
              at !== undefined && (
                <FormattedMessage id="console.proved.at" values={{ at: <When at={at} /> }} />
              )
            }
          >
            <p className={controls.actions}>
              <State is={isProved ? 'done' : 'off'}>
                <FormattedMessage id={isProved ? 'console.proved' : 'console.notProved'} />
              </State>
              {!isProved && isMail && act('mailVerificationCode', value, value)}
            </p>
          </Line>
        )}
      </ListPanel>
      <ListPanel id="credentials" items={credentials} none="console.why.noWayIn">
        {({ kind, name, at, isUnconfirmed, removal }, index) => (
          <Line
            key={index}
            icon={hasIcon(kind) && <Icon name={kind} />}
            title={nameOf(kind, name)}
            note={
              <>
                {at !== undefined && (
                  <FormattedMessage id="console.added" values={{ at: <When at={at} /> }} />
                )}{' '}
                {isUnconfirmed && <FormattedMessage id="console.unconfirmed" />}
              </>
            }
          >
            {removal && act(removal.act, removal.item, nameOf(kind, name))}
          </Line>
        )}
      </ListPanel>
      <ListPanel
        id="sessions"
        items={active}
        none="console.sessions.none"
        action={active?.length ? act('endSessions') : undefined}
      >
        {(session) => (
          <li key={session.id}>
            <Device {...session} />
            {act(
              'endSession',
              session.id,
              session.device && formatMessage({ id: 'deviceName.text' }, { ...session.device }),
            )}
          </li>
        )}
      </ListPanel>
      <ListPanel id="mails" items={mails} none="console.mails.none">
        {({ id: mail, recipient, at, status, ...named }, index) => (
          <Line
            key={mail ?? index}
            title={<MailName {...named} />}
            note={
              <>
                {recipient} {at !== undefined && <When at={at} />}
              </>
            }
          >
            <MailState status={status} />
          </Line>
        )}
      </ListPanel>
      <ListPanel id="applications" items={applications} none="console.applications.none">
        {({ client, name, scopes, at }) => (
          <Line
            key={client}
            title={<a href={applicationUrl(client)}>{name}</a>}
            note={
              <>
                {scopes.join(', ')} {at !== undefined && <When at={at} />}
              </>
            }
          >
            {act('withdrawApplication', client, name)}
          </Line>
        )}
      </ListPanel>
      <ListPanel
        id="permissions"
        items={permissions}
        none="console.permissions.none"
        off="console.permissions.off"
      >
        {(permission) => <Line key={permission} title={<code>{permission}</code>} />}
      </ListPanel>
    </>
  );
}
