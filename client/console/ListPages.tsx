import type { ReactNode } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { applicationUrl, includesRole, personActUrl, type ConsoleRole } from '../../shared/console/acts.ts';
import {
  mailStates,
  sessionStates,
  type ListedMail,
  type ListedSession,
} from '../../shared/console/lists.ts';
import type { ConsoleProps } from '../../shared/console/pages.ts';
import { lookUp } from '../../shared/fields.ts';
import { Device } from './Device.tsx';
import { ListPage } from './ListPage.tsx';
import { MailName, MailState } from './MailState.tsx';
import { ActLink, Named, Needs, PostForm, State, When } from './parts.tsx';
import styles from './Console.module.css';
import controls from './Controls.module.css';

const findUrl = (text: string): string => `/manage/find?q=${encodeURIComponent(text)}`;

/** The sessions of everybody, or of some. */
export function SessionsPage(props: ConsoleProps['sessions'] & { role: ConsoleRole }): ReactNode {
  const { formatMessage } = useIntl();
  const { sessions, state, person, role, ...links } = props;
  const nameOf = (name: string): string => formatMessage({ id: `console.sessions.${name}` });
  const deviceOf = ({ device, person: owner }: ListedSession): string =>
    [device && formatMessage({ id: 'deviceName.text' }, { ...device }), owner?.name]
      .filter(Boolean)
      .join(', ');
  return (
    <ListPage
      {...links}
      name="sessions"
      filters={[
        { name: 'person', text: 'console.sessions.person', value: person },
        {
          name: 'state',
          text: 'console.column.state',
          value: state,
          isUsual: state === 'open',
          choices: sessionStates.map((name) => [name, nameOf(name)]),
        },
      ]}
      rows={sessions}
      empty={person === '' ? 'console.sessions.none' : 'console.sessions.noMatch'}
      columns={[
        {
          title: 'console.column.person',
          cell: ({ person: owner }) =>
            owner ? (
              <a href={`/manage/people/${owner.id}`}>{owner.name}</a>
            ) : (
              <FormattedMessage id="console.unknown" />
            ),
        },
        { title: 'console.column.device', cell: (session) => <Device {...session} /> },
        {
          title: 'console.column.state',
          cell: ({ isActive }) => (
            <State is={isActive ? 'done' : 'off'}>{nameOf(isActive ? 'open' : 'ended')}</State>
          ),
        },
        {
          title: 'console.column.until',
          isLess: true,
          cell: ({ until }) =>
            until === undefined ? <FormattedMessage id="console.unknown" /> : <When at={until} />,
        },
        {
          title: 'console.column.more',
          cell: (session) =>
            session.person &&
            session.isActive && (
              <ActLink
                act="endSession"
                url={personActUrl(session.person.id, 'endSession', session.id)}
                role={role}
                label={deviceOf(session)}
              />
            ),
        },
      ]}
    />
  );
}

/** Sends another mail with a new code; whoever may not reads who may. */
const SendAgain = ({
  id,
  recipient,
  role,
}: {
  id: string;
  recipient: string;
  role: ConsoleRole;
}): ReactNode =>
  includesRole(role, 'help') ? (
    <PostForm action="/manage/mails">
      <input type="hidden" name="id" value={id} />
      <button className={controls.act}>
        <FormattedMessage id="console.act.resendMail" />
        <span className={styles.hidden}>: {recipient}</span>
      </button>
    </PostForm>
  ) : (
    <Needs needed="help" act="console.act.resendMail" />
  );

/** The settings that a trouble with mails names: Kratos', and the portal's own. */
const mailSettings = {
  credentials: ['courier.smtp.connection_uri', 'SMTP_URL'],
  unreachable: ['courier.smtp.connection_uri', 'SMTP_URL'],
  sender: ['courier.smtp.from_address', 'MAIL_FROM'],
} as const;

/** How far a mail has come, why it did not arrive, and what mends that. */
function Fate({ status, error, trouble = 'other', isOwn }: ListedMail): ReactNode {
  const [ofKratos, own] = lookUp(mailSettings, trouble) ?? [];
  return (
    <>
      <MailState status={status} />
      {error !== undefined && (
        <>
          <p>
            <code>{error}</code>
          </p>
          <p className={styles.soft}>
            <FormattedMessage
              id={`console.trouble.${trouble}`}
              values={{ setting: <code>{isOwn ? own : ofKratos}</code> }}
            />
          </p>
        </>
      )}
    </>
  );
}

/** The mails that Kratos and the portal have sent or will send. */
export function MailsPage(props: ConsoleProps['mails'] & { role: ConsoleRole }): ReactNode {
  const { formatMessage } = useIntl();
  const { mails, status, recipient, role, ...links } = props;
  return (
    <ListPage
      {...links}
      name="mails"
      text={<FormattedMessage id="console.mails.unseen" />}
      filters={[
        { name: 'recipient', text: 'console.column.recipient', value: recipient },
        {
          name: 'status',
          text: 'console.column.state',
          value: status,
          choices: mailStates.map((state) => [state, formatMessage({ id: `console.mailState.${state}` })]),
        },
      ]}
      rows={mails?.map((mail, index) => ({ ...mail, id: mail.id ?? String(index) }))}
      empty={(status ?? recipient) === undefined ? 'console.mails.none' : 'console.mails.noMatch'}
      columns={[
        {
          title: 'console.column.recipient',
          cell: ({ recipient: to }) => <a href={findUrl(to)}>{to}</a>,
        },
        {
          title: 'console.column.mail',
          cell: (mail) => (
            <>
              <MailName {...mail} />
              {mail.isOwn && (
                <p className={styles.soft}>
                  <FormattedMessage id="console.mails.own" />
                </p>
              )}
            </>
          ),
        },
        { title: 'console.column.state', cell: (mail) => <Fate {...mail} /> },
        { title: 'console.column.at', cell: ({ at }) => at !== undefined && <When at={at} /> },
        {
          title: 'console.column.more',
          cell: (mail) => mail.isRepeatable && <SendAgain {...mail} role={role} />,
        },
      ]}
    />
  );
}

/** The people whom a limit refuses now. */
export const LimitedPage = ({ people, role }: ConsoleProps['limited'] & { role: ConsoleRole }): ReactNode => (
  <ListPage
    name="limited"
    text={<FormattedMessage id="console.limited.text" />}
    rows={people}
    empty="console.limited.none"
    columns={[
      {
        title: 'console.column.person',
        cell: ({ id, name }) => <a href={`/manage/people/${id}`}>{name ?? <code>{id}</code>}</a>,
      },
      {
        title: 'console.column.limit',
        cell: ({ limit }) => limit !== undefined && <Named id="console.limit" value={limit} />,
      },
      { title: 'console.column.since', cell: ({ at }) => <When at={at} /> },
      {
        title: 'console.column.until',
        cell: ({ until }) => (
          <State is="wait">
            <When at={until} />
          </State>
        ),
      },
      {
        title: 'console.column.more',
        cell: ({ id, name }) => (
          <ActLink act="liftLimits" url={personActUrl(id, 'liftLimits')} role={role} label={name} />
        ),
      },
    ]}
  />
);

/** The applications that people sign in to. */
export const ApplicationsPage = ({
  applications,
  isOff,
  ...links
}: ConsoleProps['applications']): ReactNode => (
  <ListPage
    {...links}
    name="applications"
    rows={isOff ? [] : applications}
    empty={isOff ? 'console.applications.off' : 'console.applications.nobody'}
    columns={[
      {
        title: 'console.column.application',
        cell: ({ id, name, uri }) => (
          <>
            <a href={applicationUrl(id)}>{name}</a>
            {uri !== undefined && <p className={styles.soft}>{uri}</p>}
          </>
        ),
      },
      { title: 'console.column.id', cell: ({ id }) => <code>{id}</code> },
      { title: 'console.fact.scopes', isLess: true, cell: ({ scopes }) => scopes.join(', ') },
      {
        title: 'console.column.kind',
        isLess: true,
        cell: ({ isPublic }) => (
          <FormattedMessage id={isPublic ? 'console.applications.public' : 'console.applications.secret'} />
        ),
      },
    ]}
  />
);
