import type { ReactNode } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import {
  actRow,
  includesRole,
  personActUrl,
  type ConsoleRole,
  type PersonAct,
} from '../../shared/console/acts.ts';
import { waiting } from '../../shared/console/lists.ts';
import { classNames } from '../ui/classNames.ts';
import { AllLines, LogLines } from './LogLines.tsx';
import {
  ActLink,
  Empty,
  fact,
  Facts,
  Head,
  Methods,
  Named,
  namedTime,
  Needs,
  Panel,
  State,
  useNames,
  Value,
  When,
} from './parts.tsx';
import { PersonLists, type PersonProps } from './PersonLists.tsx';
import styles from './Console.module.css';
import controls from './Controls.module.css';

/** One person: why they cannot sign in, who they are, and everything of theirs that can be seen or changed. */
export function PersonPage(props: PersonProps): ReactNode {
  const { id, name, address, state, role, least, why } = props;
  const isInvited = why.some(({ reason }) => reason === 'invited');
  return (
    <>
      <Head
        name={name}
        back={{ url: '/manage/people', title: 'console.nav.people' }}
        action={
          <>
            {!why.some(({ act }) => act === 'mailRecoveryCode') && (
              <ActLink
                least={least}
                act="mailRecoveryCode"
                url={personActUrl(id, 'mailRecoveryCode')}
                role={role}
              />
            )}
            {role === 'write' ? (
              <a className={controls.primary} href={`/manage/people/${id}/edit`} data-press="e">
                <FormattedMessage id="console.edit" />
              </a>
            ) : (
              <Needs needed="write" act="console.edit" />
            )}
          </>
        }
      >
        <span className={styles.names}>
          <State is={state !== 'active' ? 'paused' : isInvited ? 'wait' : 'done'}>
            {isInvited && state === 'active' ? (
              <FormattedMessage id="console.invited" />
            ) : (
              <Named id="archive.state" value={state} />
            )}
          </State>
          {address !== undefined && address !== name && <span>{address}</span>}
        </span>
        <span className={styles.names}>
          <code data-copy>{id}</code>
        </span>
      </Head>
      <Reasons {...props} />
      <More {...props} />
      <nav className={styles.tabs} aria-label={name}>
        {sections.map((section) => (
          <a key={section} href={`#${section}`}>
            <FormattedMessage id={`console.person.${section}`} />
          </a>
        ))}
      </nav>
      <div className={styles.split}>
        <aside className={styles.stack}>
          <Glance {...props} />
          <Sees {...props} />
        </aside>
        <div className={styles.stack}>
          <Panel id="identity" title="console.person.identity">
            <Facts
              rows={props.traits.map((trait) => [
                <Named key={trait.name} id="trait" value={trait.name} />,
                <Value key={trait.name} text={trait.value} />,
              ])}
            />
          </Panel>
          <PersonLists {...props} />
          <Panel id="log" title="console.person.log" action={<AllLines of={props.id} />}>
            {props.log ? <LogLines lines={props.log} withoutTarget /> : <Empty text="console.notRead" />}
          </Panel>
        </div>
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

const isWaiting = ({ reason }: PersonProps['why'][number]): boolean => waiting.some((one) => one === reason);

/** What the account waits for, then why somebody cannot sign in, in plain words, each with what puts it right. */
function Reasons({ id, role, least, why }: PersonProps): ReactNode {
  const { formatMessage, formatDate } = useIntl();
  const named = useNames();
  const values = ({ until, about = '' }: PersonProps['why'][number]) => ({
    until: until === undefined ? '' : formatDate(until, namedTime),
    about,
    method: named('settings.sessions.method', about),
  });
  const rows = (reasons: PersonProps['why']): ReactNode =>
    reasons.map((one) => (
      <li key={one.reason}>
        <State is={isWaiting(one) || one.reason === 'limited' ? 'wait' : 'wrong'}>
          {formatMessage({ id: `console.why.${one.reason}` }, values(one))}
        </State>
        {one.act && (
          <ActLink
            least={least}
            act={one.act}
            url={personActUrl(id, one.act, one.item)}
            role={role}
            isButton
          />
        )}
        {one.reason === 'mailAbandoned' && (
          <a
            className={controls.button}
            href={`/manage/mails?recipient=${encodeURIComponent(one.about ?? '')}`}
          >
            <FormattedMessage id="console.why.mailAbandoned.see" />
          </a>
        )}
      </li>
    ));
  const box = (name: 'why' | 'waits', reasons: PersonProps['why']): ReactNode =>
    reasons.length > 0 && (
      <section className={classNames(styles.why, name === 'waits' && styles.waits)} aria-labelledby={name}>
        <h2 id={name} className={name === 'waits' ? styles.hidden : undefined}>
          <FormattedMessage id={`console.${name}`} />
        </h2>
        <ul>{rows(reasons)}</ul>
      </section>
    );
  return (
    <>
      {box(
        'why',
        why.filter((one) => !isWaiting(one)),
      )}
      {box('waits', why.filter(isWaiting))}
      {why.length === 0 && (
        <p>
          <State is="done">
            <FormattedMessage id="console.why.nothing" />
          </State>
        </p>
      )}
    </>
  );
}

/** What else can be done to a person; what cannot says who may. */
function More({ id, role, least = 'read', state, deletion, mayDelete, why }: PersonProps): ReactNode {
  const { formatMessage } = useIntl();
  const acts: PersonAct[] = [state === 'inactive' ? 'activate' : 'deactivate', 'showRecoveryCode'];
  if (deletion !== undefined) acts.push('cancelDeletion');
  else if (mayDelete) acts.push('deletePerson');
  const neededFor = (act: PersonAct): ConsoleRole =>
    includesRole(actRow(act).role, least) ? actRow(act).role : least;
  const others = acts.filter((act) => !why.some((one) => one.act === act));
  const mine = others.filter((act) => includesRole(role, neededFor(act)));
  return (
    <p className={controls.more}>
      {mine.map((act) => (
        <ActLink key={act} least={least} act={act} url={personActUrl(id, act)} role={role} />
      ))}
      {(['help', 'write'] as const).map((needed) => {
        const theirs = others.filter((act) => !mine.includes(act) && neededFor(act) === needed);
        const names = theirs.map((act) => formatMessage({ id: `console.act.${act}` }));
        return (
          theirs.length > 0 && (
            <span key={needed} className={styles.needs}>
              <FormattedMessage id={`console.needs.${needed}`} values={{ act: names.join(', ') }} />
            </span>
          )
        );
      })}
    </p>
  );
}

function Glance({ signedIn, created, updated, schema, externalId }: PersonProps): ReactNode {
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

/** What they are offered at their next sign-in. */
function Sees({ sees }: PersonProps): ReactNode {
  const listed = (values: readonly string[], shown: ReactNode = values.join(', ')): ReactNode =>
    values.length > 0 ? shown : <FormattedMessage id="console.sees.nothing" />;
  return (
    <Panel id="sees" title="console.person.sees">
      <Facts
        rows={[
          fact('types', listed(sees.identifiers)),
          fact('first', listed(sees.first, <Methods of={sees.first} />)),
          fact('second', listed(sees.second, <Methods of={sees.second} />)),
          fact('recovery', listed(sees.recovery)),
        ]}
      />
    </Panel>
  );
}
