import type { ReactNode } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import {
  includesRole,
  mailStates,
  personActUrl,
  type ConsoleProps,
  type ConsoleRole,
  type ListedMail,
} from '../../shared/console.ts';
import { Device } from './Device.tsx';
import { FilterChoice, FilterField, Filters } from './Filters.tsx';
import { MailState } from './MailState.tsx';
import { ActLink, Empty, Head, Named, Pager, Panel, PostForm, State, Table, When } from './parts.tsx';
import styles from './Console.module.css';

const findUrl = (text: string): string => `/manage/find?q=${encodeURIComponent(text)}`;

/** The sessions of everybody. */
export function SessionsPage(props: ConsoleProps['sessions']): ReactNode {
  const { formatMessage } = useIntl();
  const { sessions, active } = props;
  return (
    <>
      <Head title="console.nav.sessions" />
      <nav className={styles.tabs} aria-label={formatMessage({ id: 'console.list.filter' })}>
        <a href="/manage/sessions" aria-current={active ? 'true' : undefined}>
          <FormattedMessage id="console.sessions.active" />
        </a>
        <a href="/manage/sessions?active=false" aria-current={active ? undefined : 'true'}>
          <FormattedMessage id="console.list.all" />
        </a>
      </nav>
      <Panel id="sessions" title="console.nav.sessions" isWhole>
        {!sessions && <Empty text="console.notRead" />}
        {sessions?.length === 0 && <Empty text="console.sessions.none" />}
        {sessions && sessions.length > 0 && (
          <Table
            name="console.nav.sessions"
            rows={sessions}
            columns={[
              {
                title: 'console.column.person',
                cell: ({ person }) =>
                  person ? (
                    <a href={`/manage/people/${person.id}`}>{person.name}</a>
                  ) : (
                    <FormattedMessage id="console.unknown" />
                  ),
              },
              { title: 'console.column.device', cell: (session) => <Device {...session} /> },
              {
                title: 'console.column.state',
                cell: ({ isActive }) => (
                  <State is={isActive ? 'done' : 'off'}>
                    <FormattedMessage id={isActive ? 'console.sessions.open' : 'console.sessions.ended'} />
                  </State>
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
                cell: ({ person, isActive }) =>
                  person &&
                  isActive && (
                    <a className={styles.act} href={`/manage/people/${person.id}#sessions`}>
                      <FormattedMessage id="console.sessions.all" />
                      <span className={styles.hidden}>: {person.name}</span>
                    </a>
                  ),
              },
            ]}
          />
        )}
        <Pager {...props} />
      </Panel>
    </>
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
      <button className={styles.act}>
        <FormattedMessage id="console.act.resendMail" />
        <span className={styles.hidden}>: {recipient}</span>
      </button>
    </PostForm>
  ) : (
    <span className={styles.needs}>
      <FormattedMessage
        id="console.needs.help"
        values={{ act: <FormattedMessage id="console.act.resendMail" /> }}
      />
    </span>
  );

/** How far a mail has come, why it did not arrive, and what mends that. */
const Fate = ({ status, error, trouble }: ListedMail): ReactNode => (
  <>
    <MailState status={status} />
    {error !== undefined && (
      <p>
        <code>{error}</code>
      </p>
    )}
    {trouble !== undefined && (
      <p className={styles.soft}>
        <FormattedMessage id={`console.trouble.${trouble}`} />
      </p>
    )}
  </>
);

/** The mails that Kratos has sent or will send. */
export function MailsPage(props: ConsoleProps['mails'] & { role: ConsoleRole }): ReactNode {
  const { mails, status, recipient, role } = props;
  const isFiltered = status !== undefined || recipient !== undefined;
  return (
    <>
      <Head title="console.nav.mails">
        <FormattedMessage id="console.mails.unseen" />
      </Head>
      <Filters clearUrl={isFiltered ? '/manage/mails' : undefined}>
        <FilterField name="recipient" type="search" text="console.column.recipient" value={recipient} />
        <FilterChoice
          name="status"
          text="console.column.state"
          value={status}
          choices={mailStates}
          choiceText="console.mailState"
        />
      </Filters>
      <Panel id="mails" title="console.nav.mails" isWhole>
        {!mails && <Empty text="console.notRead" />}
        {mails?.length === 0 && <Empty text={isFiltered ? 'console.mails.noMatch' : 'console.mails.none'} />}
        {mails && mails.length > 0 && (
          <Table
            name="console.nav.mails"
            rows={mails.map((mail, index) => ({ ...mail, id: mail.id ?? String(index) }))}
            columns={[
              {
                title: 'console.column.recipient',
                cell: (mail) => <a href={findUrl(mail.recipient)}>{mail.recipient}</a>,
              },
              {
                title: 'console.column.mail',
                cell: ({ template }) => <Named id="console.template" value={template} />,
              },
              { title: 'console.column.state', cell: (mail) => <Fate {...mail} /> },
              { title: 'console.column.at', cell: ({ at }) => at !== undefined && <When at={at} /> },
              {
                title: 'console.column.more',
                cell: (mail) => mail.isRepeatable && <SendAgain {...mail} role={role} />,
              },
            ]}
          />
        )}
        <Pager {...props} />
      </Panel>
    </>
  );
}

/** The people whom a limit refuses now. */
export const LimitedPage = ({ people, role }: ConsoleProps['limited'] & { role: ConsoleRole }): ReactNode => (
  <>
    <Head title="console.nav.limited">
      <FormattedMessage id="console.limited.text" />
    </Head>
    <Panel id="limited" title="console.nav.limited" isWhole>
      {!people && <Empty text="console.notRead" />}
      {people?.length === 0 && <Empty text="console.limited.none" />}
      {people && people.length > 0 && (
        <Table
          name="console.nav.limited"
          rows={people}
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
      )}
    </Panel>
  </>
);
