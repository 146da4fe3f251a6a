import type { ReactNode } from 'react';
import {
  applicationActs,
  applicationUrl,
  type ApplicationAct,
  type ConsoleRole,
} from '../../shared/console/acts.ts';
import type { ConsoleProps } from '../../shared/console/pages.ts';
import { AllLines, LogLines } from './LogLines.tsx';
import { ActLink, Empty, fact, Facts, Head, Panel, When } from './parts.tsx';

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
          <ActLink key={act} act={act} url={applicationUrl(id, act)} role={role} />
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
      <Panel id="log" title="console.person.log" action={<AllLines of={id} />}>
        {!log && <Empty text="console.notRead" />}
        {log?.length === 0 && <Empty text="console.log.none" />}
        {log && <LogLines lines={log} />}
      </Panel>
    </>
  );
}
