import type { ReactNode } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { personActUrl, type ConsoleProps, type ConsoleRole, type PersonAct } from '../../shared/console.ts';
import { Icon } from '../ui/Icon.tsx';
import { hasIcon } from '../ui/iconPaths.ts';
import { LogLines } from './LogLines.tsx';
import { ActLink, namedTime, Empty, Facts, Named, Panel, State, useNames, When } from './parts.tsx';
import { Device } from './Device.tsx';
import { MailState } from './MailState.tsx';
import styles from './Console.module.css';

type Props = ConsoleProps['person'] & { role: ConsoleRole };

/** One person: why they cannot sign in, who they are, and everything of theirs that can be seen or changed. */
export function PersonPage(props: Props): ReactNode {
  const { id, name, address, state, role, least, why, deletion } = props;
  return (
    <>
      <header className={styles.head}>
        <div>
          <p className={styles.crumbs}>
            <a href="/manage/people">
              <FormattedMessage id="console.nav.people" />
            </a>
          </p>
          <h1>{name}</h1>
          <p>
            <State is={state === 'active' ? 'done' : 'paused'}>
              <Named id="archive.state" value={state} />
            </State>
          </p>
          {address !== undefined && address !== name && <p>{address}</p>}
          <p>
            <code data-copy>{id}</code>
          </p>
        </div>
        <p className={styles.actions}>
          <ActLink
            least={least}
            act="mailRecoveryCode"
            url={personActUrl(id, 'mailRecoveryCode')}
            role={role}
          />
          {role === 'write' && (
            <a className={styles.primary} href={`/manage/people/${id}/edit`} data-press="e">
              <FormattedMessage id="console.edit" />
            </a>
          )}
        </p>
      </header>
      <WhyNot {...props} />
      <nav className={styles.tabs} aria-label={name}>
        {sections.map((section) => (
          <a key={section} href={`#${section}`}>
            <FormattedMessage id={`console.person.${section}`} />
          </a>
        ))}
      </nav>
      <div className={styles.split}>
        <div className={styles.stack}>
          <Traits {...props} />
          <Addresses {...props} />
          <Credentials {...props} />
          <Sessions {...props} />
          <Mails {...props} />
          <Applications {...props} />
          <Permissions {...props} />
          <Panel id="log" title="console.person.log">
            {props.log ? <LogLines lines={props.log} withoutTarget /> : <Empty text="console.notRead" />}
          </Panel>
        </div>
        <aside className={styles.stack}>
          <Glance {...props} />
          <More
            id={id}
            role={role}
            state={state}
            deletion={deletion}
            isLimited={why.some(({ reason }) => reason === 'limited')}
          />
        </aside>
      </div>
    </>
  );
}

const sections = [
  'identity',
  'addresses',
  'credentials',
  'sessions',
  'mails',
  'applications',
  'permissions',
  'log',
] as const;

/** Why somebody cannot sign in, in plain words, each with what puts it right. */
function WhyNot({ id, role, least, why }: Props): ReactNode {
  const { formatMessage, formatDate } = useIntl();
  const values = ({ until, about }: Props['why'][number]) => ({
    until: until === undefined ? '' : formatDate(until, namedTime),
    about: about ?? '',
  });
  return (
    <section className={styles.why} aria-labelledby="why">
      <h2 id="why">
        <FormattedMessage id={why.length > 0 ? 'console.why' : 'console.why.nothing'} />
      </h2>
      {why.length > 0 && (
        <ul>
          {why.map((one) => (
            <li key={one.reason}>
              <State is={one.reason === 'limited' || one.reason === 'deletion' ? 'wait' : 'wrong'}>
                {formatMessage({ id: `console.why.${one.reason}` }, values(one))}
              </State>
              {one.act && (
                <ActLink least={least} act={one.act} url={personActUrl(id, one.act, one.item)} role={role} />
              )}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function Traits({ traits }: Props): ReactNode {
  return (
    <Panel id="identity" title="console.person.identity">
      <Facts rows={traits.map(({ name, value }) => [<Named key={name} id="trait" value={name} />, value])} />
    </Panel>
  );
}

function Addresses({ id, role, least, addresses }: Props): ReactNode {
  return (
    <Panel id="addresses" title="console.person.addresses" count={addresses.length}>
      <ul className={styles.lines}>
        {addresses.map(({ value, isProved, at, isMail }) => (
          <li key={value}>
            <div>
              <p className={styles.strong}>{value}</p>
              {at !== undefined && (
                <p className={styles.soft}>
                  <FormattedMessage id="console.proved.at" values={{ at: <When at={at} /> }} />
                </p>
              )}
            </div>
            <p className={styles.actions}>
              <State is={isProved ? 'done' : 'off'}>
                <FormattedMessage id={isProved ? 'console.proved' : 'console.notProved'} />
              </State>
              {!isProved && isMail && (
                <ActLink
                  least={least}
                  act="mailVerificationCode"
                  url={personActUrl(id, 'mailVerificationCode', value)}
                  role={role}
                  label={value}
                />
              )}
            </p>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

function Credentials({ id, role, least, credentials }: Props): ReactNode {
  const named = useNames();
  const nameOf = (kind: string): string => named('settings.sessions.method', kind);
  return (
    <Panel id="credentials" title="console.person.credentials" count={credentials.length}>
      {credentials.length === 0 && <Empty text="console.why.noWayIn" />}
      <ul className={styles.lines}>
        {credentials.map(({ kind, name, at, isUnconfirmed, removal }, index) => (
          <li key={index}>
            {hasIcon(kind) && <Icon name={kind} />}
            <div>
              <p className={styles.strong}>
                {nameOf(kind)}
                {name !== undefined && name !== '' && ` · ${name}`}
              </p>
              <p className={styles.soft}>
                {at !== undefined && (
                  <FormattedMessage id="console.added" values={{ at: <When at={at} /> }} />
                )}{' '}
                {isUnconfirmed && <FormattedMessage id="console.unconfirmed" />}
              </p>
            </div>
            {removal && (
              <ActLink
                least={least}
                act={removal.act}
                url={personActUrl(id, removal.act, removal.item)}
                role={role}
                label={[nameOf(kind), name].filter(Boolean).join(' ')}
              />
            )}
          </li>
        ))}
      </ul>
    </Panel>
  );
}

function Sessions({ id, role, least, sessions }: Props): ReactNode {
  const { formatMessage } = useIntl();
  const active = sessions?.filter(({ isActive }) => isActive);
  return (
    <Panel
      id="sessions"
      title="console.person.sessions"
      count={active?.length}
      action={
        active?.length ? (
          <ActLink least={least} act="endSessions" url={personActUrl(id, 'endSessions')} role={role} />
        ) : undefined
      }
    >
      {!active && <Empty text="console.notRead" />}
      {active?.length === 0 && <Empty text="console.sessions.none" />}
      <ul className={styles.lines}>
        {active?.map((session) => (
          <li key={session.id}>
            <Device {...session} />
            <ActLink
              least={least}
              act="endSession"
              url={personActUrl(id, 'endSession', session.id)}
              role={role}
              label={session.device && formatMessage({ id: 'deviceName.text' }, { ...session.device })}
            />
          </li>
        ))}
      </ul>
    </Panel>
  );
}

function Mails({ mails }: Props): ReactNode {
  return (
    <Panel id="mails" title="console.person.mails" count={mails?.length}>
      {!mails && <Empty text="console.notRead" />}
      {mails?.length === 0 && <Empty text="console.mails.none" />}
      <ul className={styles.lines}>
        {mails?.map((mail, index) => (
          <li key={mail.id ?? index}>
            <div>
              <p className={styles.strong}>
                <Named id="console.template" value={mail.template} />
              </p>
              <p className={styles.soft}>
                {mail.recipient} {mail.at !== undefined && <When at={mail.at} />}
              </p>
            </div>
            <MailState status={mail.status} />
          </li>
        ))}
      </ul>
    </Panel>
  );
}

function Applications({ id, role, least, applications }: Props): ReactNode {
  return (
    <Panel id="applications" title="console.person.applications" count={applications?.length}>
      {!applications && <Empty text="console.notRead" />}
      {applications?.length === 0 && <Empty text="console.applications.none" />}
      <ul className={styles.lines}>
        {applications?.map(({ client, name, scopes, at }) => (
          <li key={client}>
            <div>
              <p className={styles.strong}>
                <a href={`/manage/applications/${encodeURIComponent(client)}`}>{name}</a>
              </p>
              <p className={styles.soft}>
                {scopes.join(', ')} {at !== undefined && <When at={at} />}
              </p>
            </div>
            <ActLink
              least={least}
              act="withdrawApplication"
              url={personActUrl(id, 'withdrawApplication', client)}
              role={role}
              label={name}
            />
          </li>
        ))}
      </ul>
    </Panel>
  );
}

function Permissions({ permissions }: Props): ReactNode {
  return (
    <Panel id="permissions" title="console.person.permissions" count={permissions?.length}>
      {!permissions && <Empty text="console.permissions.off" />}
      {permissions?.length === 0 && <Empty text="console.permissions.none" />}
      <ul className={styles.lines}>
        {permissions?.map((permission) => (
          <li key={permission}>
            <code>{permission}</code>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

function Glance({ signedIn, created, updated, schema, externalId }: Props): ReactNode {
  const fact = (name: string, value: ReactNode): [ReactNode, ReactNode] => [
    <FormattedMessage key={name} id={`console.fact.${name}`} />,
    value,
  ];
  return (
    <Panel id="glance" title="console.person.glance">
      <Facts
        rows={[
          fact(
            'signedIn',
            signedIn === undefined ? <FormattedMessage id="console.unknown" /> : <When at={signedIn} />,
          ),
          fact('created', created !== undefined && <When at={created} />),
          fact('updated', updated !== undefined && <When at={updated} />),
          fact('schema', schema),
          fact('externalId', externalId !== undefined && <code>{externalId}</code>),
        ]}
      />
    </Panel>
  );
}

/** What else can be done to a person. */
function More({
  id,
  role,
  least,
  state,
  deletion,
  isLimited,
}: Pick<Props, 'id' | 'role' | 'least' | 'state' | 'deletion'> & { isLimited: boolean }): ReactNode {
  const acts: (PersonAct | false)[] = [
    isLimited && 'liftLimits',
    state === 'inactive' ? 'activate' : 'deactivate',
    'showRecoveryCode',
    deletion === undefined ? 'deletePerson' : 'cancelDeletion',
  ];
  return (
    <Panel id="more" title="console.person.more">
      <ul className={styles.lines}>
        {acts.map(
          (act) =>
            act !== false && (
              <li key={act}>
                <ActLink least={least} act={act} url={personActUrl(id, act)} role={role} />
              </li>
            ),
        )}
      </ul>
    </Panel>
  );
}
