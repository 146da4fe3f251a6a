import type { ReactNode } from 'react';
import { FormattedMessage } from 'react-intl';
import {
  applicationActs,
  type ApplicationAct,
  type ConsoleProps,
  type ConsoleRole,
} from '../../shared/console.ts';
import { LogLines } from './LogLines.tsx';
import { ActLink, Empty, fact, Facts, Head, Pager, Panel, Table, When } from './parts.tsx';
import styles from './Console.module.css';

const urlOf = (id: string): string => `/manage/applications/${encodeURIComponent(id)}`;

/** The applications that people sign in to. */
export function ApplicationsPage(props: ConsoleProps['applications']): ReactNode {
  const { applications, isOff } = props;
  return (
    <>
      <Head title="console.nav.applications" />
      <Panel id="applications" title="console.nav.applications" isWhole>
        {!applications && <Empty text={isOff ? 'console.applications.off' : 'console.notRead'} />}
        {applications?.length === 0 && <Empty text="console.applications.nobody" />}
        {applications && applications.length > 0 && (
          <Table
            name="console.nav.applications"
            rows={applications}
            columns={[
              {
                title: 'console.column.application',
                cell: ({ id, name, uri }) => (
                  <>
                    <a href={urlOf(id)}>{name}</a>
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
                  <FormattedMessage
                    id={isPublic ? 'console.applications.public' : 'console.applications.secret'}
                  />
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

const Lines = ({ texts }: { texts: readonly string[] }): ReactNode =>
  texts.map((text) => (
    <p key={text}>
      <code>{text}</code>
    </p>
  ));

/** One application: what is known of it, and what can be done to it. */
export function ApplicationPage(props: ConsoleProps['application'] & { role: ConsoleRole }): ReactNode {
  const { id, name, role, redirects, scopes, grants, authentication, created, isPublic, log } = props;
  const acts = (Object.keys(applicationActs) as ApplicationAct[]).filter(
    // a public one has no secret
    (act) => act !== 'rotateSecret' || !isPublic,
  );
  return (
    <>
      <Head
        name={name}
        back={{ url: '/manage/applications', title: 'console.nav.applications' }}
        action={acts.map((act) => (
          <ActLink key={act} act={act} url={`${urlOf(id)}/${act}`} role={role} />
        ))}
      >
        <code data-copy>{id}</code>
      </Head>
      <Panel id="facts" title="console.person.glance">
        <Facts
          rows={[
            fact('redirects', redirects.length > 0 && <Lines texts={redirects} />),
            fact('scopes', scopes.length > 0 && scopes.join(', ')),
            fact('grants', grants.length > 0 && grants.join(', ')),
            fact('authentication', authentication),
            fact('created', created !== undefined && <When at={created} />),
          ]}
        />
      </Panel>
      <Panel id="log" title="console.person.log">
        {!log && <Empty text="console.notRead" />}
        {log?.length === 0 && <Empty text="console.log.none" />}
        {log && <LogLines lines={log} withoutTarget />}
      </Panel>
    </>
  );
}
